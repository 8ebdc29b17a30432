import type { WorkerShare } from '../../operations/compaction/key-sections';
import type { RecountStateJson } from '../../operations/reconcile/recount-state';
import { CheckpointFile } from '../../platform/files/checkpoint-file';

/** Counts of a worker's share so far. */
export interface StoredRecount {
  readonly worker: WorkerShare;
  readonly state: RecountStateJson;
}

/**
 * Returns the file of a recount: an interrupted run resumes from it, and `--parts` reads those of all workers.
 * `identity` covers the store and everything that decides what is counted. `option` is the one that names the file:
 * `checkpoint` or `parts`.
 */
export function recountFile(
  path: string,
  identity: string,
  option: 'checkpoint' | 'parts',
): CheckpointFile<StoredRecount> {
  return new CheckpointFile({ path, identity, option, scope: 'store, day, DataType or list of campaigns' });
}
