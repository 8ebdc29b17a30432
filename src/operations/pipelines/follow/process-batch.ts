import type { CallOptions } from '../../../bigtable/client/types';
import { runBounded } from '../../../platform/tasks/run-bounded';
import type { FollowedTargets } from '../../generations/followed-targets';
import type { ReadObjectRow } from '../read-object-row';
import type { ChangedObject } from './change-batches';
import {
  processChangedPage,
  sumOf,
  type BatchOutcome,
  type ChangedPageDependencies,
  type ChangedPageLimits,
} from './process-changed-page';

export interface ProcessBatchDependencies extends Omit<
  ChangedPageDependencies,
  'read' | 'generations' | 'call' | 'limits'
> {
  /** Returns the operation that reads a row at a cluster whose stream has its changes. */
  readonly readAt: (cluster: string) => ReadObjectRow;
  /** Generations to write. Undefined if the pipeline writes no DataType that is stored in generations. */
  readonly targets?: FollowedTargets | undefined;
  readonly limits: ProcessBatchLimits;
}

export interface ProcessBatchLimits extends ChangedPageLimits {
  /** Maximum number of objects that are read, processed and written together. */
  readonly pageObjects: number;
  /** Maximum number of pages that are under way at the same time. */
  readonly pagesInFlight: number;
}

/**
 * Processes objects and writes their output. Resolves once all writes are acknowledged. Rejects with the error of a read or a
 * write: then the batch is to be repeated. An error that one object causes is reported, and the others are written.
 *
 * Output of DataTypes in generations is written to all generations that the pipeline builds or has published, by one mutation of
 * the row: so no reader finds a change in one of them that another one lacks.
 *
 * The version of the output is the newest input seen: the latest of the commit times of the changes and of the timestamps of
 * the cells that were read. So a repeated batch writes the same versions, and a worker that was paused, and writes later what
 * it had read before, writes older ones, which stay hidden.
 *
 * Objects are read, processed and written page by page. A page whose thread fails, or whose writes would be late, is repeated
 * object by object: so the object that causes it is found, and the others are written.
 */
export function createProcessBatch(dependencies: ProcessBatchDependencies) {
  return async (
    objects: readonly ChangedObject[],
    cluster: string,
    call: CallOptions,
  ): Promise<BatchOutcome> => {
    const { limits, targets } = dependencies;
    // After the changes have arrived: a full pass that begins later finds them in the rows that it reads.
    const generations = await targets?.(call);
    const page = { ...dependencies, read: dependencies.readAt(cluster), generations, call };
    const outcomes = await runBounded(pagesOf(objects, limits.pageObjects), limits.pagesInFlight, (each) =>
      processChangedPage(each, page),
    );
    return sumOf(outcomes);
  };
}

function pagesOf<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const pages: T[][] = [];
  for (let at = 0; at < items.length; at += size) pages.push(items.slice(at, at + size));
  return pages;
}
