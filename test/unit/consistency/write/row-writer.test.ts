import { BigtableError } from '../../../../src/bigtable/client/bigtable-error';
import {
  addToCell,
  deleteFromFamily,
  deleteFromRow,
  SERVER_TIME,
  setCell,
} from '../../../../src/bigtable/write/mutations';
import { watermarkColumnOf, originOf } from '../../../../src/core/consistency/row-watermark';
import { rowId, tokenOfWrite } from '../../../../src/core/tokens/write-token';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { tidemarkError } from '../../../support/tidemark-error';
import { clusterOf, Door, set, TABLE, WriterWorld } from '../row-writer-world';

let world: WriterWorld;

beforeEach(async () => {
  world = await WriterWorld.open({ retryInitialDelayMs: 10, retryMaxDelayMs: 100 });
});

afterEach(() => world.close());

const add = () => addToCell('sum', Buffer.from('n'), 0, 1);
const clustersSeen = (): string[] => world.seen.map(({ cluster }) => cluster);
const sums = async (cluster: string): Promise<string[]> => world.cells(cluster, 'r');
const ONE = `n=${Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]).toString('latin1')}`;

describe('a write', () => {
  it('leaves its watermark beside the cells, and a receipt that names it', async () => {
    const startMs = world.clock.nowMs();
    world.hold = () => world.delay(3);
    const { cluster, token } = await world.settled(world.write('r', [set('q', 'v')]));
    const column = world.seen[0]!.column;
    expect(column).toHaveLength(10);
    expect(originOf(column)).toBe(clusterOf('a').code);
    expect(cluster).toBe('a');
    const row = rowId(TABLE, Buffer.from('r'));
    expect(token).toEqual(tokenOfWrite({ row, column, versionMs: startMs, ackedMs: startMs + 3 }));
    expect(await world.cells('a', 'r')).toEqual(['q=v']);
    expect(await world.watermark('a', 'r')).toEqual(new Map([[column, startMs]]));
  });

  it('that empties the row leaves its watermark, and takes it to the other replicas', async () => {
    await world.settled(world.write('r'));
    const { token } = await world.settled(world.write('r', [deleteFromFamily('f')]));
    const { column, versionMs } = token.writes[0]!;
    await world.clock.advance(100);
    for (const cluster of ['a', 'b', 'c']) {
      expect(await world.cells(cluster, 'r')).toEqual([]);
      expect(await world.watermark(cluster, 'r')).toEqual(new Map([[column, versionMs]]));
    }
  });

  it('by another process has another column', async () => {
    const other = world.openWriter({}, 2);
    await world.settled(world.write('r'));
    await world.settled(other.mutateRow(TABLE, { key: Buffer.from('r'), mutations: [set()] }));
    const [first, second] = world.seen.map(({ column }) => column);
    expect(originOf(first!)).toBe(originOf(second!));
    expect(first).not.toBe(second);
    expect((await world.watermark('a', 'r')).size).toBe(2);
  });

  it('is refused before it is sent: without mutations, too many, none of a key, watermarks of its own', async () => {
    const small = world.openWriter({ mutationsPerRowMax: 3 });
    const at = (key: string, ...mutations: Parameters<typeof set>[]) =>
      small.mutateRow(TABLE, { key: Buffer.from(key), mutations: mutations.map((each) => set(...each)) });
    await expect(at('r')).rejects.toEqual(tidemarkError('invalid_argument', 'mutations'));
    await expect(at('r', [], [], [])).rejects.toEqual(tidemarkError('invalid_argument', 'mutations'));
    await expect(at('', [])).rejects.toEqual(tidemarkError('invalid_argument', 'key'));
    const forged = at('r', [], ['q', 'v', '_wm']);
    await expect(forged).rejects.toEqual(tidemarkError('invalid_argument', 'mutations[1]'));
    const wiped = small.mutateRow(TABLE, { key: Buffer.from('r'), mutations: [deleteFromRow(), set()] });
    await expect(wiped).rejects.toEqual(tidemarkError('invalid_argument', 'mutations[0]'));
    const rows = [
      { key: Buffer.from('r'), mutations: [set()] },
      { key: Buffer.from('s'), mutations: [{ deleteFromFamily: { familyName: '_wm' } }] },
    ];
    const both = small.mutateRows(TABLE, rows);
    await expect(both).rejects.toEqual(tidemarkError('invalid_argument', 'rows[1].mutations[0]'));
    expect(world.seen).toEqual([]);
    await expect(world.settled(at('r', [], []))).resolves.toMatchObject({ cluster: 'a' });
  });

  it('whose caller has left already is not sent', async () => {
    expect(await world.codeOf(world.write('r', [set()], { signal: AbortSignal.abort() }))).toBe(
      'client_closed_request',
    );
    expect(world.seen).toEqual([]);
  });
});

describe('a cluster that fails a write', () => {
  it('is left for the next, which is the origin then and has a column of its own', async () => {
    world.refuse = ({ cluster }) => (cluster === 'a' ? GrpcStatus.UNAVAILABLE : undefined);
    const { cluster, token } = await world.settled(world.write('r'));
    expect(cluster).toBe('b');
    const writer = world.seen[0]!.column.slice(4);
    expect(token.writes[0]!.column).toBe(watermarkColumnOf(clusterOf('b').code, writer));
    expect([...(await world.watermark('b', 'r')).keys()]).toEqual([token.writes[0]!.column]);
    expect(clustersSeen()).toEqual(['a', 'b']);
    expect(world.failovers).toEqual([['b', 1]]);
    expect(world.acknowledged).toEqual([['b', 1, 1]]);
  });

  it('by silence takes no more than its share of the time', async () => {
    world.faultOf = (cluster) => (cluster === 'a' ? { kind: 'request-lost' } : undefined);
    const startMs = world.clock.monotonicMs();
    const { cluster } = await world.settled(world.write('r', [set()], { timeoutMs: 900 }));
    expect(cluster).toBe('b');
    expect(world.clock.monotonicMs() - startMs).toBe(300);
  });

  it('alone has all the time', async () => {
    world.targets = ['a'];
    world.hold = () => world.delay(899);
    const { cluster } = await world.settled(world.write('r', [set()], { timeoutMs: 900 }));
    expect(cluster).toBe('a');
  });

  it('may be tried again, after a pause, when all others have failed as well', async () => {
    let refusals = 7;
    world.refuse = () => (refusals-- > 0 ? GrpcStatus.UNAVAILABLE : undefined);
    const { cluster } = await world.settled(world.write('r'));
    expect(cluster).toBe('b');
    expect(clustersSeen()).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a', 'b']);
    expect(world.clock.monotonicMs()).toBeGreaterThan(0);
    expect(new Set(world.seen.map(({ versionMs }) => versionMs)).size).toBe(1);
  });

  it('like all others up to the deadline leaves its error, and no receipt', async () => {
    world.refuse = () => GrpcStatus.UNAVAILABLE;
    const startMs = world.clock.monotonicMs();
    expect(await world.codeOf(world.write('r', [set()], { timeoutMs: 1_000 }))).toBe('store_unavailable');
    expect(world.clock.monotonicMs() - startMs).toBeLessThanOrEqual(1_000);
    expect(world.seen.length).toBeGreaterThan(9);
    expect(world.seen.length).toBeLessThan(200);
    expect(world.acknowledged).toEqual([]);
  });

  it('non-retryably ends the write', async () => {
    world.refuse = () => GrpcStatus.PERMISSION_DENIED;
    expect(await world.codeOf(world.write('r'))).toBe('store_rejected');
    expect(clustersSeen()).toEqual(['a']);
  });

  it('while it leaves the topology is not tried again', async () => {
    world.refuse = ({ cluster }) => {
      if (cluster !== 'a') return undefined;
      world.targets = ['c'];
      return GrpcStatus.UNAVAILABLE;
    };
    expect((await world.settled(world.write('r'))).cluster).toBe('c');
    world.targets = ['b', 'c'];
    await world.client('b').close();
    expect((await world.settled(world.write('r'))).cluster).toBe('c');
  });

  it('is not there: no cluster accepts writes', async () => {
    world.targets = [];
    expect(await world.codeOf(world.write('r'))).toBe('no_write_cluster');
    world.targets = ['a'];
    world.refuse = () => {
      world.targets = [];
      return GrpcStatus.UNAVAILABLE;
    };
    const error = await world.settled(world.write('r').catch((thrown: Error) => thrown));
    expect(error).toMatchObject({ code: 'no_write_cluster', cause: { code: 'store_unavailable' } });
  });

  it('but has applied the write gives no receipt, and what comes late is distinguished from what comes after', async () => {
    world.targets = ['a'];
    world.faultOf = () => ({ kind: 'answer-lost' });
    expect(await world.codeOf(world.write('r', [set('lost')], { timeoutMs: 50 }))).toBe('deadline_exceeded');
    world.faultOf = () => undefined;
    const { token } = await world.settled(world.write('r', [set('next')]));
    expect(await world.cells('a', 'r')).toEqual(['lost=v', 'next=v']);
    expect(token.writes[0]!.versionMs).toBeGreaterThan(world.seen[0]!.versionMs);
  });
});

describe('a write that would count twice', () => {
  const serverTime = () => setCell('f', Buffer.from('now'), SERVER_TIME, Buffer.from('v'));

  it.each([
    ['an addition', add],
    ["the server's time", serverTime],
  ])('is sent once, whatever becomes of it: %s', async (_, mutation) => {
    world.faultOf = (cluster) => (cluster === 'a' ? { kind: 'answer-lost', afterMs: 5 } : undefined);
    expect(await world.codeOf(world.write('r', [mutation()]))).toBe('store_unavailable');
    expect(clustersSeen()).toEqual(['a']);
    world.faultOf = () => undefined;
    if (mutation === add) expect(await sums('a')).toEqual([ONE]);
  });

  it('is sent on by a cluster that has certainly not processed it', async () => {
    const refused = new BigtableError(GrpcStatus.UNAVAILABLE, 'refused stream', { unprocessed: true });
    world.failureOf = (cluster) => (cluster === 'a' ? refused : undefined);
    expect((await world.settled(world.write('r', [add()]))).cluster).toBe('b');
    expect(await sums('b')).toEqual([ONE]);
  });

  it('goes alone', async () => {
    const door = new Door();
    world.hold = () => door.opened;
    const writes = [[set('1')], [set('2')], [add()], [add(), set('3')], [set('4')], [set('5')]];
    const all = Promise.all(writes.map((mutations) => world.write('r', mutations)));
    door.open();
    await world.settled(all);
    expect(world.seen.map(({ cells }) => cells)).toEqual([['1'], ['2'], [], ['3'], ['4', '5']]);
    expect(await world.cells('a', 'r')).toContain(ONE.replace('\x01', '\x02'));
  });
});

describe('closing', () => {
  it('waits for what is under way, and takes no more', async () => {
    const door = new Door();
    world.hold = () => door.opened;
    const writes = [world.write('r'), world.write('r'), world.write('s')];
    let closed = false;
    const closing = world.writer.close().then(() => (closed = true));
    expect(await world.codeOf(world.write('r'))).toBe('draining');
    await world.clock.advance(100);
    expect(closed).toBe(false);
    door.open();
    await world.settled(Promise.all([...writes, closing]));
    expect(await world.cells('a', 's')).toEqual(['q=v']);
  });

  it('leaves no timer behind', async () => {
    const pending = world.clock.pending;
    await world.settled(world.write('r'));
    world.refuse = () => GrpcStatus.PERMISSION_DENIED;
    await world.codeOf(world.write('r', [set()], { signal: new AbortController().signal }));
    await world.clock.advance(100);
    expect(world.clock.pending).toBe(pending);
  });
});
