import { FRAME_HEADER_BYTES, writeFrameHeader } from '../../platform/network/grpc';
import type { StoredRow } from '../store/stored-row';
import type { ChunkEncoder } from './chunk-encoder';
import type { ReadingOptions } from './local-dependencies';

/**
 * ReadRowsResponse under construction: encoded rows and the progress of the scan. A row is never divided over messages,
 * however large it is: Google's Go client rejects a message that does not end with a row.
 */
export class ReadRowsMessage {
  readonly #options: ReadingOptions;
  readonly #parts: Buffer[] = [];
  #bytes = 0;
  #rowsScanned = 0;
  #lastSkipped: string | undefined;
  /** Latest commit that the message's rows depend on. */
  version = 0;

  constructor(options: ReadingOptions) {
    this.#options = options;
  }

  /**
   * True when the message must be sent: it is large enough, or covers so many rows that the client needs a progress
   * report.
   */
  get full(): boolean {
    return this.#bytes >= this.#options.messageBytes || this.#rowsScanned >= this.#options.rowsPerMessageMax;
  }

  add(row: StoredRow, encoded: Buffer): void {
    this.#scanned(row);
    this.append(encoded);
    this.#lastSkipped = undefined;
  }

  /** Appends encoded fields. */
  append(part: Buffer): void {
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  /** Counts a row without a result. */
  skip(row: StoredRow): void {
    this.#scanned(row);
    this.#lastSkipped = row.key;
  }

  /** Returns the framed message; undefined when there is nothing to report. */
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
