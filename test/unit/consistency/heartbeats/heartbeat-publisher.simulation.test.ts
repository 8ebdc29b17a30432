import { SHARDS } from '../../../../src/consistency/heartbeats/heartbeat-row';
import {
  HEARTBEATS_PER_POLL_MESSAGE_MAX,
  HeartbeatPublisher,
  shardsOf,
  type SharedPoll,
} from '../../../../src/consistency/heartbeats/heartbeat-publisher';
import {
  TrackedHeartbeats,
  type HeartbeatSeries,
} from '../../../../src/consistency/heartbeats/tracked-heartbeats';
import { HeartbeatWorld, TABLE, type WatermarkProcess } from '../../../support/heartbeat-world';

const KEY = Buffer.from('07#x');
const TWO = { 'eu-a': 'eu', 'us-a': 'us' };
const IDS = Object.keys(TWO);

describe('A process that follows the looks of another one', () => {
  let world: HeartbeatWorld;
  let reader: WatermarkProcess;
  let follower: WatermarkProcess;
  const looks: SharedPoll[] = [];
  afterEach(() => world.close());

  const open = async (): Promise<void> => {
    looks.length = 0;
    world = await HeartbeatWorld.open({ clusters: TWO });
    follower = world.process('eu');
    follower.tracker.start({ polls: false });
    reader = world
      .process('eu', {
        onLooked(look) {
          looks.push(look);
          // As between processes.
          follower.tracker.applyShared(structuredClone(look));
        },
      })
      .start();
  };

  const seen = ({ tracker }: WatermarkProcess, replica: string, origin: string, key = KEY): number =>
    tracker.latestHeartbeatMs(world.cluster(replica), world.cluster(origin), { table: TABLE, key });
  const all = (process: WatermarkProcess): readonly number[] =>
    IDS.flatMap((replica) =>
      IDS.flatMap((origin) =>
        ['00#', '07#', 'ff#'].map((key) => seen(process, replica, origin, Buffer.from(key))),
      ),
    );
  const kinds = ({ tracker }: WatermarkProcess): readonly string[] =>
    tracker.status().alarms.map(({ kind, origin }) => `${kind} ${origin}`);

  it('knows what the reader knows, shard by shard, and reads nothing itself', async () => {
    await open();
    await world.clock.advance(10_000);
    expect(all(reader).every((atMs) => atMs > 0)).toBe(true);
    expect(all(follower)).toEqual(all(reader));
    expect(follower.tracker.status().tasks).toEqual([]);
    expect(reader.tracker.status().tasks).toHaveLength(2);
  });

  it('is sent only what is new: a heartbeat once, however often it is read', async () => {
    await open();
    await world.clock.advance(10_000);
    await world.settled(reader.heartbeats.stop());
    await world.clock.advance(5_000);
    looks.length = 0;
    await world.clock.advance(5_000);
    expect(looks.length).toBeGreaterThan(3);
    expect(looks.flatMap(({ heartbeats }) => heartbeats)).toEqual([]);
  });

  it('that begins late is sent everything at once, and raises no alarm by that', async () => {
    await open();
    await world.clock.advance(10_000);
    await world.settled(reader.heartbeats.stop());
    await world.clock.advance(5_000);
    follower = world.process('eu');
    follower.tracker.start({ polls: false });
    await world.clock.advance(5_000);
    expect(all(follower).every((atMs) => atMs === -Infinity)).toBe(true);
    looks.length = 0;
    reader.tracker.shareAll();
    expect(looks.map(({ isComplete }) => isComplete)).toEqual([false, false]);
    expect(all(follower)).toEqual(all(reader));
    expect(kinds(follower)).toEqual([]);
  });

  it('raises and ends the alarms that the reader does: also where a replica cannot be read', async () => {
    await open();
    await world.clock.advance(10_000);
    world.core.faults.stop('us-a');
    await world.clock.advance(20_000);
    expect(kinds(follower)).toEqual(['stopped us-a', 'lagging eu-a']);
    expect(kinds(follower)).toEqual(kinds(reader));
    world.core.faults.start('us-a');
    await world.clock.advance(15_000);
    expect(kinds(follower)).toEqual([]);
  });

  it('doubts an origin when the reader does, and forgets what it knew of it', async () => {
    await open();
    await world.clock.advance(10_000);
    const wrong = world.process('us', { skewMs: 5_000 }).start();
    await world.clock.advance(6_000);
    expect(kinds(follower)).toContain('clock-skew us-a');
    expect(seen(follower, 'eu-a', 'us-a')).toBe(-Infinity);
    await world.settled(wrong.stop());
    await world.clock.advance(60_000);
    expect(kinds(follower)).toEqual([]);
    expect(all(follower)).toEqual(all(reader));
    expect(seen(follower, 'eu-a', 'us-a')).toBeGreaterThan(0);
  });

  it('does not believe what was ahead of the clock when it was read, and no more is when it arrives', async () => {
    await open();
    await world.clock.advance(10_000);
    const before = seen(follower, 'eu-a', 'us-a');
    const code = world.cluster('us-a').code;
    const shared = { table: TABLE, replica: world.cluster('eu-a').code, origin: code };
    const atMs = world.clock.nowMs();
    follower.tracker.applyShared({
      replica: 'eu-a',
      schedule: 'heartbeats',
      isComplete: true,
      heartbeats: [{ ...shared, atMs, shards: new Uint8Array(32).fill(255), isAhead: true }],
    });
    expect(before).toBeGreaterThan(0);
    expect(seen(follower, 'eu-a', 'us-a')).toBe(-Infinity);
  });

  it('does not believe what is ahead of its own clock either', async () => {
    await open();
    const code = world.cluster('us-a').code;
    follower.tracker.applyShared({
      replica: 'eu-a',
      schedule: 'heartbeats',
      isComplete: true,
      heartbeats: [
        {
          table: TABLE,
          replica: world.cluster('eu-a').code,
          origin: code,
          isAhead: false,
          atMs: world.clock.nowMs() + 60_000,
          shards: new Uint8Array(32).fill(255),
        },
      ],
    });
    expect(seen(follower, 'eu-a', 'us-a')).toBe(-Infinity);
    expect(kinds(follower)).toEqual(['clock-skew us-a']);
  });

  it('leaves out what its topology does not have', async () => {
    await open();
    const unknown = { table: 'other', replica: 'xxxx', origin: 'yyyy', atMs: 1, isAhead: false };
    const look = { replica: 'nowhere', schedule: 'unknown', isComplete: true };
    const heartbeats = [{ ...unknown, shards: new Uint8Array(32).fill(255) }];
    expect(() => follower.tracker.applyShared({ ...look, heartbeats })).not.toThrow();
  });

  it('polls itself when it is started to poll after all', async () => {
    await open();
    await world.clock.advance(5_000);
    await world.settled(reader.stop());
    follower.tracker.start();
    follower.heartbeats.start();
    await world.clock.advance(10_000);
    for (const atMs of all(follower)) expect(world.clock.nowMs() - atMs).toBeLessThan(8_000);
    expect(follower.tracker.status().tasks).toHaveLength(2);
  });
});

describe('A look that is shared', () => {
  const series = (origins: number): readonly HeartbeatSeries[] => {
    const cluster = (code: string) => ({ id: code, code, region: 'eu' }) as never;
    const tracked = new TrackedHeartbeats(['heartbeats']);
    const clusters = Array.from({ length: origins }, (_, n) => cluster(`o${n}`));
    tracked.follow([{ table: 't', replicas: [cluster('r')], origins: clusters, links: [] }], 0);
    return [...tracked.all()];
  };

  it('has one entry for all shards of one time, and lists them', () => {
    const [one] = series(1);
    one!.times.fill(5_000);
    one!.times[9] = 6_000;
    const [look, ...more] = new HeartbeatPublisher().takeUnshared('r', 'heartbeats', [one!]);
    expect(more).toEqual([]);
    expect(look!.heartbeats.map(({ atMs }) => atMs).sort()).toEqual([5_000, 6_000]);
    const shards = look!.heartbeats.map((each) => [...shardsOf(each)]).sort((a, b) => a.length - b.length);
    expect(shards[0]).toEqual([9]);
    expect(shards[1]).toHaveLength(SHARDS - 1);
  });

  it('is bounded: what is more follows in further ones, of which the last is marked as', () => {
    const all = series(5);
    for (const { times } of all) times.forEach((_, shard) => (times[shard] = 1_000 + shard));
    const looks = new HeartbeatPublisher().takeUnshared('r', 'heartbeats', all);
    expect(looks.map(({ heartbeats }) => heartbeats.length)).toEqual([
      HEARTBEATS_PER_POLL_MESSAGE_MAX,
      HEARTBEATS_PER_POLL_MESSAGE_MAX,
      5 * SHARDS - 2 * HEARTBEATS_PER_POLL_MESSAGE_MAX,
    ]);
    expect(looks.map(({ isComplete }) => isComplete)).toEqual([false, false, true]);
  });

  it('is empty, and there all the same, where nothing is new', () => {
    expect(new HeartbeatPublisher().takeUnshared('r', 'heartbeats', [])).toEqual([
      { replica: 'r', schedule: 'heartbeats', heartbeats: [], isComplete: true },
    ]);
  });
});
