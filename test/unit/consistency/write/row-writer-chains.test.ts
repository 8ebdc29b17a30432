import { addToCell } from '../../../../src/bigtable/write/mutations';
import { chainsOf } from '../../../../src/core/consistency/row-chains';
import { originOf } from '../../../../src/core/consistency/row-watermark';
import { GrpcStatus } from '../../../../src/platform/network/grpc';
import { clusterOf, set, WriterWorld, type SeenRow } from '../row-writer-world';

let world: WriterWorld;

beforeEach(async () => {
  world = await WriterWorld.open({ retryInitialDelayMs: 10, retryMaxDelayMs: 100, rowsTrackedMax: 4 });
});

afterEach(() => world.close());

const add = () => addToCell('sum', Buffer.from('n'), 0, 1);

async function write(key = 'r'): Promise<SeenRow> {
  await world.settled(world.write(key));
  return world.seen.at(-1)!;
}

/** Whether each chain that the cluster shows of the row is complete up to its newest cell. */
async function isComplete(cluster: string, key = 'r'): Promise<boolean> {
  const { cells } = (await world.read(cluster, key))!;
  const { watermark, complete } = chainsOf(cells, { replicatedBeforeMs: 0, depth: 64 });
  return [...watermark].every(([column, versionMs]) => complete.get(column) === versionMs);
}

describe('The watermark of a write', () => {
  it('names the acknowledged write before it, and 0 for the first one', async () => {
    const rows = [await write(), await write(), await write()];
    expect(rows.map(({ predecessorMs }) => predecessorMs)).toEqual([
      0,
      rows[0]!.versionMs,
      rows[1]!.versionMs,
    ]);
    expect(await isComplete('a')).toBe(true);
  });

  it('names a write of the same row', async () => {
    const first = await write('r');
    await write('s');
    const last = await write('r');
    expect(last.predecessorMs).toBe(first.versionMs);
  });

  it('names the write before it at the same origin, where others took those in between', async () => {
    const first = await write();
    world.targets = ['b'];
    const elsewhere = await write();
    world.targets = ['a'];
    const last = await write();
    expect(originOf(elsewhere.column)).toBe(clusterOf('b').code);
    expect([elsewhere.predecessorMs, last.predecessorMs]).toEqual([0, first.versionMs]);
    expect(last.column).toBe(first.column);
  });

  it('is the same in each attempt at a cluster, and names the predecessor there at the next one', async () => {
    const first = await write();
    let refusals = 4;
    world.refuse = () => (refusals-- > 0 ? GrpcStatus.UNAVAILABLE : undefined);
    await world.settled(world.write('r'));
    const attempts = world.seen.slice(1);
    expect(attempts.map(({ cluster }) => cluster)).toEqual(['a', 'b', 'c', 'a', 'b']);
    expect(attempts.map(({ predecessorMs }) => predecessorMs)).toEqual([
      first.versionMs,
      0,
      0,
      first.versionMs,
      0,
    ]);
    expect(new Set(attempts.map(({ versionMs }) => versionMs)).size).toBe(1);
  });

  it('does not name a write that was certainly rejected', async () => {
    const first = await write();
    world.refuse = () => GrpcStatus.PERMISSION_DENIED;
    expect(await world.codeOf(world.write('r'))).toBe('store_rejected');
    world.refuse = () => undefined;
    const last = await write();
    expect([last.column, last.predecessorMs]).toEqual([first.column, first.versionMs]);
    expect(await isComplete('a')).toBe(true);
  });

  it('begins a chain of its own after a write of unknown outcome', async () => {
    world.targets = ['a'];
    const first = await write();
    world.faultOf = () => ({ kind: 'answer-lost' });
    expect(await world.codeOf(world.write('r', [set('lost')], { timeoutMs: 50 }))).toBe('deadline_exceeded');
    world.faultOf = () => undefined;
    const next = await write();
    expect(next.column).not.toBe(first.column);
    expect([next.predecessorMs, (await write()).predecessorMs]).toEqual([0, next.versionMs]);
    expect(await isComplete('a')).toBe(true);
  });

  it('begins a chain of its own when the row was forgotten meanwhile', async () => {
    const first = await write('r');
    for (const key of ['1', '2', '3', '4', '5']) await write(key);
    const last = await write('r');
    expect(last.column).not.toBe(first.column);
    expect(last.predecessorMs).toBe(0);
  });

  it('is one for all writes that were joined, and names the joined ones before them', async () => {
    world.hold = () => world.delay(5);
    await world.settled(Promise.all([1, 2, 3].map((name) => world.write('r', [set(String(name))]))));
    const [first, joined] = world.seen;
    expect(joined!.cells).toEqual(['2', '3']);
    expect(joined!.predecessorMs).toBe(first!.versionMs);
    expect((await write()).predecessorMs).toBe(joined!.versionMs);
  });
});

describe('An attempt whose time is over', () => {
  beforeEach(() => {
    world.faultOf = (cluster) => (cluster === 'a' ? { kind: 'answer-lost' } : undefined);
  });

  it('may have been committed: the row goes on under another id, and names nothing before', async () => {
    const { cluster } = await world.settled(world.write('r', [set('first')], { timeoutMs: 900 }));
    expect(cluster).toBe('b');
    world.faultOf = () => undefined;
    expect(await world.cells('a', 'r')).toContain('first=v');
    const next = await write();
    expect(next.column.slice(4)).not.toBe(world.seen[0]!.column.slice(4));
    expect(next.predecessorMs).toBe(0);
  });

  it('is the last one of a write that would count twice', async () => {
    const code = await world.codeOf(world.write('r', [add()], { timeoutMs: 900 }));
    expect(code).toBe('deadline_exceeded');
    expect(world.seen.map(({ cluster }) => cluster)).toEqual(['a']);
    world.faultOf = () => undefined;
    const next = await write();
    expect(next.column).not.toBe(world.seen[0]!.column);
  });
});
