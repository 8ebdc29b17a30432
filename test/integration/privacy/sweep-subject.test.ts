/** Sweeps of what a user's record hides, on the embedded Bigtable with several clusters. */
import { setCell } from '../../../src/bigtable/write/mutations';
import type { Mutation } from '../../../src/bigtable/client/types';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import {
  EVENTS_ERASED,
  OBJECTS_ERASED,
  PRIVACY_FAMILY,
  DECISIONS_ERASED,
  decisionColumn,
} from '../../../src/core/privacy/privacy-family';
import { rowKey } from '../../../src/core/rows/row-key';
import { versionOf } from '../../../src/core/rows/row-version';
import { loadConfig } from '../../../src/config/index';
import { DEFAULTS } from '../../../src/config/defaults';
import { createSweepSubject } from '../../../src/operations/privacy/sweep-subject';
import { systemRandom } from '../../../src/platform/random';
import { systemClock } from '../../../src/platform/time/clock';
import { startConsistencyWorld, type ConsistencyWorld } from '../../support/consistency-world';
import { TRANSACTIONAL_REGIONS } from '../../support/transactional-regions';
import { packed, rulesAt } from '../../support/compaction';
import { click, storedCells } from '../../support/events';
import { openPrivacyStores, type PrivacyStores } from '../../support/privacy-world';
import { randomLog } from '../../support/random-log';
import { TEST_SEED } from '../../support/test-seed';

const call = { timeoutMs: 10_000 };
const all = { passAllFilter: true };
const NOTHING = Buffer.alloc(0);
describe('A sweep', () => {
  let world: ConsistencyWorld;
  let stores: PrivacyStores;

  beforeAll(async () => {
    world = await startConsistencyWorld(TRANSACTIONAL_REGIONS);
    stores = openPrivacyStores(loadConfig({ ...world.env('eu'), TIDEMARK_CONSENT_POLICY: 'enforce' }));
    stores.serving.start();
    stores.batch.start();
    await stores.serving.warmUp(call);
  });
  afterAll(async () => {
    await stores.close();
    await world.close();
  });

  const write = async (id: string, mutations: readonly Mutation[]): Promise<void> => {
    await stores.serving.writer.mutateRow('users', { key: rowKey(id), mutations }, call);
  };
  const tombstones = (eventsMs: number, objectsMs: number): readonly Mutation[] => [
    setCell(PRIVACY_FAMILY, EVENTS_ERASED, eventsMs * 1_000, NOTHING),
    setCell(PRIVACY_FAMILY, OBJECTS_ERASED, objectsMs * 1_000, NOTHING),
    setCell(PRIVACY_FAMILY, DECISIONS_ERASED, objectsMs * 1_000, NOTHING),
  ];
  const stored = async (id: string): Promise<readonly string[]> => {
    await world.heal();
    const read = { table: 'users', key: rowKey(id), filter: all };
    const { row } = await stores.batch.tables.reader.readRow(read, { level: 'eventual' }, call);
    return (row?.cells ?? []).map(
      ({ family, qualifier, timestampMicros }) =>
        `${family}:${qualifier.toString('latin1')}@${timestampMicros / 1_000}`,
    );
  };

  it('deletes hidden versions behind a page of visible versions of the same column', async () => {
    const [column, erasedMs] = [Buffer.from('a'), Date.now() - 60_000];
    // Few enough that garbage collection removes none of them.
    await write('eli', [
      ...tombstones(erasedMs, erasedMs),
      ...[-1, 1].map((ms) => setCell('profile', column, (erasedMs + ms) * 1_000, Buffer.from('1'))),
    ]);
    await world.heal();
    const sweep = createSweepSubject({
      reader: stores.sweeping.reader,
      writer: stores.sweeping.writer,
      transactions: stores.serving.transactions,
      corpora: stores.corpora,
      clock: systemClock,
      random: systemRandom,
      limits: { ...DEFAULTS.compaction, ...DEFAULTS.privacy, cellsPerPage: 1 },
    });
    await sweep('eli');
    const objects = (await stored('eli')).filter((each) => each.startsWith('profile:'));
    expect(objects).toEqual([`profile:a@${erasedMs + 1}`]);
  });

  it('deletes events, blocks, objects, markers, decisions and reservations up to the tombstones', async () => {
    // Reservations are garbage after a day.
    const endMs = Date.now() - 3_600_000;
    const log = randomLog({ seed: TEST_SEED, endMs, users: 1, events: 200, days: 20 });
    const cells = packed(storedCells(log), rulesAt(endMs));
    const [late] = storedCells([click(endMs + 5_000)]);
    await write('ann', [
      ...cells.map(({ qualifier, timestampMicros, value }) =>
        setCell('ad_action', qualifier as Buffer, timestampMicros, value as Buffer),
      ),
      setCell('ad_action', late!.qualifier as Buffer, late!.timestampMicros, late!.value as Buffer),
      setCell('profile', Buffer.from('old'), endMs * 1_000, Buffer.from('1')),
      setCell('profile', Buffer.from('old'), (endMs - 1) * 1_000, Buffer.from('0')),
      setCell('profile', Buffer.from('\0cold'), endMs * 1_000, NOTHING),
      setCell('profile', Buffer.from('new'), (endMs + 5_000) * 1_000, Buffer.from('2')),
      setCell(PRIVACY_FAMILY, decisionColumn('ads', true), endMs * 1_000, NOTHING),
      setCell(PRIVACY_FAMILY, decisionColumn('ads', true), (endMs + 5_000) * 1_000, NOTHING),
      setCell(RESERVATION_FAMILY, Buffer.from('r:one'), endMs * 1_000, NOTHING),
    ]);
    await write('ann', tombstones(endMs, endMs));
    await world.heal();
    const tally = await stores.sweep('ann');
    expect(tally.cells).toBeGreaterThan(3);
    expect(tally.reservations).toBe(1);
    const left = (await stored('ann')).filter(
      (cell) => !cell.startsWith('_wm') && !cell.startsWith('_rsv:v'),
    );
    expect(left).toEqual([
      `_prv:d@${endMs}`,
      `_prv:e@${endMs}`,
      `_prv:gads@${endMs + 5_000}`,
      `_prv:o@${endMs}`,
      expect.stringMatching(/^ad_action:/),
      `profile:new@${endMs + 5_000}`,
    ]);
    expect(await stores.sweep('ann')).toEqual({ cells: 0, blocks: 0, reservations: 0 });
  });

  it('makes a reservation conflict that was decided before the erasure', async () => {
    const transaction = stores.serving.transactions.begin('users', rowKey('bob'));
    const { row } = await transaction.read({ filter: all }, call);
    const nowMs = Date.now();
    await write('bob', tombstones(nowMs, nowMs));
    await world.heal();
    await stores.sweep('bob');
    const mutations = [setCell(RESERVATION_FAMILY, Buffer.from('r:late'), nowMs * 1_000, NOTHING)];
    const version = versionOf(row?.cells ?? [], RESERVATION_FAMILY);
    expect(await transaction.commit({ version, mutations }, call)).toBe('conflict');
  });

  it('deletes what a withdrawal hides, and nothing that only lacks a grant', async () => {
    const nowMs = Date.now();
    const users = stores.corpora.find(({ name }) => name === 'users')!;
    const { purpose } = users.dataTypes.find(({ family }) => family === 'profile')!;
    const objects = [setCell('profile', Buffer.from('a'), (nowMs - 1_000) * 1_000, Buffer.from('1'))];
    await write('cid', objects);
    await write('dan', [
      ...objects,
      setCell(PRIVACY_FAMILY, decisionColumn(purpose, true), (nowMs - 60_000) * 1_000, NOTHING),
      setCell(PRIVACY_FAMILY, decisionColumn(purpose, false), nowMs * 1_000, NOTHING),
    ]);
    await world.heal();
    expect(await stores.sweep('cid')).toEqual({ cells: 0, blocks: 0, reservations: 0 });
    expect(await stores.sweep('dan')).toMatchObject({ cells: 1 });
    expect(await stored('cid')).toContain(`profile:a@${nowMs - 1_000}`);
    expect((await stored('dan')).filter((cell) => cell.startsWith('profile'))).toEqual([]);
  });

  it('changes nothing in a row without a record', async () => {
    await write('eve', [setCell('profile', Buffer.from('a'), 1_000_000, Buffer.from('1'))]);
    await world.heal();
    expect(await stores.sweep('eve')).toEqual({ cells: 0, blocks: 0, reservations: 0 });
  });
});
