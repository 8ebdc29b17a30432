import { corruptBlock } from './block-errors';

/** Reads the bytes of a block sequentially. Throws `data_corrupted` for a read beyond the end. */
export class BlockReader {
  readonly view: DataView;
  readonly #bytes: Uint8Array;
  #at = 0;
  #end: number;

  constructor(bytes: Uint8Array, view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) {
    this.#bytes = bytes;
    this.view = view;
    this.#end = bytes.length;
  }

  /** Returns another reader of the same bytes, from `start` up to, not including, `end`. */
  slice(start: number, end: number): BlockReader {
    const reader = new BlockReader(this.#bytes, this.view);
    reader.#at = start;
    reader.#end = end;
    return reader;
  }

  get at(): number {
    return this.#at;
  }

  byte(): number {
    return this.#bytes[this.skip(1)]!;
  }

  uint32(): number {
    return this.view.getUint32(this.skip(4), true);
  }

  varint(): number {
    // Most varints have one byte.
    const first = this.#at < this.#end ? this.#bytes[this.#at]! : 0x80;
    if (first < 0x80) {
      this.#at++;
      return first;
    }
    let value = 0;
    for (let scale = 1; scale < 2 ** 53; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw corruptBlock();
  }

  bytes(length: number): Uint8Array {
    const start = this.skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** Skips `length` bytes and returns the offset where they begin. */
  skip(length: number): number {
    const start = this.#at;
    if (!(length <= this.#end - start)) throw corruptBlock();
    this.#at = start + length;
    return start;
  }
}
