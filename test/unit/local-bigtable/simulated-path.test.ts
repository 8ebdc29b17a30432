import { CollectingSink, FaultWorld } from '../../support/fault-world';

/** What requests take, on virtual time: there, what the cluster dawdles, and back. */
describe('A request', () => {
  let world: FaultWorld;

  beforeEach(async () => {
    world = await FaultWorld.open();
  });
  afterEach(() => world.core.close());

  it('takes the way to its cluster and back', async () => {
    expect((await world.settled(world.write('r', 'v', { at: 'us-a', from: 'eu' }))).tookMs).toBe(80);
    expect((await world.settled(world.read('r', { at: 'us-a', from: 'eu' }))).tookMs).toBe(80);
    expect((await world.settled(world.read('r', { at: 'asia-a', from: 'eu' }))).tookMs).toBe(240);
    expect((await world.settled(world.read('r', { at: 'eu-a', from: 'eu' }))).tookMs).toBe(0);
    expect((await world.settled(world.read('r', { from: 'africa' }))).tookMs).toBe(120);
    expect((await world.settled(world.read('r', { at: 'us-a' }))).tookMs).toBe(0);
  });

  it('takes it once, however many messages its answer has', async () => {
    const many = await FaultWorld.open(1, { messageBytes: 1, cachedBytesMax: 0 });
    const sink = new CollectingSink();
    for (let row = 0; row < 40; row++) await many.settled(many.write(`r${row}`, `v${row}`, { at: 'us-a' }));
    const { tookMs } = await many.settled(many.scan(sink, { at: 'us-a', from: 'eu' }));
    await many.core.close();
    expect(sink.frames.length).toBeGreaterThanOrEqual(40);
    // The cluster is ahead of the client by so many messages at most, and each such lot takes the way back.
    expect(tookMs).toBeLessThanOrEqual(80 + 40 * Math.ceil(sink.frames.length / 16));
  });

  it('takes the time that a slow cluster and a lagging link add', async () => {
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

  it('sees what is there when it arrives, and is seen from then on', async () => {
    const read = world.read('r', { at: 'asia-a', from: 'eu' });
    const write = world.write('r', 'v', { at: 'asia-a', from: 'us' });
    await world.clock.advance(79);
    expect((await world.settled(world.read('r', { at: 'asia-a' }))).value).toBeUndefined();
    await world.clock.advance(1);
    expect((await world.settled(world.read('r', { at: 'asia-a' }))).value).toBe('v');
    expect((await world.settled(read)).value).toBe('v');
    await world.settled(write);
  });

  it('fails as often as its cluster has been told to, after the same time', async () => {
    world.faults.changeClusters('us-a', { errorRate: 0.3 });
    let failures = 0;
    for (let count = 0; count < 300; count++) {
      const startMs = world.clock.monotonicMs();
      const request = world.read('r', { at: 'us-a', from: 'eu' }).catch((error: Error) => {
        failures++;
        expect(error.message).toBe('The cluster us-a fails, as it was told to');
        expect(world.clock.monotonicMs() - startMs).toBe(80);
      });
      await world.settled(request);
    }
    expect(failures).toBeGreaterThan(60);
    expect(failures).toBeLessThan(120);
  });

  it('fails when its cluster stops before it is there', async () => {
    const write = world.write('r', 'v', { at: 'us-a', from: 'eu' });
    await world.clock.advance(39);
    world.faults.stop('us-a');
    await expect(world.settled(write)).rejects.toThrow('The cluster us-a is unavailable');
  });

  it('fails when its cluster is removed before it is there', async () => {
    const read = world.read('r', { at: 'us-a', from: 'eu' });
    await world.clock.advance(39);
    world.core.services.instances.removeCluster(world.instance, 'us-a');
    await expect(world.settled(read)).rejects.toThrow('The cluster us-a is unavailable');
  });

  it('finds the table that is there when it arrives, not the one that was there when it left', async () => {
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

  it('fails when what lies between is cut before it is there, and has not happened', async () => {
    const write = world.write('r', 'v', { at: 'us-a', from: 'eu' });
    await world.clock.advance(39);
    world.faults.partition('eu', 'us');
    await expect(world.settled(write)).rejects.toThrow('The cluster us-a cannot be reached from eu');
    expect((await world.settled(world.read('r', { at: 'us-a' }))).value).toBeUndefined();
  });

  it('fails when what lies between is cut while its answer is on the way, and has happened', async () => {
    const write = world.write('r', 'v', { at: 'us-a', from: 'eu' });
    await world.clock.advance(41);
    world.faults.partition('eu', 'us');
    await expect(world.settled(write)).rejects.toThrow('The cluster us-a cannot be reached from eu');
    expect((await world.settled(world.read('r', { at: 'us-a' }))).value).toBe('v');
  });

  it('that scans hears no more once it is cut off', async () => {
    const many = await FaultWorld.open(1, { messageBytes: 1, cachedBytesMax: 0 });
    const sink = new CollectingSink();
    for (let row = 0; row < 40; row++) await many.settled(many.write(`r${row}`, `v${row}`, { at: 'us-a' }));
    const scan = many.scan(sink, { at: 'us-a', from: 'eu' });
    void many.clock.schedule(81, () => void many.faults.partition('eu', 'us'));
    await expect(many.settled(scan)).rejects.toThrow('The cluster us-a cannot be reached from eu');
    expect(sink.frames.length).toBeLessThan(40);
    await many.core.close();
  });

  it('that reads ends with its caller, at once, and is not served', async () => {
    const sink = new CollectingSink();
    await world.settled(world.write('r', 'v', { at: 'us-a' }));
    const timers = world.clock.pending;
    const read = world.read('r', { at: 'us-a', from: 'eu' }, sink);
    expect(world.clock.pending).toBe(timers + 1);
    sink.giveUp();
    expect(world.clock.pending).toBe(timers);
    expect(await read).toBeUndefined();
  });

  it('that reads and is given up on its way back is heard no more', async () => {
    const sink = new CollectingSink();
    await world.settled(world.write('r', 'v', { at: 'us-a' }));
    const read = world.read('r', { at: 'us-a', from: 'eu' }, sink);
    await world.clock.advance(50);
    sink.giveUp();
    expect((await world.settled(read)).value).toBeUndefined();
  });

  it('that writes arrives, whatever its caller does', async () => {
    void world.write('r', 'v', { at: 'us-a', from: 'eu' });
    await world.clock.advance(40);
    expect((await world.settled(world.read('r', { at: 'us-a' }))).value).toBe('v');
  });
});
