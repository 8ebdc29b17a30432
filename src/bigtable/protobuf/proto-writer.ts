import { FRAME_HEADER_BYTES, writeFrameHeader } from '../../platform/network/grpc';

const INITIAL_BYTES = 256;

/** Writes protobuf fields to one growing buffer that reserves space for the gRPC frame header. */
export class ProtoWriter {
  #buffer = Buffer.allocUnsafe(INITIAL_BYTES);
  #at = FRAME_HEADER_BYTES;

  /** Number of bytes written, without the frame header. */
  get length(): number {
    return this.#at - FRAME_HEADER_BYTES;
  }

  /** Appends serialized fields, tags included. */
  raw(bytes: Uint8Array): this {
    this.#reserve(bytes.length);
    this.#buffer.set(bytes, this.#at);
    this.#at += bytes.length;
    return this;
  }

  varint(value: number): this {
    this.#reserve(10);
    let rest = value;
    while (rest >= 0x80) {
      this.#buffer[this.#at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.#buffer[this.#at++] = rest;
    return this;
  }

  /** Appends a bytes field or a serialized message. */
  bytes(tag: number, bytes: Uint8Array): this {
    return this.varint(tag).varint(bytes.length).raw(bytes);
  }

  /** Returns the message without its frame header. */
  message(): Buffer {
    return this.#buffer.subarray(FRAME_HEADER_BYTES, this.#at);
  }

  /** Returns the message with its frame header. */
  framed(): Buffer {
    writeFrameHeader(this.#buffer, this.length);
    return this.#buffer.subarray(0, this.#at);
  }

  #reserve(bytes: number): void {
    const needed = this.#at + bytes;
    if (needed <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    this.#buffer.copy(grown, 0, 0, this.#at);
    this.#buffer = grown;
  }
}
