import type { TidemarkError } from '../errors';
import { ResumableFile } from './resumable-file';

/** Rejected records with their reasons, one JSON object per line: `{line, code, field, message, record}`. */
export class RejectsFile {
  readonly #file: ResumableFile;

  /** Goes on after the first `keepBytes` of an earlier run's file; 0 begins anew. */
  constructor(path: string, keepBytes: number) {
    this.#file = new ResumableFile(path, keepBytes, 'rejects');
  }

  get bytes(): number {
    return this.#file.bytes;
  }

  write(line: number, record: string, { code, field, message }: TidemarkError): void {
    this.#file.write(Buffer.from(`${JSON.stringify({ line, code, field, message, record })}\n`));
  }

  sync(): void {
    this.#file.sync();
  }

  close(): void {
    this.#file.close();
  }
}
