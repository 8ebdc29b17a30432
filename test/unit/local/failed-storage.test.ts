import { StreamWorld } from '../../support/stream-world';

const set = { kind: 'set', family: 'f', qualifier: 'q', timestampMs: 1_000, value: 'x' } as const;

describe('When storage has failed', () => {
  it('what still arrives from other clusters is left alone, and does not end the process', async () => {
    const world = await StreamWorld.open({ families: [{ name: 'f' }], clusters: ['a', 'b'] });
    for (const link of world.instance.links) link.configure({ delayMs: 100 });
    world.write('a', 'r', [set]);
    await world.settle();
    world.storage.fail('no space');
    world.write('a', 's', [set]);
    await world.clock.advance(100);
    expect(() => world.write('a', 'r', [set])).toThrow('the data folder cannot be written: no space');
    expect(world.table.replicaAt(world.cluster('b')).row('r')).toBeUndefined();
    await world.close();
  });

  it('nothing is written once the server has closed', async () => {
    const world = await StreamWorld.open({ families: [{ name: 'f' }], clusters: ['a', 'b'] });
    for (const link of world.instance.links) link.configure({ delayMs: 100 });
    world.write('a', 'r', [set]);
    await world.settle();
    const release = world.storage.hold();
    world.write('a', 's', [set]);
    const closing = world.close();
    await world.clock.advance(100);
    release();
    await closing;
    expect(world.storage.entries('log', world.table.number).size).toBe(2);
    expect(world.clock.pending).toBe(0);
  });
});
