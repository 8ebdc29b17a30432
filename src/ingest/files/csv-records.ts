import { TidemarkError } from '../../errors';
import { TRUNCATED, malformedRecord, NOT_UTF8, recordTooLong } from './malformed-record';
import { CsvFields, type CsvFault } from './csv-fields';
import type { Line } from './line-splitter';

/** One record of a CSV: its values, or why it has none. */
export interface CsvRecord {
  /** Its last line; for a fault, the line that is rejected. */
  readonly line: number;
  /** As written, without its line ending. */
  readonly raw: string;
  readonly values: readonly string[] | TidemarkError;
  /** Character of the line at which a fault was found, from 1. */
  readonly column?: number;
}

export interface CsvRecordsOptions {
  readonly delimiter: string;
  readonly recordBytesMax: number;
  /** Number of columns; absent: that of the first record. */
  readonly columns?: number | undefined;
}

/** What is wrong with a record. */
interface Fault {
  readonly error: TidemarkError;
  readonly column?: number;
}

/**
 * Puts CSV records together from lines, and goes on behind those that are malformed. A record that is malformed costs one
 * line: where it spans several, because of a stray quote that no other one closes as meant, its first line is rejected, and
 * the lines behind it are read again, each as the start of a record. So a stray quote never takes the rest of the file with
 * it. What becomes of a line depends on the bytes of the file alone, not on how they arrive.
 */
export class CsvRecords {
  readonly #options: CsvRecordsOptions;
  #columns: number | undefined;
  /** Lines of the record that is not complete yet. */
  #lines: Line[] = [];
  #bytes = 0;
  #fields: CsvFields;

  constructor(options: CsvRecordsOptions) {
    this.#options = options;
    this.#columns = options.columns;
    this.#fields = new CsvFields(options.delimiter);
  }

  *push(line: Line): Generator<CsvRecord> {
    // Those to be read again come first. The next one is the last.
    const queue = [line];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const record = this.#add(next);
      if (record === undefined) continue;
      if (record.values instanceof TidemarkError) this.#readAgain(queue);
      this.#begin();
      yield record;
    }
  }

  /** Rejects what a quote that is never closed has left open. */
  *end(): Generator<CsvRecord> {
    while (this.#lines.length > 0) {
      const queue: Line[] = [];
      const record = this.#faulty(this.#neverClosed('before the end of the file'));
      this.#readAgain(queue);
      this.#begin();
      yield record;
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) yield* this.push(next);
    }
  }

  /** The record that ends with the line, or is found to be malformed by it. */
  #add(line: Line): CsvRecord | undefined {
    if (this.#lines.length === 0 && line.text === '') return undefined;
    this.#lines.push(line);
    this.#bytes += line.bytes + line.ending.length;
    const { recordBytesMax } = this.#options;
    if (this.#lines.length === 1 && line.bytes > recordBytesMax)
      return this.#faulty({ error: recordTooLong(recordBytesMax) });
    const state = this.#fields.add(line.text, line.ending);
    if (state === 'complete') return this.#complete();
    if (state !== 'open') return this.#faulty(this.#malformedAt(line, state));
    return this.#bytes > recordBytesMax
      ? this.#faulty(this.#neverClosed(`within ${recordBytesMax} bytes`))
      : undefined;
  }

  #complete(): CsvRecord {
    const { values } = this.#fields;
    this.#columns ??= values.length;
    if (values.length !== this.#columns) {
      const message = `has ${values.length} columns where the header has ${this.#columns}`;
      return this.#faulty({ error: malformedRecord(message) });
    }
    const { number: line, isCut } = this.#lines.at(-1)!;
    const isUtf8 = this.#lines.every((each) => each.isUtf8);
    const problem = isCut === true ? TRUNCATED : isUtf8 ? undefined : NOT_UTF8;
    return {
      line,
      raw: rawOf(this.#lines),
      values: problem === undefined ? values : malformedRecord(problem),
    };
  }

  #malformedAt(line: Line, { message, column }: CsvFault): Fault {
    if (this.#lines.length === 1) return { error: malformedRecord(`column ${column}: ${message}`), column };
    return this.#faultOfQuote(`a quote, and in line ${line.number}, column ${column} ${message}`);
  }

  #neverClosed(where: string): Fault {
    return this.#faultOfQuote(`a quote that is not closed ${where}`);
  }

  /** A fault of the quoted field that opened last. */
  #faultOfQuote(message: string): Fault {
    const { line, column } = this.#fields.opened;
    if (line === 0) return { error: malformedRecord(`column ${column}: ${message}`), column };
    const { number } = this.#lines[line]!;
    return { error: malformedRecord(`line ${number}, column ${column}: ${message}`) };
  }

  /** Rejects the first line of the record. */
  #faulty({ error, column }: Fault): CsvRecord {
    const { number: line, text: raw } = this.#lines[0]!;
    return column === undefined ? { line, raw, values: error } : { line, raw, values: error, column };
  }

  /** The lines behind the first one, to be taken from the end of the queue. */
  #readAgain(queue: Line[]): void {
    for (let at = this.#lines.length - 1; at > 0; at--) queue.push(this.#lines[at]!);
  }

  #begin(): void {
    this.#lines = [];
    this.#bytes = 0;
    this.#fields = new CsvFields(this.#options.delimiter);
  }
}

function rawOf(lines: readonly Line[]): string {
  const last = lines.at(-1)!;
  return lines.map((line) => (line === last ? line.text : line.text + line.ending)).join('');
}
