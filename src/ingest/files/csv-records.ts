import { countOf } from '../../core/shared/count-of';
import { TidemarkError } from '../../errors';
import { TRUNCATED, malformedRecord, NOT_UTF8, recordTooLong } from './malformed-record';
import { CsvFields, type CsvFault } from './csv-fields';
import type { Line } from './line-splitter';

/** One CSV record: its values or its error. */
export interface CsvRecord {
  /** Number of its last line; for a malformed record, of the line that is rejected. */
  readonly line: number;
  /** Text of the record without its line ending. */
  readonly raw: string;
  readonly values: readonly string[] | TidemarkError;
  /** Character of the line at which the error was found, from 1. */
  readonly column?: number;
}

export interface CsvRecordsOptions {
  readonly delimiter: string;
  readonly recordBytesMax: number;
  /** Number of columns. Default: that of the first record. */
  readonly columns?: number | undefined;
}

/** Error of a record. */
interface Fault {
  readonly error: TidemarkError;
  readonly column?: number;
}

/**
 * Assembles CSV records from lines and continues after malformed ones. A malformed record costs one line: when it
 * spans several because of a stray quote, its first line is rejected and each following line is read again as the
 * start of a record. A stray quote therefore never consumes the rest of the file. The result for a line depends only
 * on the bytes of the file, not on how they are chunked.
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
    // Lines that are read again come before later ones; `pop` takes the next line from the end.
    const queue = [line];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const record = this.#add(next);
      if (record === undefined) continue;
      if (record.values instanceof TidemarkError) this.#readAgain(queue);
      this.#begin();
      yield record;
    }
  }

  /** Rejects the lines of a record whose quote was never closed. */
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

  /** Returns the record that ends with the line, or that the line shows to be malformed. */
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
      const message = `has ${countOf(values.length, 'column')} where the header has ${this.#columns}`;
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
    return this.#faultOfQuote(
      `a quoted field opens here, but line ${line.number}, column ${column} has ${message}`,
    );
  }

  #neverClosed(where: string): Fault {
    return this.#faultOfQuote(`a quote that is not closed ${where}`);
  }

  /** Returns the error of the quoted field that was opened last. */
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

  /** Queues the lines after the first one, so that `pop` returns them in order. */
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
