/** A syntax error in a line of CSV, and its position. */
export interface CsvFault {
  readonly message: string;
  /** Character of the line, from 1. */
  readonly column: number;
}

const QUOTE = '"';

/**
 * Splits one CSV record into fields, line by line (RFC 4180). A quoted field may continue on the next line; the line
 * ending is then part of its value. Nothing is guessed: a quote inside an unquoted field and text after a closing
 * quote are errors.
 */
export class CsvFields {
  readonly values: string[] = [];
  readonly #delimiter: string;
  /** Value so far of a quoted field that is still open. */
  #open: string | undefined;
  #opened = { line: 0, column: 0 };
  #lineCount = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  /**
   * Position of the last opening quote: the line within the record, from 0, and the character of that line, from 1.
   */
  get opened(): { readonly line: number; readonly column: number } {
    return this.#opened;
  }

  /**
   * Adds the next line of the record. Returns `complete` when the record ends with this line, `open` when a quoted
   * field continues.
   */
  add(text: string, ending: string): 'complete' | 'open' | CsvFault {
    this.#lineCount += 1;
    if (this.#open === undefined && !text.includes(QUOTE)) {
      for (const value of text.split(this.#delimiter)) this.values.push(value);
      return 'complete';
    }
    for (let at = 0; ;) {
      const end = this.#open === undefined ? this.#unquoted(text, at) : this.#quoted(text, { at, ending });
      if (typeof end !== 'number') return end;
      if (end === text.length && this.#open === undefined) return 'complete';
      at = this.#open === undefined ? end + this.#delimiter.length : end;
    }
  }

  /** Reads an unquoted field or an opening quote. Returns the end of the field or the start of the quoted content. */
  #unquoted(text: string, at: number): number | CsvFault {
    if (text[at] === QUOTE) {
      this.#open = '';
      this.#opened = { line: this.#lineCount - 1, column: columnOf(text, at) };
      return at + 1;
    }
    const found = text.indexOf(this.#delimiter, at);
    const end = found < 0 ? text.length : found;
    const quote = text.indexOf(QUOTE, at);
    if (quote >= 0 && quote < end) {
      const column = columnOf(text, quote);
      return { message: 'a quote inside an unquoted field: quote the field and double the quote', column };
    }
    this.values.push(text.slice(at, end));
    return end;
  }

  /** Returns the position after the closing quote. */
  #quoted(text: string, { at, ending }: { at: number; ending: string }): number | 'open' | CsvFault {
    for (let from = at; ;) {
      const quote = text.indexOf(QUOTE, from);
      if (quote < 0) {
        this.#open += text.slice(from) + ending;
        return 'open';
      }
      if (text[quote + 1] === QUOTE) {
        this.#open += text.slice(from, quote + 1);
        from = quote + 2;
        continue;
      }
      const end = quote + 1;
      if (end < text.length && !text.startsWith(this.#delimiter, end)) {
        const column = columnOf(text, end);
        return { message: 'text after the closing quote of a field: double the quotes inside it', column };
      }
      this.values.push(this.#open + text.slice(from, quote));
      this.#open = undefined;
      return end;
    }
  }
}

function columnOf(text: string, at: number): number {
  return [...text.slice(0, at)].length + 1;
}
