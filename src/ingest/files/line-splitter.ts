import { isUtf8 } from 'node:buffer';

const LF = 0x0a;
const CR = 0x0d;
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** One physical line of a text file. */
export interface Line {
  /** Position in the file, from 1. */
  readonly number: number;
  /** Content without line ending and byte order mark, truncated to one byte more than the limit. */
  readonly text: string;
  /** Line ending; empty only for a last line without one. */
  readonly ending: '' | '\n' | '\r\n' | '\r';
  /** Length of the content in bytes; greater than the limit when the line was too long. */
  readonly bytes: number;
  readonly isUtf8: boolean;
  /** Whether the file grew after this last line during the read: the line may be incomplete. */
  readonly isCut?: boolean;
}

/**
 * Splits bytes into lines at `\n`, `\r\n` and `\r`, also in files that mix them. It splits bytes and not characters,
 * so a character or a `\r\n` that straddles two chunks stays whole. It buffers at most `bytesMax` bytes and one more
 * of a line.
 */
export class LineSplitter {
  readonly #bytesMax: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  /** Whether the last chunk ended in `\r`: the next byte decides whether the line ends in `\r` or in `\r\n`. */
  #endsInCr = false;
  #count = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Yields the lines that the chunk completes. */
  *push(chunk: Buffer): Generator<Line> {
    if (chunk.length === 0) return;
    let start = 0;
    if (this.#endsInCr) {
      start = chunk[0] === LF ? 1 : 0;
      yield this.#take(start === 1 ? '\r\n' : '\r');
    }
    let lf = chunk.indexOf(LF, start);
    let cr = chunk.indexOf(CR, start);
    while (lf >= 0 || cr >= 0) {
      const isLf = lf >= 0 && (cr < 0 || lf < cr);
      const end = isLf ? lf : cr;
      this.#keep(chunk.subarray(start, end));
      if (end === cr && end + 1 === chunk.length) {
        this.#endsInCr = true;
        return;
      }
      const isCrLf = end === cr && chunk[end + 1] === LF;
      yield this.#take(isLf ? '\n' : isCrLf ? '\r\n' : '\r');
      start = end + (isCrLf ? 2 : 1);
      if (lf >= 0 && lf < start) lf = chunk.indexOf(LF, start);
      if (cr >= 0 && cr < start) cr = chunk.indexOf(CR, start);
    }
    this.#keep(chunk.subarray(start));
  }

  /** Yields the last line when the file does not end in a line ending. */
  *end(): Generator<Line> {
    if (this.#endsInCr) yield this.#take('\r');
    else if (this.#bytes > 0) yield this.#take('');
  }

  #keep(part: Buffer): void {
    const room = this.#bytesMax + 1 + BYTE_ORDER_MARK.length - this.#bytes;
    if (part.length === 0 || room <= 0) return;
    this.#parts.push(part.subarray(0, room));
    this.#bytes += Math.min(room, part.length);
  }

  #take(ending: Line['ending']): Line {
    const whole = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts, this.#bytes);
    [this.#parts, this.#bytes, this.#endsInCr] = [[], 0, false];
    this.#count += 1;
    const content = this.#count === 1 ? withoutByteOrderMark(whole) : whole;
    const kept = content.subarray(0, this.#bytesMax + 1);
    // A truncated line may end within a character, which does not mean that the file is not UTF-8.
    const isWhole = kept.length <= this.#bytesMax;
    return {
      number: this.#count,
      text: kept.toString('utf8'),
      ending,
      bytes: kept.length,
      isUtf8: !isWhole || isUtf8(kept),
    };
  }
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  const { length } = BYTE_ORDER_MARK;
  return bytes.subarray(0, length).equals(BYTE_ORDER_MARK) ? bytes.subarray(length) : bytes;
}
