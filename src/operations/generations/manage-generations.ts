/** Lists, publishes and rolls back generations. */
import type { CallOptions } from '../../bigtable/client/types';
import {
  generationOf,
  publishedOf,
  publishGeneration,
  rollbackTo,
  type Generation,
  type GenerationRecord,
} from '../../core/generations/generation-record';
import { PIPELINES_TABLE } from '../../core/pipelines/pipelines-table';
import type { DataType } from '../../core/schema/schema';
import { publicationId } from '../../core/tokens/publications';
import { EMPTY_TOKEN, withPublications, type WriteToken } from '../../core/tokens/write-token';
import { invalidArgument, TidemarkError } from '../../errors';
import type { CancelSignal } from '../../platform/tasks/cancellation';
import { sleep, type Clock } from '../../platform/time/clock';
import type { GenerationDirectory } from './generation-directory';

/** Waits until every cluster has all writes of the tables that were acknowledged before the call. */
export type AwaitTables = (
  tables: readonly string[],
  options: { readonly signal?: CancelSignal | undefined },
) => Promise<void>;

interface ManageGenerationsDependencies {
  readonly directory: Pick<GenerationDirectory, 'read' | 'change'>;
  readonly awaitTables: AwaitTables;
  /** Returns the tables of a corpus: one, or one in each placement. */
  readonly tablesOf: (corpus: string) => readonly string[];
  /**
   * Returns the commit time up to which a pipeline that follows changes has processed them, in milliseconds since the Unix
   * epoch; undefined if it does not follow changes.
   */
  readonly followedUpToMs: (pipeline: string, call: CallOptions) => Promise<number | undefined>;
  readonly clock: Clock;
  readonly limits: {
    readonly callTimeoutMs: number;
    readonly consistencyTimeoutMs: number;
    readonly pollIntervalMs: number;
    /** Maximum difference of the clocks of processes and clusters, in milliseconds. */
    readonly versionMarginMs: number;
  };
}

/** Options of an operation that may wait. */
interface ManageOptions {
  readonly signal?: CancelSignal | undefined;
  /** Whether only the checks are made, and nothing is changed. */
  readonly dryRun?: boolean | undefined;
}

interface PublishOptions extends ManageOptions {
  /** Whether to publish although pipelines that follow changes are behind, or do not follow for the generation. */
  readonly ignoreFollowers?: boolean | undefined;
}

/** Pointer after a publication or rollback. */
interface PublishedGeneration {
  readonly generation: Generation;
  /** Generation that was published before; undefined if none was. */
  readonly before: number | undefined;
  /** Token for reads that must use this pointer or a newer one. */
  readonly token: WriteToken;
}

/**
 * Operations on the generations of a DataType. All may be repeated after an error with an unknown outcome.
 *
 * Errors: `invalid_argument` for a DataType without generations, `generation_not_found`, `generation_conflict`, those of
 * transactions, and `deadline_exceeded` while a cluster lacks writes.
 */
export interface ManageGenerations {
  list(dataType: DataType, options?: ManageOptions): Promise<GenerationRecord>;
  /**
   * Publishes a complete generation: the named one, else the newest. It waits until every cluster of every placement has
   * all of its cells, so no reader finds an object without those that are on their way, and until the followers of its
   * pipeline have caught up, so no update of the published generation is missing.
   */
  publish(dataType: DataType, generation?: number, options?: PublishOptions): Promise<PublishedGeneration>;
  /** Publishes an earlier generation again: the named one, else the one before the published one. */
  rollback(dataType: DataType, generation?: number, options?: ManageOptions): Promise<PublishedGeneration>;
}

export function createManageGenerations(dependencies: ManageGenerationsDependencies): ManageGenerations {
  const { directory, clock, limits } = dependencies;
  const callOf = (options: ManageOptions | undefined): CallOptions => ({
    timeoutMs: limits.callTimeoutMs,
    signal: options?.signal,
  });
  return {
    list: async (dataType, options) => directory.read(withGenerations(dataType), callOf(options)),
    async publish(dataType, generation, options = {}) {
      const present = await directory.read(withGenerations(dataType), callOf(options));
      const number = generation ?? newestComplete(present);
      const planned = publishGeneration(present, number, clock.nowMs());
      if (options.dryRun === true) return pointerIn(dataType, present, planned);
      if (planned !== present) {
        if (options.ignoreFollowers !== true) await awaitFollowers(dependencies, present, number, options);
        await dependencies.awaitTables(dependencies.tablesOf(dataType.corpus), options);
      }
      const publish = (record: GenerationRecord): GenerationRecord =>
        publishGeneration(requireUnmoved(record, present, number), number, clock.nowMs());
      return point(dependencies, dataType, publish, options);
    },
    async rollback(dataType, generation, options = {}) {
      const present = await directory.read(withGenerations(dataType), callOf(options));
      // The target is chosen once: a repeated decision would go back by two.
      const planned = rollbackTo(present, generation, clock.nowMs());
      if (options.dryRun === true) return pointerIn(dataType, present, planned);
      const { number } = publishedOf(planned)!;
      const rollback = (record: GenerationRecord): GenerationRecord =>
        rollbackTo(requireUnmoved(record, present, number), number, clock.nowMs());
      return point(dependencies, dataType, rollback, options);
    },
  };
}

/** Returns the DataType. Throws `invalid_argument` if it is not stored in generations. */
function withGenerations(dataType: DataType): DataType {
  if (dataType.generations === true) return dataType;
  throw invalidArgument('dataType', `${dataType.family} is not stored in generations`);
}

function newestComplete({ generations }: GenerationRecord): number {
  const complete = generations.filter(
    ({ state, completedAtMs }) => state === 'building' && completedAtMs !== undefined,
  );
  const newest = complete.at(-1);
  if (newest !== undefined) return newest.number;
  throw new TidemarkError('generation_conflict', 'no complete generation waits for its publication');
}

/**
 * Returns the record if its pointer is still the one that the operation was decided by, or the one that it sets. A publication waits for
 * minutes: without this, it would replace a newer generation that another call has published meanwhile. Throws `generation_conflict`.
 */
function requireUnmoved(
  record: GenerationRecord,
  decidedBy: GenerationRecord,
  number: number,
): GenerationRecord {
  const pointer = publishedOf(record)?.number;
  if (record.publications === decidedBy.publications || pointer === number) return record;
  throw new TidemarkError(
    'generation_conflict',
    `generation ${pointer} was published meanwhile: look at it, and then repeat the command`,
  );
}

async function point(
  { directory, awaitTables, limits }: ManageGenerationsDependencies,
  dataType: DataType,
  decide: (record: GenerationRecord) => GenerationRecord,
  { signal }: ManageOptions,
): Promise<PublishedGeneration> {
  let before: GenerationRecord | undefined;
  const after = await directory.change(
    dataType,
    (present) => {
      before = present;
      return decide(present);
    },
    { timeoutMs: limits.callTimeoutMs, signal },
  );
  // Then every replica has the pointer that the token names.
  await awaitTables([PIPELINES_TABLE], { signal });
  return pointerIn(dataType, before!, after);
}

function pointerIn(
  { corpus, family }: DataType,
  before: GenerationRecord,
  after: GenerationRecord,
): PublishedGeneration {
  const publication = { dataType: publicationId(corpus, family), number: after.publications };
  return {
    generation: publishedOf(after)!,
    before: publishedOf(before)?.number,
    token: withPublications(EMPTY_TOKEN, [publication]),
  };
}

/**
 * Waits until what follows changes for the generation has caught up, so that it has all changes that readers of the published
 * one have seen. First, all batches of changes must be over that may have begun before the generation did: these write the
 * published one only, or at versions that the full pass hides. Then, all changes must be processed that such a batch can have
 * read. Throws `generation_conflict` if only another pipeline follows changes, and `deadline_exceeded`.
 */
async function awaitFollowers(
  dependencies: ManageGenerationsDependencies,
  record: GenerationRecord,
  number: number,
  { signal }: ManageOptions,
): Promise<void> {
  const { followedUpToMs, clock, limits } = dependencies;
  const { pipeline, begunAtMs } = generationOf(record, number);
  const call: CallOptions = { timeoutMs: limits.callTimeoutMs, signal };
  if ((await followedUpToMs(pipeline, call)) === undefined) {
    const before = publishedOf(record)?.pipeline;
    if (before !== undefined && (await followedUpToMs(before, call)) !== undefined)
      throw notFollowed(before, pipeline);
    return;
  }
  await awaitFollowed(dependencies, { pipeline, untilMs: begunAtMs + limits.versionMarginMs }, call);
  await awaitFollowed(dependencies, { pipeline, untilMs: clock.nowMs() + limits.versionMarginMs }, call);
}

/** Waits until the pipeline has processed all changes up to a commit time, in milliseconds since the Unix epoch. */
async function awaitFollowed(
  { followedUpToMs, clock, limits }: ManageGenerationsDependencies,
  { pipeline, untilMs }: { readonly pipeline: string; readonly untilMs: number },
  call: CallOptions,
): Promise<void> {
  const deadlineMs = clock.monotonicMs() + limits.consistencyTimeoutMs;
  for (;;) {
    const upToMs = await followedUpToMs(pipeline, call);
    if (upToMs === undefined || upToMs >= untilMs) return;
    if (clock.monotonicMs() >= deadlineMs) throw behind(pipeline);
    await sleep(clock, limits.pollIntervalMs, call.signal);
  }
}

function notFollowed(before: string, pipeline: string): TidemarkError {
  const message =
    `"${before}" follows changes for the published generation, and "${pipeline}" does not: its updates would be lost. Start ` +
    `\`tidemark pipeline follow\` of "${pipeline}" and then its full pass, or ignore followers`;
  return new TidemarkError('generation_conflict', message, { field: 'ignoreFollowers' });
}

function behind(pipeline: string): TidemarkError {
  const message = `"${pipeline}" follows changes and is behind: publish once it has caught up, or ignore followers`;
  return new TidemarkError('deadline_exceeded', message, { field: 'ignoreFollowers' });
}
