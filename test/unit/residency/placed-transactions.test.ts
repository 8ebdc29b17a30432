import { passAll } from '../../../src/bigtable/read/filters';
import { deleteFromColumn, setCell } from '../../../src/bigtable/write/mutations';
import type { CallOptions, Cell } from '../../../src/bigtable/client/types';
import { RESERVATION_FAMILY } from '../../../src/core/caps/reservation-family';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import { isRightFor, type Location, type LocationState } from '../../../src/core/residency/location';
import { isClosed } from '../../../src/core/residency/reservations-home';
import { SubjectKeys } from '../../../src/core/residency/subject-key';
import { rowKey } from '../../../src/core/rows/row-key';
import { versionOf } from '../../../src/core/rows/row-version';
import { openCore, type LocalCore } from '../../../src/local-bigtable/index';
import { seededRandom } from '../../../src/platform/random';
import {
  createRowTransactions,
  type RowTransactions,
} from '../../../src/consistency/transactions/row-transactions';
import type { RowTransaction } from '../../../src/consistency/transactions/row-transactions';
import { PlacedTransactions } from '../../../src/residency/placed-transactions';
import { takeOverReservations } from '../../../src/residency/reservation-takeover';
import { Subjects } from '../../../src/residency/subjects';
import { createRouting } from '../../../src/routing/routing';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { storeTopology } from '../../../src/routing/topology/store-topology';
import { createLocalTransport } from '../../support/local-bigtable/local-transport';
import { tidemarkError } from '../../support/tidemark-error';
import { VirtualClock } from '../../support/virtual-clock';

const instance = (id: string) => ({
  clusters: { [id]: { region: 'eu' } },
  appProfiles: { caps: { cluster: id, transactions: true } },
});
const DOCUMENT = {
  project: 'p',
  clientRegion: 'eu',
  instances: { us: instance('us-a'), eu: instance('eu-a'), directory: instance('dir-a') },
  placements: { us: { instance: 'us' }, eu: { instance: 'eu' } },
  placementGroups: { users: { corpora: ['users'], default: 'us' } },
  directory: { instance: 'directory' },
};
const KEY = rowKey('anna');
const CALL: CallOptions = { timeoutMs: 1_000 };
const TAKEOVER = { key: KEY, fromTable: 'users', toTable: 'users@eu', epoch: 2 };

const home = (epoch: number, at: string): Location => ({ epoch, state: 'home', from: at, to: at });
const moving = (state: LocationState): Location => ({ epoch: 2, state, from: 'us', to: 'eu' });

/** Locations with a cached and an actual one. */
class TestLocations {
  cached: Location | undefined;
  constructor(public actual: Location) {}

  known = () => (this.cached === undefined ? undefined : { location: this.cached, changes: 0 });
  claim = () => Promise.resolve({ location: (this.cached = this.actual), changes: 0 });
  confirm = (_: unknown, { location }: { location: Location }) => {
    if (isRightFor('write', location, this.actual)) return true;
    this.cached = undefined;
    return false;
  };
  forget = () => (this.cached = undefined);
}

describe('Transactions of placed rows', () => {
  let clock: VirtualClock;
  let core: LocalCore;
  let tables: RowTransactions;
  let locations: TestLocations;
  let placed: PlacedTransactions;

  beforeEach(async () => {
    clock = new VirtualClock();
    const declared = parseTopology(DOCUMENT);
    core = await openCore({ topology: declared, clock, random: seededRandom(1) });
    const { tables: created, instances } = core.dependencies;
    const families = [{ name: RESERVATION_FAMILY }, { name: 'events' }, { name: WATERMARK_FAMILY }];
    for (const id of ['us', 'eu']) {
      const name = `projects/p/instances/${id}`;
      await created.create({ name: `${name}/tables/users` }, families, instances.getOrCreate(name));
    }
    const topology = storeTopology(declared);
    const { router, clients } = createRouting({
      workload: 'serving',
      topology,
      region: 'eu',
      clock,
      transport: () => createLocalTransport({ handlers: core.handlers, clock }),
    });
    const random = seededRandom(3);
    const family = RESERVATION_FAMILY;
    tables = createRowTransactions({ router, clients, clock, random, family, replicationLagMaxMs: 60_000 });
    locations = new TestLocations(home(1, 'us'));
    placed = new PlacedTransactions({
      transactions: tables,
      locations,
      subjects: new Subjects({
        rules: () => topology.placements!,
        keys: new SubjectKeys(Buffer.alloc(32, 1)),
        region: 'eu',
      }),
      clock,
      pointTimeoutMs: 1_000,
      tokens: { writesMax: 32 },
    });
  });
  afterEach(() => core.close());

  async function done<T>(promise: Promise<T>): Promise<T> {
    let isOver = false;
    const over = (): void => void (isOver = true);
    promise.then(over, over);
    for (let step = 0; !isOver && step < 1_000; step++) await clock.advance(1);
    return promise;
  }

  const reserve = (id: string) => setCell(RESERVATION_FAMILY, Buffer.from(`r:${id}`), 1_000, Buffer.from(id));
  const event = (id: string) => setCell('events', Buffer.from(id), 1_000, Buffer.from(id));
  const read = async (transaction: RowTransaction): Promise<readonly Cell[]> =>
    (await done(transaction.read({ filter: passAll() }, CALL))).row?.cells ?? [];
  /** Reads the row and commits the mutations on what was read. */
  async function run(by: RowTransactions, table: string, ...mutations: readonly ReturnType<typeof event>[]) {
    const transaction = by.begin(table, KEY);
    const version = versionOf(await read(transaction), RESERVATION_FAMILY);
    return done(transaction.commit({ version, mutations }, CALL));
  }
  /** Returns the reservations and events of a table, in order. */
  async function shown(table: string, by: RowTransactions = tables): Promise<readonly string[]> {
    const cells = await read(by.begin(table, KEY));
    return cells.map(({ qualifier }) => qualifier.toString()).filter((name) => name !== 'v');
  }
  const takeOver = () => done(takeOverReservations(tables, TAKEOVER, () => CALL));
  const enter = (state: LocationState): void => {
    locations.actual = moving(state);
    locations.cached = moving(state);
  };

  it('run in the placement that takes writes', async () => {
    expect(await run(placed, 'users', reserve('a'))).toHaveProperty('token');
    expect(await shown('users')).toEqual(['opened', 'r:a']);
    locations.actual = locations.cached = home(2, 'eu');
    await run(placed, 'users', reserve('b'));
    expect(await shown('users@eu')).toEqual(['opened', 'r:b']);
  });

  it('close the row that is left, and open the other with its reservations, when they find that it has moved', async () => {
    await run(placed, 'users', reserve('a'), event('x'));
    enter('overlaid');
    expect(await shown('users', placed)).toEqual(['opened', 'r:a', 'x']);
    await run(placed, 'users', reserve('b'), event('y'));
    expect(await shown('users', placed)).toEqual(['opened', 'r:a', 'r:b', 'x', 'y']);
    expect(await shown('users')).toEqual(['closed', 'opened', 'r:a', 'x']);
    expect(await shown('users@eu')).toEqual(['opened', 'r:a', 'r:b', 'y']);
  });

  it('do not see reservations again that were released after the row had moved', async () => {
    await run(placed, 'users', reserve('a'));
    enter('overlaid');
    await run(placed, 'users', deleteFromColumn(RESERVATION_FAMILY, Buffer.from('r:a')));
    expect(await shown('users', placed)).toEqual(['opened']);
    expect(await takeOver()).toBe('done');
    expect(await shown('users', placed)).toEqual(['opened']);
  });

  it('fail in the row that is left, if it was closed after they had read it', async () => {
    const late = placed.begin('users', KEY);
    const version = versionOf(await read(late), RESERVATION_FAMILY);
    expect(await takeOver()).toBe('done');
    expect(await done(late.commit({ version, mutations: [reserve('late')] }, CALL))).toBe('conflict');
  });

  it('look the location up again when they find the row closed', async () => {
    await run(placed, 'users', reserve('a'));
    await takeOver();
    locations.actual = moving('overlaid');
    await run(placed, 'users', reserve('b'));
    expect(await shown('users@eu')).toEqual(['opened', 'r:a', 'r:b']);
  });

  it('have an unknown outcome if the row has moved without their knowledge', async () => {
    const transaction = placed.begin('users', KEY);
    const version = versionOf(await read(transaction), RESERVATION_FAMILY);
    locations.actual = home(2, 'eu');
    const commit = transaction.commit({ version, mutations: [reserve('stray')] }, CALL);
    await expect(done(commit)).rejects.toThrow(tidemarkError('store_unavailable'));
  });

  it('do not show what the former placement has after a move that they do not know', async () => {
    await run(placed, 'users', reserve('late'));
    locations.actual = home(2, 'eu');
    expect(await shown('users', placed)).toEqual([]);
    enter('overlaid');
    await run(placed, 'users', reserve('a'));
    locations.actual = home(3, 'us');
    expect(await shown('users', placed)).not.toContain('r:a');
  });

  it('are taken over by one of several processes that try at once', async () => {
    await run(placed, 'users', reserve('a'));
    const outcomes = await done(
      Promise.all([1, 2, 3].map(() => takeOverReservations(tables, TAKEOVER, () => CALL))),
    );
    expect(outcomes).toContain('done');
    expect(await takeOver()).toBe('done');
    expect(await shown('users@eu')).toEqual(['opened', 'r:a']);
  });

  it('begin another chain of watermarks in each stay', async () => {
    const columnOf = async (at: Location): Promise<string> => {
      locations.actual = locations.cached = at;
      const outcome = await run(placed, 'users', event('e'));
      return outcome === 'conflict' ? outcome : outcome.token.writes[0]!.column;
    };
    const first = await columnOf(home(1, 'us'));
    expect(await columnOf(home(1, 'us'))).toBe(first);
    expect(await columnOf(moving('preparing'))).toBe(first);
    const later = await columnOf(home(3, 'us'));
    expect(later).not.toBe(first);
    expect(await columnOf(home(3, 'us'))).toBe(later);
  });

  it('name the move as the stay when they close a row and open it elsewhere', async () => {
    const stays: string[] = [];
    const recording: RowTransactions = {
      begin(table, key, options) {
        stays.push(`${table} ${options?.stay}`);
        return tables.begin(table, key, options);
      },
    };
    await done(takeOverReservations(recording, TAKEOVER, () => CALL));
    expect(stays.sort()).toEqual(['users 2', 'users@eu 2']);
  });

  it('open a row again that moves back', async () => {
    await run(placed, 'users', reserve('a'));
    await takeOver();
    const back = { key: KEY, fromTable: 'users@eu', toTable: 'users', epoch: 3 };
    expect(await done(takeOverReservations(tables, back, () => CALL))).toBe('done');
    expect(isClosed(await read(tables.begin('users', KEY)), 1)).toBe(false);
    expect(isClosed(await read(tables.begin('users@eu', KEY)), 2)).toBe(true);
  });

  it('keep what was reserved after a move from a process that still takes the row for overlaid', async () => {
    locations.actual = locations.cached = moving('settled');
    await run(placed, 'users', reserve('new'));
    locations.cached = moving('overlaid');
    expect(await shown('users', placed)).toEqual(['opened', 'r:new']);
    expect(await takeOver()).toBe('done');
    expect(await shown('users@eu')).toEqual(['opened', 'r:new']);
  });

  it('run in a placement to which the row has moved back, where an earlier move closed it late', async () => {
    await takeOver();
    locations.actual = locations.cached = home(3, 'us');
    await run(placed, 'users', reserve('a'));
    expect(await shown('users', placed)).toEqual(['closed', 'opened', 'r:a']);
  });
});
