import type { StoredRow } from '../store/stored-row';

interface Entry {
  readonly version: number;
  readonly filter: string;
  readonly bytes: Buffer;
}

/**
 * Encoded answers of rows that are read repeatedly without a change. A row is added at its second read, so that a scan
 * does not displace hot rows. When the cache is full, only some rows are admitted, and the oldest are evicted.
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

  /** Offers the encoding of the row's current version. */
  offer(row: StoredRow, filter: string, bytes: Buffer): void {
    if (row.lastReadVersion !== row.version) {
      row.lastReadVersion = row.version;
      return;
    }
    if (bytes.length > this.#bytesMax / ENTRY_SHARE_MAX) return;
    // When more rows are read in turn than fit, each would displace a row that is needed sooner.
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

  /** Removes all entries. They keep their rows in memory, which may belong to a dropped table. */
  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #remove(row: StoredRow): void {
    this.#bytes -= this.#entries.get(row)?.bytes.length ?? 0;
    this.#entries.delete(row);
  }
}

/** A single entry uses at most this fraction (1/n) of the cache. */
const ENTRY_SHARE_MAX = 16;
/** When the cache is full, one of this many offers is admitted: hot rows get in soon, and others cost little. */
const OFFERS_PER_ADMISSION = 16;
