import type { Row } from '../store/row';

interface Entry {
  readonly version: number;
  readonly filter: string;
  readonly bytes: Buffer;
}

/**
 * Encoded answers of rows that are read again and again without a change. A row is taken in at its second reading,
 * so that a scan does not displace what is hot; the oldest entries make room within a budget of bytes.
 */
export class EncodingCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<Row, Entry>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(row: Row, filter: string): Buffer | undefined {
    const entry = this.#entries.get(row);
    return entry?.version === row.version && entry.filter === filter ? entry.bytes : undefined;
  }

  /** Offers the encoding of the row as it is now. */
  offer(row: Row, filter: string, bytes: Buffer): void {
    if (row.lastReadVersion !== row.version) {
      row.lastReadVersion = row.version;
      return;
    }
    if (bytes.length > this.#bytesMax / ENTRY_SHARE_MAX) return;
    this.#remove(row);
    this.#entries.set(row, { version: row.version, filter, bytes });
    this.#bytes += bytes.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#remove(oldest);
    }
  }

  #remove(row: Row): void {
    this.#bytes -= this.#entries.get(row)?.bytes.length ?? 0;
    this.#entries.delete(row);
  }
}

/** A single entry takes at most this part of the budget. */
const ENTRY_SHARE_MAX = 16;
