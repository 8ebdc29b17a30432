import { FRAME_HEADER_BYTES, writeFrameHeader } from '../../platform/network/grpc';
import type { StoredRow } from '../store/stored-row';
import type { ChunkEncoder } from './chunk-encoder';
import type { ReadingOptions } from './local-services';

/** A ReadRowsResponse in the making: encoded rows, and how far the scan has come. */
export class ReadRowsMessage {
  readonly #options: ReadingOptions;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #rowsScanned = 0;
  #lastSkipped: string | undefined;
  /** The latest commit that the message's rows depend on. */
  version = 0;

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  /** When to send: enough bytes, or so long a stretch that the client should know, and others should have a turn. */
  get full(): boolean {
    return this.#bytes >= this.#options.messageBytes || this.#rowsScanned >= this.#options.rowsPerMessageMax;
  }

  add(row: StoredRow, encoded: Buffer): void {
    this.#scanned(row);
    this.append(encoded);
    this.#lastSkipped = undefined;
  }

  /** Adds encoded fields. */
  append(part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  /** The row gave no result. */
  skip(row: StoredRow): void {
    this.#scanned(row);
    this.#lastSkipped = row.key;
  }

  /** The framed message; undefined when there is nothing worth telling. */
  frame(encoder: ChunkEncoder): Buffer | undefined {
    if (this.full && this.#lastSkipped !== undefined) {
      this.append(encoder.scannedMarker(this.#lastSkipped));
    }
    if (this.#bytes === 0) return undefined;
    const frame = Buffer.allocUnsafe(FRAME_HEADER_BYTES + this.#bytes);
    writeFrameHeader(frame, this.#bytes);
    let at = FRAME_HEADER_BYTES;
    for (const part of this.#parts) at += part.copy(frame, at);
    return frame;
  }

  #scanned(row: StoredRow): void {
    this.#rowsScanned++;
    if (row.version > this.version) this.version = row.version;
  }
}
