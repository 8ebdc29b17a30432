import { beginGeneration, completeGeneration } from '../../../../src/core/generations/generation-record';
import { PIPELINE_FAMILY } from '../../../../src/core/pipelines/pipelines-table';
import type { DataType } from '../../../../src/core/schema/schema';
import { DEFAULTS } from '../../../../src/config/defaults';
import { createFollowedTargets } from '../../../../src/operations/generations/followed-targets';
import { GenerationDirectory } from '../../../../src/operations/generations/generation-directory';
import { createManageGenerations } from '../../../../src/operations/generations/manage-generations';
import { MemoryTransactions } from '../../../support/memory-transactions';
import { tidemarkError } from '../../../support/tidemark-error';
import { VirtualClock } from '../../../support/virtual-clock';

const VECTORS = { corpus: 'users', family: 'vectors', generations: true } as unknown as DataType;
const PROFILE = { corpus: 'users', family: 'profile' } as unknown as DataType;
const { generations: LIMITS } = DEFAULTS;

/** Generations of pipelines that are each followed up to a time, or not followed. */
function worldOf(
  followed: Record<string, () => number>,
  onAwait: (tables: readonly string[]) => void = () => undefined,
) {
  const clock = new VirtualClock(1_000_000);
  const transactions = new MemoryTransactions(PIPELINE_FAMILY);
  const directory = new GenerationDirectory({ transactions, clock, random: () => 0.5 });
  const manage = createManageGenerations({
    directory,
    clock,
    limits: LIMITS,
    tablesOf: () => ['users'],
    awaitTables: async (tables) => onAwait(tables),
    followedUpToMs: async (pipeline) => followed[pipeline]?.(),
  });
  const complete = async (pipeline: string, runId: string): Promise<number> => {
    const run = { pipeline, runId, versionMs: clock.nowMs() - LIMITS.versionMarginMs };
    const times = { atMs: clock.nowMs(), limits: LIMITS };
    const record = await directory.change(
      VECTORS,
      (present) => beginGeneration(present, run, times).record,
      {},
    );
    const { number } = record.generations.at(-1)!;
    await directory.change(VECTORS, (present) => completeGeneration(present, number, clock.nowMs()), {});
    return number;
  };
  return { clock, directory, manage, complete };
}

/** Returns how many milliseconds pass until the promise is resolved. */
async function durationOf(clock: VirtualClock, promise: Promise<unknown>): Promise<number> {
  const startedMs = clock.monotonicMs();
  let endedMs: number | undefined;
  void promise.then(() => (endedMs = clock.monotonicMs()));
  while (endedMs === undefined) await clock.advance(500);
  return endedMs - startedMs;
}

describe('publishing a generation of a pipeline that is followed', () => {
  it('waits until its workers have processed all changes up to the call, and the margin of clocks', async () => {
    const { clock, manage, complete } = worldOf({ p: () => clock.nowMs() - 1_000 });
    const number = await complete('p', 'a');
    const waitedMs = await durationOf(clock, manage.publish(VECTORS, number));
    expect(waitedMs).toBeGreaterThanOrEqual(LIMITS.versionMarginMs + 1_000);
    expect(waitedMs).toBeLessThan(15_000);
  });

  it('waits a second time for what a batch may have read that was late in the first wait', async () => {
    let upToMs = 0;
    const { clock, manage, complete } = worldOf({ p: () => upToMs });
    const number = await complete('p', 'a');
    const callMs = clock.nowMs();
    const published = manage.publish(VECTORS, number);
    await clock.advance(60_000);
    // It covers the call, but not the end of the first wait.
    upToMs = callMs + 30_000;
    await clock.advance(30_000);
    expect((await manage.list(VECTORS)).publications).toBe(0);
    upToMs = clock.nowMs() + 100_000;
    await clock.advance(5_000);
    expect((await published).generation.number).toBe(number);
  });

  it('fails when the workers stay behind, and does not wait with the option to ignore them', async () => {
    const { clock, manage, complete } = worldOf({ p: () => 0 });
    const number = await complete('p', 'a');
    const failing = expect(manage.publish(VECTORS, number)).rejects.toThrow(
      tidemarkError('deadline_exceeded', 'ignoreFollowers'),
    );
    await clock.advance(LIMITS.consistencyTimeoutMs + 5_000);
    await failing;
    const { generation } = await manage.publish(VECTORS, number, { ignoreFollowers: true });
    expect(generation).toMatchObject({ number, state: 'published' });
  });

  it('is rejected if only the pipeline of the published generation is followed', async () => {
    const { clock, manage, complete } = worldOf({ old: () => clock.nowMs() + 10_000 });
    await manage.publish(VECTORS, await complete('old', 'a'));
    const number = await complete('new', 'b');
    await expect(manage.publish(VECTORS, number)).rejects.toThrow(
      tidemarkError('generation_conflict', 'ignoreFollowers'),
    );
    const { before } = await manage.publish(VECTORS, number, { ignoreFollowers: true });
    expect(before).toBe(1);
  });
});

describe('two changes of the pointer at once', () => {
  it('a publication that waits does not replace a newer generation that is published meanwhile', async () => {
    let upToMs = 0;
    const { clock, manage, complete } = worldOf({ p: () => upToMs });
    const [older, newer] = [await complete('p', 'a'), await complete('p', 'b')];
    const waiting = expect(manage.publish(VECTORS, older)).rejects.toThrow(
      tidemarkError('generation_conflict'),
    );
    await clock.advance(5_000);
    await manage.publish(VECTORS, newer, { ignoreFollowers: true });
    upToMs = Infinity;
    await clock.advance(5_000);
    await waiting;
    expect((await manage.list(VECTORS)).generations).toMatchObject([
      { state: 'building' },
      { state: 'published' },
    ]);
  });

  it('two publications of one generation both succeed, and a repeated one waits until all replicas have the pointer', async () => {
    const awaited: string[] = [];
    const { clock, manage, complete } = worldOf({}, (tables) => awaited.push(...tables));
    const number = await complete('p', 'a');
    const publishing = Promise.all([manage.publish(VECTORS, number), manage.publish(VECTORS, number)]);
    await clock.advance(1_000);
    const both = await publishing;
    expect(both.map(({ generation }) => generation.number)).toEqual([number, number]);
    expect((await manage.list(VECTORS)).publications).toBe(1);
    awaited.length = 0;
    await manage.publish(VECTORS, number);
    expect(awaited).toEqual(['pipelines']);
  });

  it('a rollback is rejected if the generation that it would take back is no longer the published one', async () => {
    const { directory, manage, complete } = worldOf({});
    for (const runId of ['a', 'b']) await manage.publish(VECTORS, await complete('p', runId));
    const third = await complete('p', 'c');
    const read = directory.read.bind(directory);
    // Another process publishes between the read and the change of the rollback.
    directory.read = async (...all) => {
      const record = await read(...all);
      directory.read = read;
      await manage.publish(VECTORS, third);
      return record;
    };
    await expect(manage.rollback(VECTORS)).rejects.toThrow(tidemarkError('generation_conflict'));
    expect((await manage.list(VECTORS)).generations.at(-1)).toMatchObject({
      number: third,
      state: 'published',
    });
  });
});

describe('the generations that a worker writes', () => {
  it('are those that its own pipeline builds or has published', async () => {
    const { directory, manage, complete } = worldOf({});
    for (const runId of ['a', 'b']) await manage.publish(VECTORS, await complete('p', runId));
    const building = await complete('p', 'c');
    await complete('other', 'd');
    const writes = new Map([VECTORS, PROFILE].map((each) => [each.family, each]));
    const targets = createFollowedTargets(directory, { name: 'p', writes })!;
    expect([...(await targets({}))]).toEqual([['vectors', { numbers: [2, building] }]]);
    await manage.rollback(VECTORS);
    expect([...(await targets({}))]).toEqual([['vectors', { numbers: [1, building] }]]);
  });

  it('are not read for a pipeline without such DataTypes', () => {
    const { directory } = worldOf({});
    const writes = new Map([[PROFILE.family, PROFILE]]);
    expect(createFollowedTargets(directory, { name: 'p', writes })).toBeUndefined();
  });
});
