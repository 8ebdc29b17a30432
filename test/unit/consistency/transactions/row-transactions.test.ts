import { familyIs, passAll } from '../../../../src/bigtable/read/filters';
import { setCell } from '../../../../src/bigtable/write/mutations';
import type { Mutation, Row } from '../../../../src/bigtable/client/types';
import { chainsOf } from '../../../../src/core/consistency/row-chains';
import { originOf, WATERMARK_FAMILY, watermarkOf } from '../../../../src/core/consistency/row-watermark';
import { versionOf, type RowVersion } from '../../../../src/core/rows/row-version';
import { seededRandom } from '../../../../src/platform/random';
import { createRouting, type Routing } from '../../../../src/routing/routing';
import {
  createRowTransactions,
  type TableTransactions,
} from '../../../../src/consistency/transactions/row-transactions';
import { createLocalTransport, type CallFault } from '../../../support/local-bigtable/local-transport';
import { tidemarkError } from '../../../support/tidemark-error';
import { changed, RoutingWorld, topologyOf } from '../../routing/routing-world';

const FAMILY = 'versioned';
const LAG_MAX_MS = 60_000;
const KEY = Buffer.from('0a#user');
const DOCUMENT = changed(({ appProfiles }) => {
  appProfiles['caps'] = { cluster: 'us-a', transactions: true };
});

describe('Transactions of a row', () => {
  let world: RoutingWorld;
  let routing: Routing<'serving'>;
  let transactions: TableTransactions;
  /** Fault of the next change on its way. */
  let fault: CallFault | undefined;

  beforeEach(async () => {
    world = await RoutingWorld.open(DOCUMENT);
    const { tables, instances } = world.core.dependencies;
    const instance = 'projects/p/instances/demo';
    const families = [{ name: FAMILY }, { name: WATERMARK_FAMILY }];
    await tables.create({ name: `${instance}/tables/rows` }, families, instances.getOrCreate(instance));
    const { clock } = world;
    const faultOf = ({ path }: { readonly path: string }): CallFault | undefined => {
      if (!path.endsWith('CheckAndMutateRow')) return undefined;
      const now = fault;
      fault = undefined;
      return now;
    };
    routing = createRouting({
      workload: 'serving',
      topology: topologyOf(DOCUMENT),
      region: 'eu',
      clock,
      transport: () => createLocalTransport({ handlers: world.core.handlers, clock, faultOf }),
    });
    const { router, clients } = routing;
    transactions = createRowTransactions({
      router,
      clients,
      clock,
      random: seededRandom(3),
      family: FAMILY,
      replicationLagMaxMs: LAG_MAX_MS,
    });
  });
  afterEach(() => world.core.close());

  async function done<T>(promise: Promise<T>): Promise<T> {
    return (await world.settled(promise)).value;
  }

  const set = (name: string): Mutation => setCell(FAMILY, Buffer.from(name), 1_000, Buffer.alloc(0));
  const begin = () => transactions.begin('rows', KEY);
  const commit = (version: RowVersion | undefined, name: string, timeoutMs = 1_000) =>
    done(begin().commit({ version, mutations: [set(name)] }, { timeoutMs }));

  /** Returns the row as the deciding cluster has it. */
  async function row(): Promise<Row> {
    const cluster = routing.router.forTransaction('rows', KEY)!;
    const found = await done(routing.clients.of(cluster).readRow({ table: 'rows', key: KEY }));
    return found ?? { key: KEY, cells: [] };
  }
  const version = async () => versionOf((await row()).cells, FAMILY);
  const names = async (): Promise<readonly string[]> =>
    (await row()).cells
      .filter(({ family, qualifier }) => family === FAMILY && qualifier.toString() !== 'v')
      .map(({ qualifier }) => qualifier.toString());
  const columns = async (): Promise<readonly string[]> => [...watermarkOf((await row()).cells).keys()];

  it('exclude those that have read what is no longer so', async () => {
    expect(await commit(undefined, 'first')).toHaveProperty('token');
    expect(await commit(undefined, 'blind')).toBe('conflict');
    const seen = await version();
    expect(await commit(seen, 'second')).toHaveProperty('token');
    expect(await commit(seen, 'stale')).toBe('conflict');
    expect(await names()).toEqual(['first', 'second']);
  });

  it('read at the cluster that decides what they are to change, without watermarks', async () => {
    await commit(undefined, 'first');
    const { row: read, evidence } = await done(begin().read({ filter: passAll() }, { timeoutMs: 1_000 }));
    expect(read!.cells.map(({ qualifier }) => qualifier.toString())).toEqual(['first', 'v']);
    expect(evidence.clusters).toEqual(['us-a']);
    expect(evidence.token.writes).toHaveLength(1);
  });

  it('read watermarks no further back than replication ever takes', async () => {
    await world.clock.advance(3 * LAG_MAX_MS);
    const nowMs = world.clock.nowMs();
    const client = routing.clients.of(routing.router.forTransaction('rows', KEY)!);
    for (const [writer, agoMs] of [
      ['young1', LAG_MAX_MS],
      ['older1', 2 * LAG_MAX_MS],
    ] as const) {
      const column = Buffer.from(`code${writer}`);
      const mutations = [setCell(WATERMARK_FAMILY, column, (nowMs - agoMs) * 1_000, Buffer.alloc(0))];
      await done(client.mutateRow('rows', { key: KEY, mutations }));
    }
    const { evidence } = await done(begin().read({ filter: familyIs(FAMILY) }, { timeoutMs: 1_000 }));
    expect(evidence.token.writes.map(({ column }) => column)).toEqual(['codeyoung1']);
  });

  it('leave watermarks of the deciding cluster that grow, and tokens of them', async () => {
    const versions: number[] = [];
    for (const name of ['first', 'second', 'third']) {
      const receipt = await commit(await version(), name);
      if (receipt === 'conflict') throw new Error('conflict');
      const [write] = receipt.token.writes;
      expect(originOf(write!.column)).toBe(routing.router.forTransaction('rows', KEY)!.code);
      expect(watermarkOf((await row()).cells).get(write!.column)).toBe(write!.versionMs);
      versions.push(write!.versionMs);
    }
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    expect(await columns()).toHaveLength(1);
  });

  const links = async () => chainsOf((await row()).cells, { replicatedBeforeMs: 0, depth: 64 });

  it('of movers leave no watermark, and exclude others all the same', async () => {
    const mark = (seen: RowVersion | undefined, name: string) =>
      done(begin().commitUnmarked({ version: seen, mutations: [set(name)] }, { timeoutMs: 1_000 }));
    expect(await mark(undefined, 'first')).toBe('committed');
    expect(await mark(undefined, 'blind')).toBe('conflict');
    expect(await commit(undefined, 'blind')).toBe('conflict');
    expect(await names()).toEqual(['first']);
    expect(await columns()).toEqual([]);
  });

  it('name the acknowledged one before them; what came to a conflict is no link of the chain', async () => {
    for (const name of ['first', 'second']) await commit(await version(), name);
    expect(await commit(undefined, 'blind')).toBe('conflict');
    await commit(await version(), 'third');
    const { watermark, complete, shown } = await links();
    expect([...shown.values()].map((each) => each.length)).toEqual([3]);
    expect(complete).toEqual(watermark);
  });

  it('under way at the same time have columns of their own, so that none vouches for another', async () => {
    await commit(undefined, 'first');
    const [firstColumn] = await columns();
    const seen = await version();
    // The second reads what the first has changed, before the first has heard that it did.
    fault = { kind: 'answer-delayed', afterMs: 500 };
    const slow = begin().commit({ version: seen, mutations: [set('slow')] }, { timeoutMs: 2_000 });
    await world.clock.advance(300);
    expect(await names()).toEqual(['first', 'slow']);
    const [, second] = [slow, await commit(await version(), 'second')];
    if (second === 'conflict') throw new Error('conflict');
    expect(second.token.writes[0]!.column).not.toBe(firstColumn);
    await done(slow);
    await commit(await version(), 'third');
    const { watermark, complete, shown } = await links();
    expect([...shown.values()].map((each) => each.length).sort()).toEqual([2, 2]);
    expect(complete).toEqual(watermark);
    for (const each of shown.values()) expect(each.at(-1)!.predecessorMs).toBe(0);
  });

  it('go on under another writer id where the outcome of one is unknown', async () => {
    fault = { kind: 'answer-lost', afterMs: 5 };
    await expect(commit(undefined, 'unheard')).rejects.toEqual(tidemarkError('store_unavailable'));
    expect(await names()).toEqual(['unheard']);
    await commit(await version(), 'next');
    expect([await names(), (await columns()).length]).toEqual([['next', 'unheard'], 2]);
  });

  it('that are late change nothing when another has been in between', async () => {
    await commit(undefined, 'first');
    const seen = await version();
    fault = { kind: 'request-delayed', afterMs: 400 };
    await expect(commit(seen, 'late', 50)).rejects.toEqual(tidemarkError('deadline_exceeded'));
    expect(await commit(seen, 'other')).toHaveProperty('token');
    await world.clock.advance(1_000);
    expect(await names()).toEqual(['first', 'other']);
  });

  it('that are late and have changed the row are seen by the next, which reports a conflict', async () => {
    await commit(undefined, 'first');
    const seen = await version();
    fault = { kind: 'request-delayed', afterMs: 400 };
    await expect(commit(seen, 'late', 50)).rejects.toEqual(tidemarkError('deadline_exceeded'));
    await world.clock.advance(1_000);
    expect(await commit(seen, 'other')).toBe('conflict');
    expect(await names()).toEqual(['first', 'late']);
  });

  it('are not there for a table whose clusters allow none', () => {
    const { router, clients } = createRouting({
      workload: 'serving',
      topology: topologyOf(changed(() => undefined)),
      clock: world.clock,
      transport: () => world.transport(),
    });
    const none = createRowTransactions<'serving'>({
      router,
      clients,
      clock: world.clock,
      random: seededRandom(1),
      family: FAMILY,
      replicationLagMaxMs: LAG_MAX_MS,
    });
    expect(() => none.begin('rows', KEY)).toThrow(tidemarkError('transactions_unsupported'));
  });
});
