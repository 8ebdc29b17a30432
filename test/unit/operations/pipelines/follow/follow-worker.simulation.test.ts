import { FollowWorld } from '../../../../support/follow/follow-world';
import { TEST_SEED } from '../../../../support/test-seed';

const KEYS = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index));
const SEEDS = Number(process.env['TIDEMARK_TEST_FOLLOW_SEEDS'] ?? 5);
/** Longest time in which workers catch up, once nothing disturbs them. */
const CATCH_UP_MAX_MS = 180_000;

/** Runs random writes, splits, merges, pauses and deaths of workers, and then lets the workers catch up. */
async function run(seed: number): Promise<FollowWorld> {
  const world = new FollowWorld(seed, { isStoreUnreliable: true });
  const { random, clock, stream } = world;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  world.addWorker();
  await clock.advance(3_000);
  for (let step = 0; step < 60; step++) {
    for (let count = Math.floor(random() * 4); count > 0; count--) stream.write(pick(KEYS));
    const chance = random();
    if (chance < 0.15) stream.split(KEYS.slice(1).filter(() => random() < 0.3));
    else if (chance < 0.22) pick(world.workers).pause(random() * 15_000);
    else if (chance < 0.26 && world.workers.length < 6) world.addWorker();
    else if (chance < 0.29 && world.workers.length > 1) pick(world.workers.slice(0, -1)).kill();
    await clock.advance(random() * 1_500);
  }
  world.addWorker();
  for (let waitedMs = 0; waitedMs < CATCH_UP_MAX_MS && !hasCaughtUp(world); waitedMs += 1_000)
    await clock.advance(1_000);
  // What has been reached stays so: leases expire several times.
  await clock.advance(20_000);
  return world;
}

function hasCaughtUp({ unprocessed, status, stream }: FollowWorld): boolean {
  const last = stream.changes.at(-1)!.commitMicros;
  return (
    unprocessed.length === 0 &&
    status!.lowWatermarkMicros >= last &&
    status!.partitions === stream.partitions.length
  );
}

describe('workers that share a change stream', () => {
  it.each(Array.from({ length: SEEDS }, (_, index) => TEST_SEED + index))(
    'seed %i: every change is processed and the low watermark is never ahead, through splits, merges, pauses and deaths',
    async (seed) => {
      const world = await run(seed);
      expect(world.violations.slice(0, 3)).toEqual([]);
      expect(world.unprocessed).toEqual([]);
      const last = world.stream.changes.at(-1)!.commitMicros;
      expect(world.status!.lowWatermarkMicros).toBeGreaterThanOrEqual(last);
      expect(world.status!.partitions).toBe(world.stream.partitions.length);
    },
  );

  it('partitions are shared evenly, also with a worker that joins later, and a worker that stops passes its own on', async () => {
    const world = new FollowWorld(1);
    world.stream.split(KEYS.slice(1, 8));
    const first = world.addWorker();
    await world.clock.advance(5_000);
    expect(world.status).toMatchObject({ partitions: 8, own: 8, workers: 1 });
    world.addWorker();
    await world.clock.advance(30_000);
    expect(world.status).toMatchObject({ partitions: 8, own: 4, workers: 2 });
    const stopped = first.worker.stop();
    await world.clock.advance(4_000);
    await stopped;
    await world.clock.advance(3_000);
    expect(world.status).toMatchObject({ partitions: 8, own: 8, workers: 1 });
  });

  it('an object that changes often within a short time is processed once', async () => {
    const world = new FollowWorld(2);
    world.addWorker();
    await world.clock.advance(3_000);
    for (let count = 0; count < 50; count++) world.stream.write('a');
    await world.clock.advance(2_000);
    expect(world.unprocessed).toEqual([]);
    expect(world.processed).toBeLessThan(25);
  });

  it('a worker that takes over begins behind the stored position', async () => {
    const world = new FollowWorld(3);
    const first = world.addWorker();
    await world.clock.advance(3_000);
    for (const key of KEYS) world.stream.write(key);
    await world.clock.advance(5_000);
    expect(world.processed).toBe(KEYS.length);
    first.kill();
    world.addWorker();
    await world.clock.advance(10_000);
    world.stream.write('a');
    await world.clock.advance(3_000);
    expect(world.unprocessed).toEqual([]);
    expect(world.processed).toBe(KEYS.length + 1);
  });
});
