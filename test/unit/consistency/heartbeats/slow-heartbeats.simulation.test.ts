import { DEFAULTS } from '../../../../src/config/defaults';
import { Admission } from '../../../../src/routing/admission/admission';
import { heartbeatScopes } from '../../../../src/consistency/heartbeats/heartbeat-scope';
import { HeartbeatTracker } from '../../../../src/consistency/heartbeats/heartbeat-tracker';
import { HeartbeatWorld, TABLE, type Regions, type WatermarkProcess } from '../../../support/heartbeat-world';

const SHARDS = [0, 7, 255];
const SLOW = DEFAULTS.slowHeartbeats;
const LATENCY_KEY = Buffer.from('00#x');
const OTHER_KEY = Buffer.from('07#x');
const THREE: Regions = { 'eu-a': 'eu', 'us-a': 'us', 'asia-a': 'asia' };

describe('Slow heartbeats', () => {
  let world: HeartbeatWorld;
  const open = async (clusters: Regions = THREE): Promise<void> =>
    void (world = await HeartbeatWorld.open({ clusters }));
  afterEach(() => world.close());

  const start = (region: string, more: object = {}): WatermarkProcess =>
    world.process(region, { shards: SHARDS, limits: SLOW, ...more }).start();
  const age = (process: WatermarkProcess, replica: string, origin: string, key = OTHER_KEY): number =>
    process.clock.nowMs() -
    process.tracker.latestHeartbeatMs(world.cluster(replica), world.cluster(origin), { table: TABLE, key });
  const changes = ({ alarms }: WatermarkProcess): string[] =>
    alarms.map(([{ kind, origin, replica = '' }, change]) => `${kind} ${origin} ${replica} ${change}`).sort();

  it('let each process know of every origin without an alarm, for as long as nothing lags', async () => {
    await open();
    const processes = ['eu', 'us', 'asia'].map((region) => start(region));
    await world.clock.advance(120_000);
    for (let step = 0; step < 30; step++) {
      await world.clock.advance(10_000);
      for (const origin of Object.keys(THREE)) {
        expect([origin, age(processes[0]!, 'eu-a', origin) < 85_000]).toEqual([origin, true]);
        expect([origin, age(processes[0]!, 'eu-a', origin, LATENCY_KEY) < 17_000]).toEqual([origin, true]);
      }
    }
    for (const process of processes) expect(changes(process)).toEqual([]);
    const sent = processes.reduce((sum, { beats }) => sum + beats.sent, 0);
    // Three origins in 420 s: every 30 s for all shards, every 5 s for the one with the latency.
    expect(sent).toBeGreaterThan(230);
    expect(sent).toBeLessThan(385);
  });

  it('take a quarter of the calls and a thirtieth of the bytes of fast ones, or less', async () => {
    const measured = async (
      limits: object,
      warmUpMs: number,
      seconds: number,
    ): Promise<readonly number[]> => {
      await open();
      world.process('us', { limits }).heartbeats.start();
      world.process('asia', { limits }).heartbeats.start();
      const { traffic } = world.process('eu', { limits }).start();
      await world.clock.advance(warmUpMs);
      const before = { ...traffic };
      await world.clock.advance(seconds * 1_000);
      if (limits !== SLOW) await world.close();
      return [(traffic.reads - before.reads) / seconds, (traffic.answerBytes - before.answerBytes) / seconds];
    };
    const [fastReads, fastBytes] = await measured({}, 8_000, 5);
    const [slowReads, slowBytes] = await measured(SLOW, 40_000, 200);
    expect(fastReads! / slowReads!).toBeGreaterThan(4);
    expect(fastBytes! / slowBytes!).toBeGreaterThan(30);
  });

  it('are read at the clusters of the nearest region every interval, and at all others every ten', async () => {
    world = await HeartbeatWorld.open({ clusters: { ...THREE, 'eu-b': 'eu' } });
    const names = (region: string): readonly string[] =>
      start(region)
        .tracker.status()
        .tasks.map(({ name }) => name)
        .sort();
    expect(names('eu')).toEqual([
      'heartbeats shown by asia-a, far',
      'heartbeats shown by eu-a',
      'heartbeats shown by eu-b',
      'heartbeats shown by us-a, far',
      'latency shown by asia-a, far',
      'latency shown by eu-a',
      'latency shown by eu-b',
      'latency shown by us-a, far',
    ]);
    // A region without clusters and links: those that its reads go to, which is the first by name.
    world.reload({ 'us-a': 'us', 'asia-a': 'asia' });
    expect(names('eu').filter((name) => !name.endsWith('far'))).toEqual([
      'heartbeats shown by asia-a',
      'latency shown by asia-a',
    ]);
  });

  it('raise no alarm in a region that is alone, whose process writes and reads those of the others rarely', async () => {
    await open();
    const process = start('eu');
    await world.clock.advance(900_000);
    expect(changes(process)).toEqual([]);
  });

  it('report how far a far replica is behind as of the last look, not how long ago that was', async () => {
    await open();
    const process = start('eu');
    for (let step = 0; step < 30; step++) {
      await world.clock.advance(20_000);
      if (step < 20) continue;
      for (const { lagMs } of process.tracker.lags()) expect(lagMs).toBeLessThan(150_000);
    }
    await world.settled(process.tracker.stop());
    await world.clock.advance(3_600_000);
    for (const { lagMs } of process.tracker.lags()) expect(lagMs).toBeGreaterThan(2_000_000);
  });

  it('raise the alarm of a replica that lags within half a minute at the shard with the latency', async () => {
    await open();
    const processes = ['eu', 'us', 'asia'].map((region) => start(region));
    await world.clock.advance(120_000);
    world.core.faults.partition('eu-a', 'asia-a');
    await world.clock.advance(45_000);
    expect(changes(processes[2]!)).toEqual(['lagging eu-a asia-a begun']);
    world.core.faults.heal();
    await world.clock.advance(15_000);
    expect(changes(processes[2]!)).toEqual(['lagging eu-a asia-a begun', 'lagging eu-a asia-a ended']);
  });

  it('raise the alarm of shards that are late though the one with the latency is not, once the far replicas were looked at too', async () => {
    await open();
    const process = world.process('eu', { shards: SHARDS, limits: SLOW });
    process.tracker.start();
    world.process('eu', { shards: [0], limits: { intervalMs: 5_000 } }).heartbeats.start();
    await world.clock.advance(145_000);
    expect(changes(process)).toEqual([]);
    await world.clock.advance(380_000);
    expect(changes(process)).toEqual(
      Object.keys(THREE)
        .sort()
        .map((origin) => `stopped ${origin}  begun`),
    );
  });

  it('keep an origin in doubt between two looks that find a heartbeat from ahead of time', async () => {
    await open();
    const right = start('eu');
    await world.clock.advance(60_000);
    const wrong = start('us', { skewMs: 600_000 });
    await world.clock.advance(60_000);
    await world.settled(wrong.stop());
    expect(right.tracker.status().alarms.map(({ kind, origin }) => [kind, origin])).toContainEqual([
      'clock-skew',
      'us-a',
    ]);
    for (let step = 0; step < 40; step++) {
      await world.clock.advance(10_000);
      expect(age(right, 'eu-a', 'us-a')).toBe(Infinity);
    }
    expect(changes(right)).not.toContain('clock-skew us-a  ended');
  });

  it('are written by no process, and looked at by none, where they are off', async () => {
    await open();
    const process = start('eu', { limits: { ...SLOW, intervalMs: 0 } });
    await world.clock.advance(600_000);
    expect(process.beats).toEqual({ sent: 0, suppressed: 0, failed: 0 });
    expect(process.tracker.status()).toMatchObject({ alarms: [], tasks: [] });
    expect(age(process, 'eu-a', 'us-a')).toBe(Infinity);
    expect(process.tracker.lags().every(({ lagMs }) => lagMs === undefined)).toBe(true);
  });

  it('inform batch work within seconds that serving has become slow, so that it gives way', async () => {
    await open({ 'eu-a': 'eu', 'us-a': 'us', 'batch-us': 'us' });
    let latencyMs = 10;
    start('eu');
    const us = start('us', { servingLatencyMs: () => latencyMs });
    const { clock, logger } = us;
    const scopes = heartbeatScopes('batch', { topology: () => world.topology, tables: () => [TABLE] });
    const tracker = new HeartbeatTracker({
      clients: world.routing('batch', 'us').clients,
      scopes,
      region: 'us',
      clock,
      logger,
      random: world.random,
      clockSkewMaxMs: 100,
      shards: SHARDS,
      limits: SLOW,
    });
    tracker.start();
    const admission = new Admission({ clock, servingLatencyMs: () => tracker.servingLatencyMs() });
    await world.clock.advance(60_000);
    expect(tracker.servingLatencyMs()).toBe(10);
    latencyMs = 400;
    await world.clock.advance(15_000);
    expect(tracker.servingLatencyMs()).toBe(400);
    for (let second = 0; second < 10; second++) {
      await world.clock.advance(1_000);
      await admission.acquire({});
      admission.release();
    }
    expect(admission.status.inFlightMax).toBe(1);
    latencyMs = 10;
    await world.clock.advance(15_000);
    expect(tracker.servingLatencyMs()).toBe(10);
    await world.settled(us.heartbeats.stop());
    await world.clock.advance(40_000);
    // What is older than the alarm's threshold speaks of another time.
    expect(tracker.servingLatencyMs()).toBeUndefined();
    await world.settled(tracker.stop());
  });
});
