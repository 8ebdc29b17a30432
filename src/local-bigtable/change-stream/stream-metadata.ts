import type { EntryRecord } from '../storage/commit-storage';

interface MetadataFields {
  /** Stamp after which changes belong to the stream. */
  readonly createdAt: number;
  /** Stamp up to which changes may have been removed. */
  readonly removedUpTo: number;
  /** Stamp up to which readers have been told that they have everything. */
  readonly promisedUpTo: number;
  /** Keys at which partitions begin, but for the first. */
  readonly splits: readonly string[];
}

/** What a change stream keeps besides its changes, in memory and in storage. */
export class StreamMetadata {
  readonly #table: number;
  #head: MetadataFields = { createdAt: 0, removedUpTo: 0, promisedUpTo: 0, splits: [] };
  #stored: string | undefined;

  constructor(table: number) {
    this.#table = table;
  }

  get createdAt(): number {
    return this.#head.createdAt;
  }

  get removedUpTo(): number {
    return this.#head.removedUpTo;
  }

  get promisedUpTo(): number {
    return this.#head.promisedUpTo;
  }

  get splits(): readonly string[] {
    return this.#head.splits;
  }

  /** Whether storage has one. */
  get exists(): boolean {
    return this.#stored !== undefined;
  }

  update(change: Partial<MetadataFields>): EntryRecord {
    this.#head = { ...this.#head, ...change };
    return this.#entry(JSON.stringify(this.#head));
  }

  remove(): EntryRecord {
    return this.#entry(undefined);
  }

  /** Takes up what storage had. */
  restore(stored: string): void {
    this.#stored = stored;
    this.#head = { ...this.#head, ...(JSON.parse(stored) as Partial<MetadataFields>) };
  }

  #entry(after: string | undefined): EntryRecord {
    const before = this.#stored;
    this.#stored = after;
    return {
      kind: 'entry',
      space: 'change',
      table: this.#table,
      key: METADATA_KEY,
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
    };
  }
}

/** Sorts before the keys of all changes. */
export const METADATA_KEY = '';
