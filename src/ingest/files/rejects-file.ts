import type { TidemarkError } from '../../errors';
import type { SourceRecord } from './record-source';
import { ResumableFile } from './resumable-file';

type RejectedRecord = Pick<SourceRecord, 'line' | 'column' | 'raw'>;

/** File of rejected records with their reasons, one JSON object per line. */
export class RejectsFile {
  readonly #file: ResumableFile;
  /** Name of the input file. */
  readonly #input: string;

  /** Opens the file. It keeps the first `keepBytes` of an earlier run's file; 0 starts over. */
  constructor(path: string, keepBytes: number, input: string) {
    this.#input = input;
    this.#file = new ResumableFile(path, keepBytes, 'rejects');
  }

  get bytes(): number {
    return this.#file.bytes;
  }

  write({ line, column, raw: record }: RejectedRecord, { code, field, message }: TidemarkError): void {
    const entry = { file: this.#input, line, column, code, field, message, record };
    this.#file.write(Buffer.from(`${JSON.stringify(entry)}\n`));
  }

  sync(): void {
    this.#file.sync();
  }

  close(): void {
    this.#file.close();
  }
}
