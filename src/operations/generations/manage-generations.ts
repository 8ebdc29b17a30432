/** Lists, publishes and rolls back generations. */
import type { CallOptions } from '../../bigtable/client/types';
import {
  publishedOf,
  publishGeneration,
  rollbackTo,
  type Generation,
  type GenerationRecord,
} from '../../core/generations/generation-record';
import type { DataTypeName } from '../../core/generations/stored-generations';
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
   * Returns the time up to which pipelines that follow changes have written the DataType, in milliseconds since the Unix
   * epoch; undefined if none does.
   */
  readonly followedUpToMs?: (dataType: DataTypeName, call: CallOptions) => Promise<number | undefined>;
  readonly clock: Clock;
  readonly limits: {
    readonly callTimeoutMs: number;
    readonly consistencyTimeoutMs: number;
    readonly pollIntervalMs: number;
  };
}

/** Options of an operation that may wait. */
interface ManageOptions {
  readonly signal?: CancelSignal | undefined;
  /** Whether only the checks are made, and nothing is changed. */
  readonly dryRun?: boolean | undefined;
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
   * all of its cells, so no reader finds an object without those that are on their way.
   */
  publish(dataType: DataType, generation?: number, options?: ManageOptions): Promise<PublishedGeneration>;
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
      if (options.dryRun === true || planned === present) return pointerIn(dataType, present, planned);
      await awaitFollowers(dependencies, dataType, options);
      await dependencies.awaitTables(dependencies.tablesOf(dataType.corpus), options);
      return point(
        dependencies,
        dataType,
        (record) => publishGeneration(record, number, clock.nowMs()),
        options,
      );
    },
    async rollback(dataType, generation, options = {}) {
      const present = await directory.read(withGenerations(dataType), callOf(options));
      // The target is chosen once: a repeated decision would go back by two.
      const planned = rollbackTo(present, generation, clock.nowMs());
      if (options.dryRun === true || planned === present) return pointerIn(dataType, present, planned);
      const { number } = publishedOf(planned)!;
      return point(dependencies, dataType, (record) => rollbackTo(record, number, clock.nowMs()), options);
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
 * Waits until the pipelines that follow changes have written everything up to now. They write the published generation
 * and the one that is built, so the latter then lacks nothing that readers of the former have seen.
 */
async function awaitFollowers(
  { followedUpToMs, clock, limits }: ManageGenerationsDependencies,
  dataType: DataType,
  { signal }: ManageOptions,
): Promise<void> {
  if (followedUpToMs === undefined) return;
  const startedMs = clock.nowMs();
  const deadlineMs = clock.monotonicMs() + limits.consistencyTimeoutMs;
  for (;;) {
    const upToMs = await followedUpToMs(dataType, { timeoutMs: limits.callTimeoutMs, signal });
    if (upToMs === undefined || upToMs >= startedMs) return;
    if (clock.monotonicMs() >= deadlineMs) {
      const message = `pipelines that follow ${dataType.family} are behind: publish it once they have caught up`;
      throw new TidemarkError('deadline_exceeded', message);
    }
    await sleep(clock, limits.pollIntervalMs, signal);
  }
}
