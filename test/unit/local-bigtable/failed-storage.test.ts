import { StreamWorld } from '../../support/local-bigtable/stream-world';

const set = { kind: 'set', family: 'f', qualifier: 'q', timestampMs: 1_000, value: 'x' } as const;

describe('failed storage', () => {
  it('commits that arrive from other clusters are not applied and do not end the process', async () => {
    const world = await StreamWorld.open({ families: [{ name: 'f' }], clusters: ['a', 'b'] });
    for (const link of world.instance.links) link.configure({ delayMs: 100 });
    world.write('a', 'r', [set]);
    await world.runPending();
    world.storage.failCommits('no space');
    world.write('a', 's', [set]);
    await world.clock.advance(100);
    expect(() => world.write('a', 'r', [set])).toThrow('the data folder cannot be written: no space');
    expect(world.table.replicaAt(world.cluster('b')).row('r')).toBeUndefined();
    await world.close();
  });

  it('commits in flight arrive at other clusters as soon as storage works again', async () => {
    const world = await StreamWorld.open({ families: [{ name: 'f' }], clusters: ['a', 'b'] });
    for (const link of world.instance.links) link.configure({ delayMs: 100 });
    world.write('a', 'arriving', [set]);
    await world.runPending();
    world.storage.failCommits('No space left on device');
    world.write('a', 'leaving', [set]);
    await world.clock.advance(100);
    const keysAtB = (): string[] => {
      const replica = world.table.replicaAt(world.cluster('b'));
      return ['arriving', 'leaving'].filter((key) => replica.row(key) !== undefined);
    };
    expect(keysAtB()).toEqual([]);
    world.storage.repairStorage();
    await world.clock.advance(1_100);
    expect(keysAtB()).toEqual(['arriving', 'leaving']);
    await world.runPending();
    expect(world.storage.entries('log', world.table.number).size).toBe(0);
    await world.close();
  });

  it('rejected changes leave no trace in memory', async () => {
    const world = await StreamWorld.open({ families: [{ name: 'f' }], clusters: ['a', 'b'] });
    const { instances, tables, catalog, changeStreams, idempotency, clock } = world.core.dependencies;
    world.write('a', 'r', [set]);
    await world.runPending();
    world.storage.failCommits('No space left on device');
    world.write('a', 'r', [set]);
    await world.clock.advance(1);
    const { backlogBytes } = world.instance;
    const { definition } = world.table;
    const full = /its disk is full/;
    expect(() => world.write('a', 'r', [set])).toThrow(full);
    expect(() => instances.create('projects/p/instances/new', [])).toThrow(full);
    expect(() => instances.removeCluster(world.instance, 'b')).toThrow(full);
    await expect(tables.redefine(world.table, { ...definition })).rejects.toThrow(full);
    await expect(changeStreams.expire(clock.nowMs(), 1)).rejects.toThrow(full);
    await expect(idempotency.expire(1)).rejects.toThrow(full);
    expect(world.instance.backlogBytes).toBe(backlogBytes);
    expect(catalog.instances.has('projects/p/instances/new')).toBe(false);
    expect(world.instance.clusters.has('b')).toBe(true);
    expect(world.table.definition).toBe(definition);
    await world.close();
  });

  it('a reader of changes receives no watermark that is not durable, and writers continue afterwards', async () => {
    const world = await StreamWorld.open({ families: [{ name: 'f' }], clusters: ['a', 'b'] });
    await world.runPending();
    world.storage.failCommits('No space left on device');
    world.write('a', 'r', [set]);
    await world.advance(100);
    const call = world.read('a', { heartbeatDuration: { seconds: 1 } });
    await world.advance(1_000);
    expect(call.events).toEqual([]);
    world.storage.repairStorage();
    await world.advance(1_000);
    const later = world.read('a', { heartbeatDuration: { seconds: 1 } });
    world.write('a', 's', [set]);
    await world.advance(2_000);
    expect(later.events.map(({ kind }) => kind)).toContain('heartbeat');
    expect(world.core.dependencies.commits.failure).toBeUndefined();
    await world.close();
  });

  it('nothing is written after the server has closed', async () => {
    const world = await StreamWorld.open({ families: [{ name: 'f' }], clusters: ['a', 'b'] });
    for (const link of world.instance.links) link.configure({ delayMs: 100 });
    world.write('a', 'r', [set]);
    await world.runPending();
    const release = world.storage.holdCommits();
    world.write('a', 's', [set]);
    const closing = world.close();
    await world.clock.advance(100);
    release();
    await closing;
    expect(world.storage.entries('log', world.table.number).size).toBe(2);
    expect(world.clock.pending).toBe(0);
  });
});
