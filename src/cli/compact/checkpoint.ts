import type { CompactionTally } from '../../operations/compaction/compaction-tally';
import { CheckpointFile } from '../../platform/files/checkpoint-file';

/** Progress of a compaction round. */
export interface CompactionCheckpoint {
  /** DataType that is being packed. Those before it, in the order of the schema, are done. */
  readonly family: string;
  /** Key of the last row that is done, as base64. */
  readonly after: string;
  readonly tally: CompactionTally;
}

/**
 * Returns the checkpoint file of one worker's share of a store. A checkpoint only saves the scan of rows that are done:
 * without it, a new round finds little to do in rows that an earlier one has packed. It needs no lock for the same
 * reason.
 */
export function compactionCheckpointFile(
  path: string,
  identity: string,
): CheckpointFile<CompactionCheckpoint> {
  const scope = 'store or worker';
  return new CheckpointFile({ path, identity, option: 'checkpoint', scope, isContent });
}

function isContent({ family, after, tally }: Partial<CompactionCheckpoint>): boolean {
  return (
    typeof family === 'string' && typeof after === 'string' && typeof tally === 'object' && tally !== null
  );
}
