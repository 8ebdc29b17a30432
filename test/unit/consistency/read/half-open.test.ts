import { familyIs, passAll } from '../../../../src/bigtable/read/filters';
import { setCell } from '../../../../src/bigtable/write/mutations';
import { EVENTUAL, type Consistency } from '../../../../src/core/consistency/consistency';
import { rowKey } from '../../../../src/core/rows/row-key';
import { DEFAULTS } from '../../../../src/config/defaults';
import { createScanner } from '../../../../src/consistency/read/scanner';
import { ReaderWorld, TABLE, type ReaderProcess } from '../reader-world';

const KEYS = Array.from({ length: 20 }, (_, number) => rowKey(`user-${number}`));
const STRICT: Consistency = { level: 'strict' };

let world: ReaderWorld;
let eu: ReaderProcess;

beforeEach(async () => {
  world = await ReaderWorld.open();
  eu = world.process('eu');
  await eu.write('v');
  await world.clock.advance(1_000);
  world.faults.stop('eu-a');
  for (let reads = 0; reads < DEFAULTS.routing.failuresInARowMax; reads++) {
    await world.settled(eu.read(EVENTUAL));
  }
  await world.clock.advance(DEFAULTS.routing.ejectionMs);
  expect(phase()).toBe('half-open');
  eu.calls.length = 0;
});
afterEach(() => world.close());

const phase = (): string | undefined =>
  eu.routing.status().find(({ cluster }) => cluster.id === 'eu-a')?.phase;
const probes = (): number => eu.calls.filter(({ cluster }) => cluster === 'eu-a').length;

describe('A half-open cluster', () => {
  it('is in front of orders until a call is sent to it, however often the order is requested', () => {
    const { router } = eu.routing;
    for (let asked = 0; asked < 3; asked++) {
      for (const key of KEYS) {
        expect(router.forRead(TABLE, key)[0]!.id).toBe('eu-a');
        expect(router.forWrite(TABLE, key)[0]!.id).toBe('eu-a');
      }
    }
  });

  it.each([
    ['eventual reads', () => KEYS.map((key) => eu.read(EVENTUAL, undefined, key))],
    ['strict reads', () => KEYS.map((key) => eu.read({ ...STRICT, onUnmet: 'stale' }, undefined, key))],
    [
      'reads of several rows',
      () =>
        [1, 2, 3].map(() =>
          eu.reader.readRows({ table: TABLE, keys: KEYS, filter: familyIs('f') }, EVENTUAL),
        ),
    ],
    [
      'writes',
      () =>
        KEYS.map((key) =>
          eu.writer.mutateRow(TABLE, {
            key,
            mutations: [setCell('f', Buffer.from('q'), 1_000, Buffer.from('w'))],
          }),
        ),
    ],
    [
      'scans',
      () =>
        KEYS.map(async () => {
          const { router, clients } = eu.routing;
          const parts = { router, clients, clock: world.clock, random: () => 0 };
          for await (const row of createScanner(parts).scan({ table: TABLE, filter: passAll() }))
            expect(row).toBeDefined();
        }),
    ],
  ])('is asked by one of many %s at the same time', async (_what, send) => {
    await world.settled(Promise.all(send()));
    expect(probes()).toBe(1);
    expect(phase()).toBe('ejected');
  });

  it('is asked again by a read that comes after one that was not sent', async () => {
    const aborted = AbortSignal.abort(new Error('gone'));
    await expect(world.settled(eu.read(EVENTUAL, { signal: aborted }))).rejects.toThrow();
    expect(probes()).toBe(0);
    await world.settled(eu.read(EVENTUAL));
    expect(probes()).toBe(1);
  });
});
