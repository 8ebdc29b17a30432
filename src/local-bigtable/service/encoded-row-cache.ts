import type { StoredRow } from '../store/stored-row';

interface Entry {
  readonly version: number;
  readonly filter: string;
  readonly bytes: Buffer;
}

/**
 * Encoded answers of rows that are read again and again without a change. A row is taken in at its second reading,
 * so that a scan does not displace what is hot; once the budget of bytes is spent, few are let in, for the oldest.
 */
export class EncodedRowCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<StoredRow, Entry>();
  #bytes = 0;
  #offersWhenFull = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(row: StoredRow, filter: string): Buffer | undefined {
    const entry = this.#entries.get(row);
    return entry?.version === row.version && entry.filter === filter ? entry.bytes : undefined;
  }

  /** Offers the encoding of the row as it is now. */
  offer(row: StoredRow, filter: string, bytes: Buffer): void {
    if (row.lastReadVersion !== row.version) {
      row.lastReadVersion = row.version;
      return;
    }
    if (bytes.length > this.#bytesMax / ENTRY_SHARE_MAX) return;
    // When rows in turn are too many to be kept, each would only displace one that would have come again before it.
    const isFull = this.#bytes + bytes.length > this.#bytesMax && !this.#entries.has(row);
    if (isFull && ++this.#offersWhenFull % OFFERS_PER_ADMISSION !== 0) return;
    this.#remove(row);
    this.#entries.set(row, { version: row.version, filter, bytes });
    this.#bytes += bytes.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#remove(oldest);
    }
  }

  #remove(row: StoredRow): void {
    this.#bytes -= this.#entries.get(row)?.bytes.length ?? 0;
    this.#entries.delete(row);
  }
}

/** A single entry takes at most this part of the budget. */
const ENTRY_SHARE_MAX = 16;
/** When the cache is full, one of so many rows is let in: what is hot soon is, and the rest costs little. */
const OFFERS_PER_ADMISSION = 16;
