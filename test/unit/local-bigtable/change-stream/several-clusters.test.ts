import type { RowOperation } from '../../../../src/local-bigtable/store/stored-row';
import { StreamWorld } from '../../../support/local-bigtable/stream-world';
import type { LinkConditions } from '../../../../src/routing/topology/topology';

const set = (value: string, timestampMs = 1_000): RowOperation => ({
  kind: 'set',
  family: 'f',
  qualifier: 'q',
  timestampMs,
  value,
});

let world: StreamWorld;
/** Random numbers for the links, in turn; then zeros. */
let chances: number[];

beforeEach(async () => {
  chances = [];
  world = await StreamWorld.open({
    families: [{ name: 'f', gcRule: { kind: 'versions', max: 1 } }],
    clusters: ['a', 'b'],
    random: () => chances.shift() ?? 0,
  });
});
afterEach(() => world.close());

function link(change: Partial<LinkConditions>): void {
  for (const each of world.instance.links) each.configure(change);
}

/** Blocks the links from `a` to the others, but not those to `a`. */
function cutFromA(): void {
  for (const each of world.instance.links) if (each.from.id === 'a') each.configure({ partitioned: true });
}

describe('a change stream of several clusters', () => {
  it('the stream of each cluster contains what that cluster has applied, with origin and commit time', async () => {
    link({ delayMs: 100 });
    const [atA, atB] = [world.read('a'), world.read('b')];
    await world.runPending();
    world.write('a', 'r', [set('x')]);
    await world.clock.advance(99);
    expect(atA.changes).toHaveLength(1);
    expect(atB.changes).toHaveLength(0);
    await world.clock.advance(1);
    expect(atB.changes).toHaveLength(1);
    const [first, second] = [atA.changes[0]!, atB.changes[0]!];
    expect([second.origin, second.commitMicros]).toEqual(['a', first.commitMicros]);
  });

  it('a change that has overtaken an earlier one of its origin is held back', async () => {
    link({ jitterMs: 100, reorderRows: true });
    const atB = world.read('b');
    await world.runPending();
    chances = [0.9, 0.1];
    world.write('a', 'slow', [set('x')]);
    world.write('a', 'fast', [set('x')]);
    await world.clock.advance(50);
    expect(world.table.replicaAt(world.cluster('b')).row('fast')).toBeDefined();
    expect(atB.changes).toEqual([]);
    await world.clock.advance(50);
    expect(atB.changes.map(({ key }) => key)).toEqual(['slow', 'fast']);
  });

  it('the stream follows the commit order of a row even when changes overtake each other', async () => {
    link({ jitterMs: 100, reorderWithinRow: true });
    const atB = world.read('b');
    await world.runPending();
    chances = [0.9, 0.1];
    world.write('a', 'row', [set('slow')]);
    world.write('a', 'row', [set('fast')]);
    await world.clock.advance(50);
    const shown = world.table.replicaAt(world.cluster('b')).row('row')?.cells ?? [];
    expect(shown.map(({ value }) => value)).toEqual(['fast']);
    expect(atB.changes).toEqual([]);
    await world.clock.advance(50);
    const [first, second] = atB.changes;
    expect(atB.changes).toHaveLength(2);
    expect(first!.commitMicros).toBeLessThan(second!.commitMicros);
  });

  it('garbage collection appears after the changes that created the garbage', async () => {
    link({ jitterMs: 100, reorderRows: true });
    const atB = world.read('b');
    await world.runPending();
    chances = [0.9, 0.1];
    world.write('a', 'slow', [set('x')]);
    world.write('a', 'fast', [set('x', 1_000), set('y', 2_000)]);
    await world.clock.advance(50);
    await world.core.collector.sweep();
    await world.runPending();
    expect(atB.changes).toEqual([]);
    await world.clock.advance(50);
    expect(atB.changes.map(({ key, type }) => [key, type])).toEqual([
      ['slow', 'USER'],
      ['fast', 'USER'],
      ['fast', 'GARBAGE_COLLECTION'],
    ]);
  });

  it('the low watermark stops while an origin is unreachable', async () => {
    const heartbeatDuration = { seconds: 1 };
    const [atA, atB] = [world.read('a', { heartbeatDuration }), world.read('b', { heartbeatDuration })];
    await world.advance(1_000);
    cutFromA();
    await world.advance(10);
    world.write('a', 'r', [set('x')]);
    await world.advance(4_990);
    const cutAt = (world.startMs + 1_000) * 1_000;
    expect(atB.lowWatermark).toBeLessThan(cutAt);
    expect(atA.lowWatermark).toBeGreaterThan(cutAt + 4_000_000);
    link({ partitioned: false });
    await world.advance(1_000);
    expect(atB.changes[0]!.commitMicros).toBe(cutAt + 10_000);
    expect(atB.lowWatermark).toBeGreaterThan(cutAt + 4_000_000);
  });

  it('a reader resumes by token at another cluster, and its watermark does not decrease', async () => {
    const heartbeatDuration = { seconds: 1 };
    const atA = world.read('a', { heartbeatDuration });
    await world.advance(1_000);
    cutFromA();
    world.write('a', 'r1', [set('x')]);
    await world.advance(3_000);
    const { token, lowWatermark } = atA;
    const atB = world.read('b', { token: token!, heartbeatDuration });
    await world.advance(2_000);
    // This cluster has received nothing for so long, but the reader has a watermark from another cluster.
    expect(atB.lowWatermark).toBeGreaterThanOrEqual(lowWatermark);
    world.write('a', 'r2', [set('x')]);
    link({ partitioned: false });
    await world.advance(2_000);
    expect(atB.changes.map(({ key }) => key)).toEqual(['r2']);
  });

  it('changes by the system precede all later changes, whatever the clocks show', async () => {
    const atB = world.read('b');
    await world.runPending();
    world.cluster('a').clockSkewMs = 60_000;
    world.write('b', 'r', [set('x')]);
    await world.runPending();
    world.table.replicated.removeRows({ start: '', end: undefined });
    world.write('b', 'r', [set('y')]);
    await world.runPending();
    const byTime = [...atB.changes].sort((x, y) => x.commitMicros - y.commitMicros);
    const kinds = byTime.map(({ mutations }) => Object.keys(mutations[0]!)[0]);
    expect(kinds).toEqual(['setCell', 'deleteFromFamily', 'setCell']);
  });

  it('the stream contains changes that DropRowRange has voided in flight, and then the removal', async () => {
    link({ delayMs: 1_000 });
    const atB = world.read('b');
    await world.runPending();
    world.write('a', 'r', [set('x')]);
    await world.runPending();
    world.table.replicated.removeRows({ start: 'r', end: 's' });
    await world.runPending();
    const kinds = atB.changes.map(({ mutations }) => Object.keys(mutations[0]!)[0]);
    expect(kinds).toEqual(['setCell', 'deleteFromFamily']);
  });

  it('a reader resumes with all data at a cluster that was added later', async () => {
    link({ partitioned: true });
    const before = world.read('a');
    await world.runPending();
    world.write('a', 'r1', [set('x')]);
    await world.runPending();
    world.instance.addCluster({ id: 'c', region: 'c', zone: 'c-a' });
    world.addProfile('c');
    const atC = world.read('c', { startTime: { seconds: world.startMs / 1_000 } });
    world.write('a', 'r2', [set('x')]);
    world.write('c', 'r3', [set('x')]);
    await world.clock.advance(1_000);
    expect(atC.changes.map(({ key }) => key).sort()).toEqual(['r1', 'r2', 'r3']);
    expect(before.changes.map(({ key }) => key).sort()).toEqual(['r1', 'r2', 'r3']);
  });

  it("the stream ends with its cluster, and the cluster's changes remain", async () => {
    link({ delayMs: 1_000 });
    const [atA, atB] = [world.read('a'), world.read('b')];
    await world.runPending();
    world.write('a', 'r', [set('x')]);
    await world.runPending();
    world.instance.removeCluster('a');
    await world.advance(5_000);
    expect(atB.changes.map(({ key, origin }) => [key, origin])).toEqual([['r', 'a']]);
    expect(atB.lowWatermark).toBeGreaterThan((world.startMs + 4_000) * 1_000);
    expect(await atA.ended).toBe(14);
  });

  it('a reader resumes by token at a recreated cluster, although the clock of the old one was ahead', async () => {
    for (const id of ['a', 'b']) world.cluster(id).clockSkewMs = 60_000;
    const before = world.read('b');
    await world.clock.advance(5_000);
    for (const id of ['b', 'a']) world.instance.removeCluster(id);
    world.instance.addCluster({ id: 'b', region: 'b', zone: 'b-a' });
    const resumed = world.read('b', { token: before.token! });
    world.write('b', 'r', [set('x')]);
    await world.runPending();
    expect(resumed.changes.map(({ key }) => key)).toEqual(['r']);
  });
});
