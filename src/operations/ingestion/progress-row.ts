/** Where the reports of ingestion's processes are: one column for each process, in one row. */
import { rowKey } from '../../core/row-key';
import type { Stage } from '../../core/lag/stage-report';

export const PROGRESS_TABLE = 'campaigns';
export const PROGRESS_FAMILY = 'stage_progress';
export const PROGRESS_KEY = rowKey('ingestion');
/** As the DataType's retention has it. */
export const PROGRESS_RETENTION_MS = 86_400_000;

export function progressColumn({ stage, process }: { stage: Stage; process: string }): Buffer {
  return Buffer.from(`${stage}/${process}`);
}
