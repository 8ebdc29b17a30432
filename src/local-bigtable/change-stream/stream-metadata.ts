import type { EntryRecord } from '../storage/commit-storage';

interface MetadataFields {
  /** Commit timestamp after which changes belong to the stream. */
  readonly createdAt: number;
  /** Commit timestamp up to which changes may have been removed. */
  readonly removedUpTo: number;
  /** Latest low watermark that readers may have received. */
  readonly promisedUpTo: number;
  /** Keys at which partitions begin, except the first partition. */
  readonly splits: readonly string[];
}

/** Metadata of a change stream, in memory and in storage. */
export class StreamMetadata {
  readonly #table: number;
  #fields: MetadataFields = { createdAt: 0, removedUpTo: 0, promisedUpTo: 0, splits: [] };
  #stored: string | undefined;

  constructor(table: number) {
    this.#table = table;
  }

  get createdAt(): number {
    return this.#fields.createdAt;
  }

  get removedUpTo(): number {
    return this.#fields.removedUpTo;
  }

  get promisedUpTo(): number {
    return this.#fields.promisedUpTo;
  }

  get splits(): readonly string[] {
    return this.#fields.splits;
  }

  /** Whether storage has an entry. */
  get exists(): boolean {
    return this.#stored !== undefined;
  }

  update(change: Partial<MetadataFields>): EntryRecord {
    this.#fields = { ...this.#fields, ...change };
    return this.#entry(JSON.stringify(this.#fields));
  }

  remove(): EntryRecord {
    return this.#entry(undefined);
  }

  /** Restores the entry in storage. */
  restore(stored: string): void {
    this.#stored = stored;
    this.#fields = { ...this.#fields, ...(JSON.parse(stored) as Partial<MetadataFields>) };
  }

  #entry(after: string | undefined): EntryRecord {
    const before = this.#stored;
    this.#stored = after;
    return {
      kind: 'entry',
      space: 'change',
      table: this.#table,
      key: METADATA_KEY,
      before,
      after,
    };
  }
}

/** Sorts before the keys of all changes. */
export const METADATA_KEY = '';
