import type { LocalCluster } from '../replication/local-cluster';
import type { ChangeRecord } from './change-record';

/** The changes of one origin in the order of their stamps, and how far each cluster has applied them without a gap. */
export class OriginLog {
  readonly origin: string;
  #records: ChangeRecord[] = [];
  /** Index of the oldest record: those before it have been removed. */
  #first = 0;
  /** Number of the record at index 0, counting all that there ever were. */
  #numberOfIndex0 = 0;
  /** Number of the first record that a cluster has not applied. */
  readonly #frontiers = new Map<LocalCluster, number>();
  /** Stamp of the last record removed. */
  removedUpTo = -Infinity;

  constructor(origin: string) {
    this.origin = origin;
  }

  get oldest(): ChangeRecord | undefined {
    return this.#records[this.#first];
  }

  get latestCommitMicros(): number {
    return this.#records.at(-1)?.commitMicros ?? this.removedUpTo;
  }

  append(record: ChangeRecord): void {
    this.#records.push(record);
  }

  /** Finds out how far the cluster has come; `everywhere` has the bits of all clusters. */
  advance(cluster: LocalCluster, everywhere: number): void {
    let index = this.#frontier(cluster);
    for (; index < this.#records.length; index++) {
      const record = this.#records[index]!;
      if (record.commit === undefined) continue;
      if ((record.commit.appliedBy & cluster.bit) === 0) break;
      if ((record.commit.appliedBy & everywhere) === everywhere) record.commit = undefined;
    }
    this.#frontiers.set(cluster, this.#numberOfIndex0 + index);
  }

  /** The first record after a stamp, if the cluster has applied it and all before it. */
  next(stamp: number, cluster: LocalCluster): ChangeRecord | undefined {
    const index = this.#indexAfter(stamp);
    return index < this.#frontier(cluster) ? this.#records[index] : undefined;
  }

  /** Stamp of the first record after a stamp, wherever it has been applied. */
  nextCommitMicros(stamp: number): number | undefined {
    return this.#records[this.#indexAfter(stamp)]?.commitMicros;
  }

  /** Stamp of the first record that the cluster has not applied. */
  firstMissingMicros(cluster: LocalCluster): number | undefined {
    return this.#records[this.#frontier(cluster)]?.commitMicros;
  }

  /** Takes the oldest records out. */
  remove(count: number): ChangeRecord[] {
    const removed = this.#records.slice(this.#first, this.#first + count);
    this.#first += removed.length;
    this.removedUpTo = removed.at(-1)?.commitMicros ?? this.removedUpTo;
    // Moving the rest forward pays once there is less of it than of what has gone.
    if (this.#first * 2 >= this.#records.length) {
      this.#records = this.#records.slice(this.#first);
      this.#numberOfIndex0 += this.#first;
      this.#first = 0;
    }
    return removed;
  }

  /** How many of the oldest records have a stamp up to this one. */
  countUpTo(stamp: number): number {
    return this.#indexAfter(stamp) - this.#first;
  }

  /** Index of the first record that the cluster has not applied, as far as is known. */
  #frontier(cluster: LocalCluster): number {
    return Math.max(this.#first, (this.#frontiers.get(cluster) ?? 0) - this.#numberOfIndex0);
  }

  #indexAfter(stamp: number): number {
    let low = this.#first;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#records[middle]!.commitMicros <= stamp) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
