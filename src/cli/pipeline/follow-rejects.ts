import { statSync } from 'node:fs';
import { ResumableFile } from '../../ingest/files/resumable-file';
import { formatInstant } from '../../core/time/instant';
import type { RejectedObject } from '../../operations/pipelines/follow/process-changed-page';

/** File to which objects whose processing failed are appended, one JSON object per line. */
export class FollowRejects {
  readonly #file: ResumableFile;

  /** Throws `invalid_argument` with the field `rejects` when the file cannot be opened. */
  constructor(path: string) {
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    this.#file = new ResumableFile(path, bytes, 'rejects');
  }

  write(pipeline: string, { id, error }: RejectedObject, nowMs: number): void {
    const { code, field, message } = error;
    const entry = { at: formatInstant(nowMs), pipeline, id, code, field, message };
    this.#file.write(Buffer.from(`${JSON.stringify(entry)}\n`));
  }

  close(): void {
    this.#file.close();
  }
}
