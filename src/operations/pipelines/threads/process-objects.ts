import type { Pipeline } from '../../../core/pipelines/pipeline';
import { TidemarkError } from '../../../errors';
import { hiddenInRows, type PageObject } from '../full-pass/read-page';
import type { PipelineOutput } from '../process-object';
import { readFamilies, writtenFamilies } from './page-families';
import { decodeOutputs, encodeRows } from './page-format';
import type { ThreadPool } from './thread-pool';

/**
 * Calls `process` for objects, with this logical time in milliseconds since the Unix epoch. Rejects with `ThreadFailedError` if their thread ends or is stuck, and with the error of the pool once no thread is left.
 */
export type ProcessObjects = (objects: readonly PageObject[], runTimeMs: number) => Promise<ProcessedObjects>;

interface ProcessedObjects {
  /** Output or error of each object. */
  readonly results: readonly (readonly PipelineOutput[] | TidemarkError)[];
  /** Time that a thread has taken, without the wait for it, in milliseconds. */
  readonly tookMs: number;
}

/** Returns what processes objects in the threads of a pool. */
export function createProcessObjects(pool: Pick<ThreadPool, 'process'>, pipeline: Pipeline): ProcessObjects {
  const [reads, writes] = [readFamilies(pipeline), writtenFamilies(pipeline)];
  return async (objects, runTimeMs) => {
    const rows = encodeRows(
      objects.map(({ row }) => row),
      reads,
    );
    const page = { rows, hidden: hiddenInRows(objects, pipeline), runTimeMs };
    const { outputs, failures, tookMs } = await pool.process(page);
    const results: (readonly PipelineOutput[] | TidemarkError)[] = [...decodeOutputs(outputs, writes)];
    for (const { row, code, field, message } of failures)
      results[row] = new TidemarkError(code, message, { field });
    return { results, tookMs };
  };
}
