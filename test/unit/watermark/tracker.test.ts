import { HeartbeatWorld, TABLE, type WatermarkProcess } from '../../support/heartbeat-world';

const SHARDS = [0, 7, 255];
const KEY = Buffer.from('07#x');

describe('Tracker', () => {
  let world: HeartbeatWorld;
  beforeEach(async () => {
    world = await HeartbeatWorld.open();
  });
  afterEach(() => world.close());

  const seen = ({ tracker }: WatermarkProcess, replica: string, origin: string, key = KEY): number =>
    tracker.seen(world.cluster(replica), world.cluster(origin), { table: TABLE, key });
  const age = (process: WatermarkProcess, replica: string, origin: string): number =>
    world.clock.nowMs() - seen(process, replica, origin);

  it('knows the heartbeats of every origin at every replica, a few seconds old at most', async () => {
    const process = world.process('eu', { shards: SHARDS }).start();
    await world.clock.advance(10_000);
    for (const replica of ['eu-a', 'eu-b', 'us-a', 'asia-a']) {
      for (const origin of ['eu-a', 'eu-b', 'us-a', 'asia-a']) {
        const limitMs = replica.startsWith('eu') ? 5_200 : 8_000;
        expect([replica, origin, age(process, replica, origin) < limitMs]).toEqual([replica, origin, true]);
      }
    }
    expect(age(process, 'eu-a', 'eu-b')).toBeLessThan(2_500);
    expect(seen(process, 'eu-a', 'eu-b', Buffer.from('08#x'))).toBe(-Infinity);
    expect(process.alarms).toEqual([]);
  });
});
