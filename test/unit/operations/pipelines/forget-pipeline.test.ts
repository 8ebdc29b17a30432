import { FOLLOW_DEFAULTS } from '../../../../src/config/sections/pipelines/follow';
import { createForgetPipeline } from '../../../../src/operations/pipelines/forget-pipeline';
import { FollowWorld } from '../../../support/follow/follow-world';
import { tidemarkError } from '../../../support/tidemark-error';

const { signal } = new AbortController();

describe('A pipeline that is forgotten', () => {
  /** Starts a worker that has processed a change, and returns what forgets its pipeline. */
  async function followed() {
    const world = new FollowWorld(1);
    const worker = world.addWorker();
    await world.clock.advance(5_000);
    const removed: string[] = [];
    const forget = createForgetPipeline({
      state: world.state,
      runs: { removeAll: (name, { dryRun }) => Promise.resolve(removed.push(`runs of ${name} ${dryRun}`)) },
      successes: { remove: (name, { dryRun }) => Promise.resolve(removed.push(`${name} ${dryRun}`) > 0) },
      clock: world.clock,
      limits: FOLLOW_DEFAULTS,
    });
    const before = await world.state.layout();
    return { world, worker, removed, before, forget: (dryRun = false) => forget('p', { dryRun, signal }) };
  }

  it('is kept while a worker follows it', async () => {
    const { world, before, removed, forget } = await followed();
    const forgetting = expect(forget()).rejects.toThrow(
      tidemarkError('pipeline_conflict', undefined, 'worker1'),
    );
    await world.clock.advance(20_000);
    await forgetting;
    expect(await world.state.layout()).toEqual(before);
    expect(removed).toEqual([]);
  });

  it('has no partitions once the lease of a dead worker has expired, and not before', async () => {
    const { world, worker, before, removed, forget } = await followed();
    worker.kill();
    let isForgotten = false;
    const forgetting = forget().finally(() => (isForgotten = true));
    await world.clock.advance(5_000);
    expect([isForgotten, await world.state.layout()]).toEqual([false, before]);
    await world.clock.advance(10_000);
    expect(await forgetting).toEqual({ partitions: before.partitions.length, runs: 1, success: true });
    const { layout, records } = await world.state.view();
    expect([layout.partitions, records.size]).toEqual([[], 0]);
    expect(removed).toEqual(['runs of p false', 'p false']);
  });

  it('is followed from the present when it is followed again, under numbers that no earlier record has', async () => {
    const { world, worker, before, forget } = await followed();
    const stopping = worker.worker.stop();
    await world.clock.advance(1_000);
    await stopping;
    const forgetting = forget();
    await world.clock.advance(1_000);
    await forgetting;
    world.addWorker();
    await world.clock.advance(5_000);
    const { partitions } = await world.state.layout();
    expect(partitions.length).toBeGreaterThan(0);
    for (const { id } of partitions) expect(id).toBeGreaterThanOrEqual(before.nextId);
  });

  it('stays as it is in a dry run, which counts', async () => {
    const { world, worker, before, removed, forget } = await followed();
    const stopping = worker.worker.stop();
    await world.clock.advance(1_000);
    await stopping;
    const forgetting = forget(true);
    await world.clock.advance(1_000);
    expect(await forgetting).toMatchObject({ partitions: before.partitions.length });
    expect(await world.state.layout()).toEqual(before);
    expect(removed).toEqual(['runs of p true', 'p true']);
  });
});
