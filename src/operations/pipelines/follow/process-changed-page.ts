/** A page of changed objects: read, processed and written together. */
import type { CallOptions, RowMutations } from '../../../bigtable/client/types';
import type { Pipeline } from '../../../core/pipelines/pipeline';
import { objectIdOf } from '../../../core/rows/row-key';
import { contentBytesOf } from '../../../core/rows/row-parts';
import { maxOf } from '../../../core/shared/lists';
import { TidemarkError } from '../../../errors';
import { runBounded } from '../../../platform/tasks/run-bounded';
import type { Clock } from '../../../platform/time/clock';
import type { Writer } from '../../../consistency/store';
import type { PageObject } from '../full-pass/read-page';
import { outputMutations, type GenerationTargets, type OutputMutations } from '../output-mutations';
import type { PipelineOutput } from '../process-object';
import type { ReadObjectRow } from '../read-object-row';
import type { ProcessObjects } from '../threads/process-objects';
import { ThreadFailedError } from '../threads/thread-pool';
import type { ChangedObject } from './change-batches';

export interface ChangedPageDependencies {
  readonly pipeline: Pipeline;
  /** Reads rows at the cluster whose stream has the changes. */
  readonly read: ReadObjectRow;
  /** Calls `process` for objects, in another thread. */
  readonly processObjects: ProcessObjects;
  readonly writer: Pick<Writer, 'mutateRows'>;
  /** Generations to write, by family. Undefined if the pipeline writes no DataType that is stored in generations. */
  readonly generations: ReadonlyMap<string, GenerationTargets> | undefined;
  readonly clock: Clock;
  readonly call: CallOptions;
  readonly limits: ChangedPageLimits;
  readonly onRejected: (object: RejectedObject) => void;
}

export interface ChangedPageLimits {
  /** Maximum number of objects that are read at the same time. */
  readonly objectsInFlight: number;
  /** Size of the rows of a page, in bytes, from which no further row is read for it. */
  readonly pageBytesMax: number;
  /** Attempts to process an object whose thread fails. */
  readonly threadAttemptsMax: number;
  /** Longest time from the read of a row to the end of a write that is derived from it, in milliseconds. */
  readonly derivedWriteMaxMs: number;
}

/** Object whose output was not written. */
export interface RejectedObject {
  readonly id: string;
  readonly error: TidemarkError;
}

export interface BatchOutcome {
  readonly processed: number;
  readonly rejected: number;
  /** Number of cells that are not written, because the user's choices or erasures would hide them. */
  readonly withheld: number;
}

/** Errors that the object causes, not the store: another attempt would fail as well. */
const OBJECT_ERRORS: ReadonlySet<string> = new Set([
  'answer_too_large',
  'data_corrupted',
  'invalid_argument',
  'too_many_events',
  'value_too_large',
]);

/** Object with its row. */
interface FoundObject extends PageObject {
  readonly changed: ChangedObject;
}

/**
 * Reads, processes and writes a page. If its thread fails, or its writes would be late, it is repeated object by object: so the
 * object that causes it is rejected, and the others are written. Rejects with the error of a read or a write.
 */
export async function processChangedPage(
  objects: readonly ChangedObject[],
  dependencies: ChangedPageDependencies,
  attempt = 1,
): Promise<BatchOutcome> {
  const outcomes: BatchOutcome[] = [];
  // Large rows are processed a few at a time. Those that are processed must not stay in memory, so each part has its own scope.
  for (let rest = objects; rest.length > 0;) {
    const { outcome, unread } = await processPart(rest, dependencies, attempt);
    outcomes.push(outcome);
    rest = unread;
  }
  return sumOf(outcomes);
}

/** Processes as many objects as fit into a page. Returns the others. */
async function processPart(
  objects: readonly ChangedObject[],
  dependencies: ChangedPageDependencies,
  attempt: number,
): Promise<{ readonly outcome: BatchOutcome; readonly unread: readonly ChangedObject[] }> {
  const { clock, limits } = dependencies;
  const [untilMs, runTimeMs] = [clock.monotonicMs() + limits.derivedWriteMaxMs, clock.nowMs()];
  const { found, rejected, unread } = await readObjects(objects, runTimeMs, dependencies);
  const processed = objects.length - found.length - rejected - unread.length;
  const others = { processed, rejected, withheld: 0 };
  if (found.length === 0) return { outcome: others, unread };
  const outcome = await processFound({ found, runTimeMs, untilMs, attempt }, dependencies);
  return { outcome: sumOf([others, outcome]), unread };
}

interface FoundPage {
  readonly found: readonly FoundObject[];
  readonly runTimeMs: number;
  /** Monotonic time at which no write may be under way any more, in milliseconds. */
  readonly untilMs: number;
  readonly attempt: number;
}

async function processFound(
  { found, attempt, ...times }: FoundPage,
  dependencies: ChangedPageDependencies,
): Promise<BatchOutcome> {
  const { limits, processObjects, onRejected } = dependencies;
  try {
    const { results, tookMs } = await processObjects(found, times.runTimeMs);
    // The time in which rows were read, or waited for a thread, is not that of the objects.
    if (tookMs > limits.derivedWriteMaxMs / 2) throw new SlowObjectsError();
    return await writeResults({ found, results, ...times }, dependencies);
  } catch (error) {
    if (!(error instanceof ThreadFailedError || error instanceof SlowObjectsError)) throw error;
    const [first, second] = found.map(({ changed }) => changed);
    if (second !== undefined)
      return sumOf(await runBounded(found, 1, ({ changed }) => processChangedPage([changed], dependencies)));
    if (error instanceof ThreadFailedError && attempt < limits.threadAttemptsMax)
      return processChangedPage([first!], dependencies, attempt + 1);
    onRejected({ id: objectIdOf(first!.key)!, error });
    return REJECTED;
  }
}

/** Returns the sum of the outcomes. */
export function sumOf(outcomes: readonly BatchOutcome[]): BatchOutcome {
  const sum = { processed: 0, rejected: 0, withheld: 0 };
  for (const { processed, rejected, withheld } of outcomes) {
    sum.processed += processed;
    sum.rejected += rejected;
    sum.withheld += withheld;
  }
  return sum;
}

const REJECTED: BatchOutcome = { processed: 0, rejected: 1, withheld: 0 };

/** Output must be written soon after its input was read: an erasure waits no longer for it. */
class SlowObjectsError extends TidemarkError {
  constructor() {
    super(
      'deadline_exceeded',
      'process takes longer than half of TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS, after which its output must not be written',
    );
  }
}

/** Returns the objects of which something is visible, the number of those that cannot be read, and those that are too many. */
async function readObjects(
  objects: readonly ChangedObject[],
  runTimeMs: number,
  { read, pipeline, limits, call, onRejected }: ChangedPageDependencies,
): Promise<ReadPage> {
  const found: FoundObject[] = [];
  const unread: ChangedObject[] = [];
  let [rejected, bytes] = [0, 0];
  const rows = await runBounded(objects, limits.objectsInFlight, async (object) => {
    const { key } = object;
    if (bytes >= limits.pageBytesMax) return void unread.push(object);
    try {
      const answer = await read(pipeline, { key, runTimeMs }, call);
      bytes += answer.row === undefined ? 0 : contentBytesOf(answer.row);
      return answer;
    } catch (error) {
      if (!(error instanceof TidemarkError) || !isOfObject(error)) throw error;
      onRejected({ id: objectIdOf(key)!, error });
      rejected += 1;
      return undefined;
    }
  });
  rows.forEach((each, index) => {
    if (each?.row !== undefined)
      found.push({ row: each.row, privacy: each.privacy, changed: objects[index]! });
  });
  return { found, rejected, unread };
}

interface ReadPage {
  readonly found: readonly FoundObject[];
  readonly rejected: number;
  readonly unread: readonly ChangedObject[];
}

interface ResultsToWrite {
  readonly found: readonly FoundObject[];
  /** Result of each object. */
  readonly results: readonly (readonly PipelineOutput[] | TidemarkError)[];
  readonly runTimeMs: number;
  /** Monotonic time at which no write may be under way any more, in milliseconds. */
  readonly untilMs: number;
}

/** Writes the output, and reports the objects that failed once it is written. Throws `deadline_exceeded` if it would be late. */
async function writeResults(
  { found, results, runTimeMs, untilMs }: ResultsToWrite,
  { pipeline, writer, clock, generations, call, onRejected }: ChangedPageDependencies,
): Promise<BatchOutcome> {
  const rejects = results.flatMap((error, index) =>
    error instanceof TidemarkError ? [{ id: objectIdOf(found[index]!.row.key)!, error }] : [],
  );
  const rows: RowMutations[] = [];
  let withheld = 0;
  found.forEach((object, index) => {
    const outputs = results[index]!;
    if (outputs instanceof TidemarkError) return;
    const output = mutationsOf(object, outputs, { runTimeMs, generations });
    withheld += output.withheld;
    if (output.mutations.length > 0) rows.push({ key: object.row.key, mutations: output.mutations });
  });
  if (rows.length > 0) {
    const leftMs = untilMs - clock.monotonicMs();
    if (leftMs <= 0)
      throw new TidemarkError(
        'deadline_exceeded',
        'the rows were read too long ago to write what is derived from them',
      );
    const timeoutMs = Math.min(call.timeoutMs ?? Infinity, leftMs);
    const receipts = await writer.mutateRows(pipeline.corpus, rows, { ...call, timeoutMs });
    receipts.forEach((receipt, index) => {
      if (!(receipt instanceof TidemarkError)) return;
      if (!isOfObject(receipt)) throw receipt;
      rejects.push({ id: objectIdOf(rows[index]!.key)!, error: receipt });
    });
  }
  for (const reject of rejects) onRejected(reject);
  return { processed: found.length - rejects.length, rejected: rejects.length, withheld };
}

interface OutputContext {
  /** Time at which the row was read, by the clock of this process, in milliseconds. */
  readonly runTimeMs: number;
  readonly generations: ReadonlyMap<string, GenerationTargets> | undefined;
}

/**
 * Returns the mutations of an object, at the version of the newest input that was seen. Cells that are dated ahead of the clock
 * do not count. Otherwise output of a user who is erased meanwhile could be above every tombstone of the erasure, and visible
 * again: tombstones hide up to the present time.
 */
function mutationsOf(
  { changed, row, privacy }: FoundObject,
  outputs: readonly PipelineOutput[],
  { runTimeMs, generations }: OutputContext,
): OutputMutations {
  const past = row.cells.map((cell) => cell.timestampMicros).filter((at) => at <= runTimeMs * 1_000);
  const versionMs = Math.ceil(Math.max(changed.commitMicros, maxOf(past)) / 1_000);
  return outputMutations(outputs, { versionMs, privacy, generations });
}

const isOfObject = ({ code }: TidemarkError): boolean => OBJECT_ERRORS.has(code);
