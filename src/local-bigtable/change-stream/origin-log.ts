import type { EmulatedCluster } from '../replication/local-cluster';
import type { ChangeRecord } from './change-record';

/** Changes of one origin by commit timestamp, and the point up to which each cluster has applied them without a gap. */
export class OriginLog {
  readonly origin: string;
  #records: ChangeRecord[] = [];
  /** Index of the oldest record. Those before it have been removed. */
  #first = 0;
  /** Sequence number of the record at index 0, counted from the first record ever. */
  #numberOfIndex0 = 0;
  /** By cluster, the sequence number of the first record that it has not applied. */
  readonly #frontiers = new Map<EmulatedCluster, number>();
  /** Commit timestamp of the last removed record. */
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

  /** Updates how far the cluster has applied the log. `everywhere` contains the bits of all clusters. */
  advance(cluster: EmulatedCluster, allClusterBits: number): void {
    let index = this.#frontier(cluster);
    for (; index < this.#records.length; index++) {
      const record = this.#records[index]!;
      if (record.commit === undefined) continue;
      if ((record.commit.appliedBy & cluster.bit) === 0) break;
      if ((record.commit.appliedBy & allClusterBits) === allClusterBits) record.commit = undefined;
    }
    this.#frontiers.set(cluster, this.#numberOfIndex0 + index);
  }

  /** Returns the first record after a commit timestamp if the cluster has applied it and all before it. */
  next(commitMicros: number, cluster: EmulatedCluster): ChangeRecord | undefined {
    const index = this.#indexAfter(commitMicros);
    return index < this.#frontier(cluster) ? this.#records[index] : undefined;
  }

  /** Returns the commit timestamp of the first record after a commit timestamp, applied or not. */
  nextCommitMicros(commitMicros: number): number | undefined {
    return this.#records[this.#indexAfter(commitMicros)]?.commitMicros;
  }

  /** Returns the commit timestamp of the first record that the cluster has not applied. */
  firstMissingMicros(cluster: EmulatedCluster): number | undefined {
    return this.#records[this.#frontier(cluster)]?.commitMicros;
  }

  /** Removes and returns the oldest records. */
  remove(count: number): ChangeRecord[] {
    const removed = this.#records.slice(this.#first, this.#first + count);
    this.#first += removed.length;
    this.removedUpTo = removed.at(-1)?.commitMicros ?? this.removedUpTo;
    // Moving the rest forward pays off once it is smaller than what has been removed.
    if (this.#first * 2 >= this.#records.length) {
      this.#records = this.#records.slice(this.#first);
      this.#numberOfIndex0 += this.#first;
      this.#first = 0;
    }
    return removed;
  }

  /** Returns the number of records with commit timestamps up to this one. */
  countUpTo(commitMicros: number): number {
    return this.#indexAfter(commitMicros) - this.#first;
  }

  /** Returns the index of the first record that the cluster has not applied, as far as known. */
  #frontier(cluster: EmulatedCluster): number {
    return Math.max(this.#first, (this.#frontiers.get(cluster) ?? 0) - this.#numberOfIndex0);
  }

  #indexAfter(commitMicros: number): number {
    let low = this.#first;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#records[middle]!.commitMicros <= commitMicros) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
