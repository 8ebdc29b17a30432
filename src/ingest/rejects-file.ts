import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { invalidArgument, type TidemarkError } from '../errors';

/** Rejected records with their reasons, one JSON object per line: `{line, code, field, message, record}`. */
export class RejectsFile {
  readonly #file: number;
  #bytes: number;

  /** Goes on after the first `keepBytes` of an earlier run's file; 0 begins anew. */
  constructor(path: string, keepBytes: number) {
    try {
      this.#file = openSync(path, keepBytes === 0 ? 'w' : 'r+');
      ftruncateSync(this.#file, keepBytes);
    } catch (error) {
      throw invalidArgument('rejects', `cannot be written: ${(error as Error).message}`);
    }
    this.#bytes = keepBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  write(line: number, record: string, { code, field, message }: TidemarkError): void {
    const text = `${JSON.stringify({ line, code, field, message, record })}\n`;
    this.#bytes += writeSync(this.#file, text, this.#bytes);
  }

  sync(): void {
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}
