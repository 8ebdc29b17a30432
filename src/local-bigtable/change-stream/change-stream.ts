import type { Instance } from '../catalog/instance';
import type { EmulatedCluster } from '../replication/local-cluster';
import type { Commit } from '../replication/commit';
import type { CommitObserver, ReplicatedTable } from '../replication/replicated-table';
import type { EntryRecord, StorageRecord } from '../storage/commit-storage';
import type { FamilyKey } from '../store/family-key';
import type { StoredRowChange } from '../store/stored-table';
import {
  recordBytes,
  type Change,
  changeToEntry,
  type ChangeRecord,
  createChangeRecord,
  SYSTEM_ORIGIN,
} from './change-record';
import { OriginLog } from './origin-log';
import { repartition } from './partitions';
import { streamCellRemovals, streamMutations, streamRowRemoval } from './stream-mutations';
import { StreamMetadata } from './stream-metadata';
import { appendAll, maxOf } from '../../core/shared/lists';

/** Bounds of each change stream. */
export interface ServedStreamLimits {
  /**
   * Maximum memory for one table's changes, in bytes. Beyond it the oldest are removed, even within the retention
   * period.
   */
  readonly bytesMax: number;
  /** Target size of a partition, in bytes. */
  readonly partitionBytes: number;
}

/** Reader that waits for changes at a cluster. */
export interface ChangeWaiter {
  readonly cluster: EmulatedCluster;
  wake(): void;
}

/**
 * Changes of one table within its retention period, by origin. All clusters share them, as they share the base copy. Of
 * each origin, a cluster sees what it has applied without a gap.
 */
export class ChangeStream implements CommitObserver {
  readonly table: ReplicatedTable;
  readonly instance: Instance;
  readonly metadata: StreamMetadata;
  readonly initialSplits: readonly string[];
  readonly #limits: ServedStreamLimits;
  readonly #logs = new Map<string, OriginLog>();
  readonly #waiters = new Set<ChangeWaiter>();
  #bytes = 0;
  retentionMs: number;
  /**
   * Counts events that can wake a waiter. A reader that read before the latest event must read again instead of
   * waiting.
   */
  events = 0;
  /** Reason why reading has ended, if it has. */
  ended: Error | undefined;

  constructor(table: ReplicatedTable, instance: Instance, options: TableStreamOptions) {
    this.table = table;
    this.instance = instance;
    this.retentionMs = options.retentionMs;
    this.initialSplits = options.initialSplits;
    this.#limits = options.limits;
    this.metadata = new StreamMetadata(table.number);
  }

  get logs(): Iterable<OriginLog> {
    return this.#logs.values();
  }

  onCommitted(commit: Commit): StorageRecord[] {
    const isOnlyCluster = commit.appliedBy === this.instance.allClusterBits;
    const mutations = streamMutations(commit.operations, () => this.#familiesOf(commit.key, isOnlyCluster));
    if (mutations.length === 0) return [];
    const { key, commitMicros, origin, version } = commit;
    const tiebreaker = [...this.instance.clusters.keys()].sort().indexOf(origin);
    const change = { rowKey: key, commitMicros, origin, version, mutations, tiebreaker };
    return this.#add(change, isOnlyCluster ? undefined : commit);
  }

  onApplied(commit: Commit, at: EmulatedCluster): void {
    this.events++;
    this.#logs.get(commit.origin)?.advance(at, this.instance.allClusterBits);
    for (const waiter of [...this.#waiters]) if (waiter.cluster === at) waiter.wake();
  }

  onGarbageCollected(changes: readonly StoredRowChange[], version: number): StorageRecord[] {
    const rows = changes.map((row) => ({ rowKey: row.key, mutations: streamCellRemovals(row.changes) }));
    return this.#addEverywhere(rows, SYSTEM_ORIGIN, version);
  }

  /** Production does not document which cluster is the origin of DropRowRange; here it is the first. */
  onRowsRemoved(
    changes: readonly StoredRowChange[],
    pendingKeys: readonly string[],
    version: number,
  ): StorageRecord[] {
    const families = new Map<string, Iterable<FamilyKey>>();
    for (const row of changes) families.set(row.key, new Set(row.changes.map(({ cell }) => cell.family)));
    for (const key of pendingKeys) families.set(key, this.table.base.familyKeys);
    const rows = [...families].map(([rowKey, keys]) => ({ rowKey, mutations: streamRowRemoval(keys) }));
    const [origin = SYSTEM_ORIGIN] = [...this.instance.clusters.keys()].sort();
    return this.#addEverywhere(rows, origin, version);
  }

  /** Restores a record from storage. Returns undefined when it belongs to an earlier stream of the table. */
  restore(record: ChangeRecord): ChangeRecord | undefined {
    if (record.commitMicros <= this.metadata.createdAt) return undefined;
    this.#log(record.origin).append(record);
    this.#bytes += recordBytes(record);
    return record;
  }

  /** Completes loading: new commits must come after those before the restart. */
  loaded(): void {
    const latest = Math.max(
      this.metadata.createdAt,
      this.metadata.promisedUpTo,
      maxOf([...this.#logs.values()].map(({ latestCommitMicros }) => latestCommitMicros)),
    );
    for (const { commitClock } of this.instance.clusters.values()) commitClock.observe(latest);
  }

  /** Starts the stream with changes from now on. */
  create(): EntryRecord {
    const createdAt = this.#closedMicros();
    for (const { commitClock } of this.instance.clusters.values()) commitClock.observe(createdAt);
    return this.metadata.update({ createdAt, removedUpTo: createdAt, splits: this.initialSplits });
  }

  /**
   * Returns the entry that must be durable before a reader receives this low watermark. After a restart the clock may
   * have been set back, and new commits must still get later timestamps. Undefined when a sufficient entry is stored.
   */
  persistWatermark(commitMicros: number): EntryRecord | undefined {
    // A reader may start in the future. That is no promise of the stream.
    const promisedUpTo = Math.min(commitMicros, this.#closedMicros());
    return promisedUpTo <= this.metadata.promisedUpTo ? undefined : this.metadata.update({ promisedUpTo });
  }

  /** Removes up to `countMax` of the changes that are older than the retention period. */
  expire(nowMs: number, countMax: number): EntryRecord[] {
    const upTo = this.#expiredUpTo(nowMs);
    const records: ChangeRecord[] = [];
    for (const log of this.#logs.values()) {
      appendAll(records, log.remove(Math.min(log.countUpTo(upTo), countMax - records.length)));
    }
    return this.#removed(records);
  }

  /** Returns the commit timestamp up to which changes may have been removed. */
  unavailableUpTo(nowMs: number): number {
    return Math.max(this.metadata.createdAt, this.metadata.removedUpTo, this.#expiredUpTo(nowMs));
  }

  /** Ends the stream, removes all changes, and fails its readers with the reason. */
  end(reason: Error): EntryRecord[] {
    this.ended ??= reason;
    const records = [...this.#logs.values()].flatMap((log) => log.remove(Infinity));
    this.#bytes = 0;
    this.wakeAll();
    return records.map((record) => changeToEntry(this.table.number, record, 'remove'));
  }

  addWaiter(waiter: ChangeWaiter): () => void {
    this.#waiters.add(waiter);
    return () => this.#waiters.delete(waiter);
  }

  wakeAll(): void {
    this.events++;
    for (const waiter of [...this.#waiters]) waiter.wake();
  }

  /** Number of waiting readers. */
  get waiterCount(): number {
    return this.#waiters.size;
  }

  /** Computes new partition boundaries. */
  resplit(): string[] {
    const rows = this.table.base.scan({ start: '', end: undefined });
    const { partitionBytes: sectionBytes } = this.#limits;
    return repartition(rows, this.metadata.splits, { sectionBytes, fixedSplits: this.initialSplits });
  }

  #expiredUpTo(nowMs: number): number {
    return (nowMs - this.retentionMs) * MICROS_PER_MS;
  }

  /**
   * Returns the families that the row may have data in. With several clusters these are all, because another cluster
   * may be writing into any.
   */
  #familiesOf(key: string, isOnlyCluster: boolean): Iterable<FamilyKey> {
    const { base } = this.table;
    return isOnlyCluster ? (base.row(key)?.cells ?? []).map(({ family }) => family) : base.familyKeys;
  }

  /** Adds changes that happened at all clusters at once. */
  #addEverywhere(
    rows: readonly Pick<Change, 'rowKey' | 'mutations'>[],
    origin: string,
    version: number,
  ): StorageRecord[] {
    const timestamps = this.#nextTimestamps(rows.length);
    const records = rows.flatMap((row, index) =>
      this.#add({ ...row, origin, version, commitMicros: timestamps[index]!, tiebreaker: 0 }, undefined),
    );
    for (const cluster of this.instance.clusters.values()) {
      for (const log of this.#logs.values()) log.advance(cluster, this.instance.allClusterBits);
    }
    this.wakeAll();
    return records;
  }

  #add(change: Change, commit: Commit | undefined): StorageRecord[] {
    const record: ChangeRecord = { ...createChangeRecord(change), commit };
    this.#log(record.origin).append(record);
    this.#bytes += recordBytes(record);
    return [changeToEntry(this.table.number, record, 'write'), ...this.#makeRoom()];
  }

  /** Returns commit timestamps after all earlier ones of the instance and before all later ones. */
  #nextTimestamps(count: number): number[] {
    const last = this.#closedMicros();
    for (const { commitClock } of this.instance.clusters.values()) commitClock.observe(last + count);
    return Array.from({ length: count }, (_, index) => last + 1 + index);
  }

  /** Returns the closed timestamp of the instance: all commits so far have timestamps up to it. */
  #closedMicros(): number {
    return maxOf(
      [...this.instance.clusters.values()].map(({ commitClock }) => commitClock.closedTimestamp()),
    );
  }

  /**
   * Removes more than one change needs, so that this does not run for each change, but not so much that writers notice.
   */
  #makeRoom(): EntryRecord[] {
    if (this.#bytes <= this.#limits.bytesMax) return [];
    const records: ChangeRecord[] = [];
    for (
      let bytes = this.#bytes;
      bytes > this.#limits.bytesMax * ROOM && records.length < ROOM_CHANGES_MAX;
    ) {
      const oldest = this.#oldestLog();
      if (oldest === undefined) break;
      const [record] = oldest.remove(1);
      bytes -= recordBytes(record!);
      records.push(record!);
    }
    return this.#removed(records);
  }

  #oldestLog(): OriginLog | undefined {
    let oldest: OriginLog | undefined;
    for (const log of this.#logs.values()) {
      if ((log.oldest?.commitMicros ?? Infinity) < (oldest?.oldest?.commitMicros ?? Infinity)) oldest = log;
    }
    return oldest;
  }

  #removed(records: readonly ChangeRecord[]): EntryRecord[] {
    if (records.length === 0) return [];
    let removedUpTo = this.metadata.removedUpTo;
    for (const record of records) {
      this.#bytes -= recordBytes(record);
      removedUpTo = Math.max(removedUpTo, record.commitMicros);
    }
    const entries = records.map((record) => changeToEntry(this.table.number, record, 'remove'));
    return [...entries, this.metadata.update({ removedUpTo })];
  }

  #log(origin: string): OriginLog {
    let log = this.#logs.get(origin);
    if (log === undefined) {
      log = new OriginLog(origin);
      this.#logs.set(origin, log);
    }
    return log;
  }
}

/** Options of one table's change stream. */
export interface TableStreamOptions {
  readonly retentionMs: number;
  /** Keys at which the table was split when it was created. */
  readonly initialSplits: readonly string[];
  readonly limits: ServedStreamLimits;
}

const MICROS_PER_MS = 1_000;
/** Share of the byte limit that a stream may use after room has been made. */
const ROOM = 15 / 16;
const ROOM_CHANGES_MAX = 1_000;
