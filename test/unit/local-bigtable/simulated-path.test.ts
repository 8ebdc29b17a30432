import { CollectingSink, FaultWorld } from '../../support/local-bigtable/fault-world';

/** Measures the latency of requests on virtual time: the path there, the cluster's delay, and the path back. */
describe('SimulatedPath', () => {
  let world: FaultWorld;

  beforeEach(async () => {
    world = await FaultWorld.open();
  });
  afterEach(() => world.core.close());

  it('a request takes the delay of the path in both directions', async () => {
    expect((await world.settled(world.write('r', 'v', { at: 'us-a', from: 'eu' }))).tookMs).toBe(80);
    expect((await world.settled(world.read('r', { at: 'us-a', from: 'eu' }))).tookMs).toBe(80);
    expect((await world.settled(world.read('r', { at: 'asia-a', from: 'eu' }))).tookMs).toBe(240);
    expect((await world.settled(world.read('r', { at: 'eu-a', from: 'eu' }))).tookMs).toBe(0);
    expect((await world.settled(world.read('r', { from: 'africa' }))).tookMs).toBe(120);
    expect((await world.settled(world.read('r', { at: 'us-a' }))).tookMs).toBe(0);
  });

  it('a request takes the delay once, however many messages its answer has', async () => {
    const many = await FaultWorld.open(1, { messageBytes: 1, cachedBytesMax: 0 });
    const sink = new CollectingSink();
    for (let row = 0; row < 40; row++) await many.settled(many.write(`r${row}`, `v${row}`, { at: 'us-a' }));
    const { tookMs } = await many.settled(many.scan(sink, { at: 'us-a', from: 'eu' }));
    await many.core.close();
    expect(sink.frames.length).toBeGreaterThanOrEqual(40);
    // The cluster has a limited number of messages in flight, and each such batch takes the path back.
    expect(tookMs).toBeLessThanOrEqual(80 + 40 * Math.ceil(sink.frames.length / 16));
  });

  it('a slow cluster and link jitter add to the latency', async () => {
    world.faults.changeClusters('us-a', { slowMs: 500 });
    expect((await world.settled(world.write('r', 'v', { at: 'us-a' }))).tookMs).toBe(500);
    expect((await world.settled(world.read('r', { at: 'us-a', from: 'eu' }))).tookMs).toBe(580);
    world.faults.changeLinks('eu', 'us', { delayMs: 100 });
    expect((await world.settled(world.read('r', { at: 'us-a', from: 'eu' }))).tookMs).toBe(700);
    world.faults.changeLinks('eu', 'us', { jitterMs: 50 });
    const { tookMs } = await world.settled(world.read('r', { at: 'us-a', from: 'eu' }));
    expect(tookMs).toBeGreaterThan(700);
    expect(tookMs).toBeLessThanOrEqual(801);
  });

  it('a request sees the state at its arrival and takes effect then', async () => {
    const read = world.read('r', { at: 'asia-a', from: 'eu' });
    const write = world.write('r', 'v', { at: 'asia-a', from: 'us' });
    await world.clock.advance(79);
    expect((await world.settled(world.read('r', { at: 'asia-a' }))).value).toBeUndefined();
    await world.clock.advance(1);
    expect((await world.settled(world.read('r', { at: 'asia-a' }))).value).toBe('v');
    expect((await world.settled(read)).value).toBe('v');
    await world.settled(write);
  });

  it('requests fail at the configured error rate, after the same time', async () => {
    world.faults.changeClusters('us-a', { errorRate: 0.3 });
    let failures = 0;
    for (let count = 0; count < 300; count++) {
      const startMs = world.clock.monotonicMs();
      const request = world.read('r', { at: 'us-a', from: 'eu' }).catch((error: Error) => {
        failures++;
        expect(error.message).toBe('The cluster us-a failed: injected by errorRate');
        expect(world.clock.monotonicMs() - startMs).toBe(80);
      });
      await world.settled(request);
    }
    expect(failures).toBeGreaterThan(60);
    expect(failures).toBeLessThan(120);
  });

  it('a request fails when its cluster stops before the request arrives', async () => {
    const write = world.write('r', 'v', { at: 'us-a', from: 'eu' });
    await world.clock.advance(39);
    world.faults.stop('us-a');
    await expect(world.settled(write)).rejects.toThrow('The cluster us-a is unavailable');
  });

  it('a request fails when its cluster is removed before the request arrives', async () => {
    const read = world.read('r', { at: 'us-a', from: 'eu' });
    await world.clock.advance(39);
    world.core.dependencies.instances.removeCluster(world.instance, 'us-a');
    await expect(world.settled(read)).rejects.toThrow('The cluster us-a is unavailable');
  });

  it('a request uses the table that exists at its arrival, not the one at its start', async () => {
    await world.settled(world.write('r', 'v', { at: 'us-a' }));
    const [early, late] = [
      world.read('r', { at: 'us-a', from: 'eu' }),
      world.read('r', { at: 'us-a', from: 'asia' }),
    ];
    await world.clock.advance(39);
    await world.dropTable();
    await world.clock.advance(1);
    await world.createTable();
    await expect(world.settled(early)).rejects.toThrow('Table not found');
    expect((await world.settled(late)).value).toBeUndefined();
  });

  it('a request fails and has no effect when the path is partitioned before its arrival', async () => {
    const write = world.write('r', 'v', { at: 'us-a', from: 'eu' });
    await world.clock.advance(39);
    world.faults.partition('eu', 'us');
    await expect(world.settled(write)).rejects.toThrow('The cluster us-a cannot be reached from eu');
    expect((await world.settled(world.read('r', { at: 'us-a' }))).value).toBeUndefined();
  });

  it('a request fails and has taken effect when the path is partitioned during the answer', async () => {
    const write = world.write('r', 'v', { at: 'us-a', from: 'eu' });
    await world.clock.advance(41);
    world.faults.partition('eu', 'us');
    await expect(world.settled(write)).rejects.toThrow('The cluster us-a cannot be reached from eu');
    expect((await world.settled(world.read('r', { at: 'us-a' }))).value).toBe('v');
  });

  it('a scan receives nothing after the path is partitioned', async () => {
    const many = await FaultWorld.open(1, { messageBytes: 1, cachedBytesMax: 0 });
    const sink = new CollectingSink();
    for (let row = 0; row < 40; row++) await many.settled(many.write(`r${row}`, `v${row}`, { at: 'us-a' }));
    const scan = many.scan(sink, { at: 'us-a', from: 'eu' });
    void many.clock.schedule(81, () => void many.faults.partition('eu', 'us'));
    await expect(many.settled(scan)).rejects.toThrow('The cluster us-a cannot be reached from eu');
    expect(sink.frames.length).toBeLessThan(40);
    await many.core.close();
  });

  it('a read that is cancelled on its way ends immediately and is not served', async () => {
    const sink = new CollectingSink();
    await world.settled(world.write('r', 'v', { at: 'us-a' }));
    const timers = world.clock.pending;
    const read = world.read('r', { at: 'us-a', from: 'eu' }, sink);
    expect(world.clock.pending).toBe(timers + 1);
    sink.giveUp();
    expect(world.clock.pending).toBe(timers);
    expect(await read).toBeUndefined();
  });

  it('a read that is cancelled during its answer receives nothing more', async () => {
    const sink = new CollectingSink();
    await world.settled(world.write('r', 'v', { at: 'us-a' }));
    const read = world.read('r', { at: 'us-a', from: 'eu' }, sink);
    await world.clock.advance(50);
    sink.giveUp();
    expect((await world.settled(read)).value).toBeUndefined();
  });

  it('a write arrives even if its caller cancels', async () => {
    void world.write('r', 'v', { at: 'us-a', from: 'eu' });
    await world.clock.advance(40);
    expect((await world.settled(world.read('r', { at: 'us-a' }))).value).toBe('v');
  });
});
