import { damagedBlock } from './block-errors';

/** Reads bytes one after the other. What would lie beyond the end is refused: `data_damaged`. */
export class ByteReader {
  readonly view: DataView;
  readonly #bytes: Uint8Array;
  #at: number;
  readonly #end: number;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
    let value = 0;
    for (let scale = 1; scale < 2 ** 53; scale *= 0x80) {
      const byte = this.byte();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) return value;
    }
    throw damagedBlock();
  }

  bytes(length: number): Uint8Array {
    const start = this.skip(length);
    return this.#bytes.subarray(start, start + length);
  }

  /** Steps over as many bytes, and returns where they begin. */
  skip(length: number): number {
    const start = this.#at;
    if (!(length <= this.#end - start)) throw damagedBlock();
    this.#at = start + length;
    return start;
  }
}
