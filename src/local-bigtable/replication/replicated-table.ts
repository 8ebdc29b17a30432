import BTree from 'sorted-btree';
import { notFoundError, unavailableError } from '../grpc/rpc-error';
import type { CommitQueue } from '../storage/commit-queue';
import type { StorageRecord } from '../storage/commit-storage';
import type { StoredRow, StoredRowChange, RowOperation } from '../store/stored-row';
import type { FamilyKey } from '../store/family-key';
import { compareKeys, type FamilyDefinition, type KeySpan, type StoredTable } from '../store/stored-table';
import type { EmulatedCluster } from './local-cluster';
import { commitBytes, type Commit, compareCommits } from './commit';
import type { CommitReceiver } from './link';
import { logRecord } from './log-record';
import { PendingRow } from './pending-row';
import { appendAll } from '../../core/shared/lists';

/** Replication of an instance, as used by its tables. */
export interface Replication {
  /** Bits of all clusters. */
  readonly allClusterBits: number;
  /** Reserves backlog for a commit until all clusters have it. Throws when the backlog is full. */
  reserveBacklog(bytes: number): void;
  releaseBacklog(bytes: number): void;
  /** Sends a commit to the other clusters as soon as it is durable. */
  replicate(commit: Commit, from: EmulatedCluster, receiver: CommitReceiver): void;
}

/** New column families of a table. */
export interface FamilyChange {
  /** All families of the table after the change. */
  readonly families: readonly FamilyDefinition[];
  /** Names of those that the change adds, in order. A present family of such a name is dropped before. */
  readonly added?: readonly string[] | undefined;
}

/** Observes the commits of a table, for change streams. Methods return records to make durable in the same commit. */
export interface CommitObserver {
  /** Called when a commit was made at its origin. */
  onCommitted(commit: Commit): readonly StorageRecord[];
  /** Called when a commit was applied at a cluster, its origin included. */
  onApplied(commit: Commit, at: EmulatedCluster): void;
  /** Called when garbage was removed at all clusters. */
  onGarbageCollected(changes: readonly StoredRowChange[], version: number): readonly StorageRecord[];
  /**
   * Called when rows were removed at all clusters at once: base rows, and those with pending commits, which now count
   * as applied everywhere.
   */
  onRowsRemoved(
    changes: readonly StoredRowChange[],
    pendingKeys: readonly string[],
    version: number,
  ): readonly StorageRecord[];
}

/**
 * Table in all clusters of an instance. Changes that every cluster has applied are stored once, as the base copy, in
 * memory and in storage. A commit that some cluster lacks is stored in a log, and each cluster sees the base row with
 * the commits that have reached it. Every cluster applies the commits of a row in the same order, whatever their order
 * of arrival, so all converge to the same row, which then becomes the base row.
 */
export class ReplicatedTable implements CommitReceiver {
  readonly number: number;
  readonly base: StoredTable;
  readonly #replication: Replication;
  readonly #commits: CommitQueue;
  readonly #pending = new BTree<string, PendingRow>(undefined, compareKeys);
  /** Observer of each commit, if any. */
  observer: CommitObserver | undefined;
  #dropped = false;
  /** Version of the latest change that may have hidden data, or shown it at a cluster before it was durable. */
  #visibilityVersion: number;

  constructor(number: number, base: StoredTable, { replication, commits }: ReplicatedTableDependencies) {
    this.number = number;
    this.base = base;
    this.#replication = replication;
    this.#commits = commits;
    // A new table exists permanently once its creation is durable.
    this.#visibilityVersion = commits.latestVersion;
  }

  /** Version that every answer waits for, because it may have removed absent cells. */
  get removedVersion(): number {
    return Math.max(this.base.removedVersion, this.#visibilityVersion);
  }

  /** Number of rows that differ between clusters. */
  get pendingRows(): number {
    return this.#pending.size;
  }

  pendingRow(key: string): PendingRow | undefined {
    return this.#pending.size === 0 ? undefined : this.#pending.get(key);
  }

  /** Returns the pending rows from a key on, ascending; or, reversed, from before a key downwards. */
  pendingFrom(key: string | undefined, reversed: boolean): Iterable<PendingRow> {
    if (this.#pending.size === 0) return [];
    return valuesOf(
      reversed ? this.#pending.entriesReversed(key, undefined, true) : this.#pending.entries(key),
    );
  }

  /** Returns whether all clusters have applied every commit up to the version. */
  isReplicatedUpTo(version: number): boolean {
    for (const { commits } of valuesOf(this.#pending.entries())) {
      if (commits.some((commit) => commit.version <= version)) return false;
    }
    return true;
  }

  /** Commits a valid row mutation at one cluster. Returns the version to wait for. */
  commit(key: string, operations: readonly RowOperation[], at: EmulatedCluster): number {
    // Time may have passed since the request was routed here.
    if (this.#dropped) throw notFoundError('The table has been deleted');
    if (at.removed) throw unavailableError(`The cluster ${at.id} has been deleted`);
    this.#commits.checkWritable();
    const isOnlyCluster = this.#replication.allClusterBits === at.bit;
    if (isOnlyCluster && this.observer === undefined) return this.#applyDirectly(key, operations);
    const bytes = isOnlyCluster ? 0 : commitBytes(key, operations);
    this.#replication.reserveBacklog(bytes);
    const version = this.#commits.nextVersion();
    const commitMicros = at.commitClock.next();
    const commit: Commit = {
      key,
      operations,
      commitMicros,
      origin: at.id,
      version,
      bytes,
      appliedBy: at.bit,
    };
    const observed = this.observer?.onCommitted(commit) ?? [];
    if (isOnlyCluster) {
      this.#commits.appendAll([this.#rowsRecord([this.base.apply(key, operations, version)]), ...observed]);
    } else {
      this.#add(commit).onApplied(commit, at);
      if (operations.some(({ kind }) => kind.startsWith('delete'))) this.#visibilityVersion = version;
      this.#commits.appendAll([...this.#log(commit, 'write'), ...observed]);
      this.#replication.replicate(commit, at, this);
    }
    this.observer?.onApplied(commit, at);
    return version;
  }

  receive(commit: Commit, at: EmulatedCluster): void {
    at.commitClock.observe(commit.commitMicros);
    if ((commit.appliedBy & at.bit) !== 0 || this.#dropped) return;
    if (this.#commits.failure !== undefined) return this.#receiveLater(commit, at);
    commit.appliedBy |= at.bit;
    const row = this.#pending.get(commit.key);
    if (row === undefined) return;
    row.onApplied(commit, at);
    this.observer?.onApplied(commit, at);
    this.#applyToBase(row);
  }

  /** Delays a commit while storage fails: nothing changes until earlier changes are durable. */
  #receiveLater(commit: Commit, at: EmulatedCluster): void {
    void this.#commits.whenDurable(this.#commits.latestVersion)?.then(() => this.receive(commit, at));
  }

  /** Drops the table. Commits in flight will be ignored. */
  drop(): void {
    this.#dropped = true;
    for (const { commits } of this.#pendingRows()) {
      for (const { bytes } of commits) this.#replication.releaseBacklog(bytes);
    }
  }

  /** Applies the log after a restart, during which all commits count as delivered. */
  restore(commits: readonly Commit[]): void {
    for (const commit of [...commits].sort(compareCommits)) {
      const change = this.base.apply(commit.key, commit.operations, commit.version);
      this.#commits.nextVersion();
      this.#commits.appendAll([this.#rowsRecord([change]), ...this.#log(commit, 'remove')]);
    }
  }

  /** Adds a cluster, which starts with all existing data. */
  onClusterAdded(cluster: EmulatedCluster): void {
    for (const row of this.#pendingRows()) {
      for (const commit of row.commits) commit.appliedBy |= cluster.bit;
    }
  }

  /** Removes a cluster. The others apply its commits, and no commit waits for it. */
  onClusterRemoved(cluster: EmulatedCluster, others: readonly EmulatedCluster[]): void {
    // These changes may not be durable yet.
    this.#visibilityVersion = this.#commits.latestVersion;
    for (const row of this.#pendingRows()) {
      row.forgetView(cluster);
      const accepted = row.commits.filter(({ origin }) => origin === cluster.id);
      for (const commit of accepted) for (const other of others) this.receive(commit, other);
      this.#applyToBase(row);
    }
  }

  /** Removes the rows of a span at all clusters at once, including their pending commits. Returns the version. */
  removeRows(span: KeySpan): number {
    const version = this.#commits.nextVersion();
    this.#visibilityVersion = version;
    const records: StorageRecord[] = [];
    const pending = this.#pendingRows().filter(
      ({ key }) => key >= span.start && (span.end === undefined || key < span.end),
    );
    for (const row of pending) {
      for (const commit of row.commits) appendAll(records, this.#complete(commit));
      this.#pending.delete(row.key);
    }
    const changes = this.base.removeRows(span, version);
    records.push(this.#rowsRecord(changes));
    const pendingKeys = pending.map(({ key }) => key);
    this.#commits.appendAll([
      ...records,
      ...(this.observer?.onRowsRemoved(changes, pendingKeys, version) ?? []),
    ]);
    return version;
  }

  /**
   * Sets the families at all clusters at once. Removed families, and those that were dropped and added again, lose
   * their cells. `alongWith` returns records to make durable in the same commit. Returns the version.
   */
  setFamilies({ families, added = [] }: FamilyChange, alongWith?: () => readonly StorageRecord[]): number {
    const version = this.#commits.nextVersion();
    this.#visibilityVersion = version;
    const before = new Set(this.base.familyKeys);
    this.base.setFamilies(families, added);
    const remaining = new Set(this.base.familyKeys);
    const dropped = [...before].filter((key) => !remaining.has(key));
    const log = dropped.length === 0 ? [] : this.#stripFamilies(new Set(dropped));
    const rows = dropped.flatMap((key) => this.base.removeFamily(key, version));
    this.#commits.appendAll([...log, this.#rowsRecord(rows), ...(alongWith?.() ?? [])]);
    return version;
  }

  /**
   * Removes the garbage of some rows at all clusters at once. Returns the version to wait for, 0 when there was none.
   * Rows with pending commits are skipped, so that garbage collection never races with replication.
   */
  collectGarbage(rows: readonly StoredRow[], nowMs: number): number {
    const garbage = rows.filter(
      (row) => this.base.hasGarbage(row, nowMs) && this.pendingRow(row.key) === undefined,
    );
    if (garbage.length === 0) return 0;
    const version = this.#commits.nextVersion();
    const changes = garbage.map((row) => this.base.collectGarbage(row, nowMs, version));
    this.#commits.appendAll([
      this.#rowsRecord(changes),
      ...(this.observer?.onGarbageCollected(changes, version) ?? []),
    ]);
    return version;
  }

  #applyDirectly(key: string, operations: readonly RowOperation[]): number {
    const version = this.#commits.nextVersion();
    this.#commits.append(this.#rowsRecord([this.base.apply(key, operations, version)]));
    return version;
  }

  #add(commit: Commit): PendingRow {
    let row = this.#pending.get(commit.key);
    if (row === undefined) {
      row = new PendingRow(commit.key);
      this.#pending.set(commit.key, row);
    }
    row.add(commit);
    return row;
  }

  /**
   * Moves the row's commits that all clusters have applied into the base copy, in order, up to the first that some
   * cluster lacks. No later commit can precede them, because every cluster's clock has seen their timestamps.
   */
  #applyToBase(row: PendingRow): void {
    const { allClusterBits } = this.#replication;
    let count = 0;
    while (count < row.commits.length && (row.commits[count]!.appliedBy & allClusterBits) === allClusterBits)
      count++;
    if (count === 0) return;
    const records: StorageRecord[] = [];
    this.#commits.nextVersion();
    for (const commit of row.commits.splice(0, count)) {
      const change = this.base.apply(commit.key, commit.operations, commit.version);
      records.push(this.#rowsRecord([change]));
      appendAll(records, this.#complete(commit));
    }
    if (row.commits.length === 0) this.#pending.delete(row.key);
    this.#commits.appendAll(records);
  }

  /** Completes a commit that is part of the base copy or was removed. Later deliveries are ignored. */
  #complete(commit: Commit): StorageRecord[] {
    commit.appliedBy = ~0;
    this.#replication.releaseBacklog(commit.bytes);
    return this.#log(commit, 'remove');
  }

  /** Returns the storage records of a log change; none without storage. */
  #log(commit: Commit, action: 'write' | 'remove'): StorageRecord[] {
    return this.#commits.durable ? [logRecord(this.number, commit, action)] : [];
  }

  /** Removes operations on these families from the pending commits. */
  #stripFamilies(dropped: ReadonlySet<FamilyKey>): StorageRecord[] {
    const records: StorageRecord[] = [];
    const stays = (operation: RowOperation): boolean =>
      !('family' in operation) || !dropped.has(operation.family);
    for (const row of this.#pendingRows()) {
      row.forgetViews();
      for (const commit of row.commits) {
        if (commit.operations.every(stays)) continue;
        appendAll(records, this.#log(commit, 'remove'));
        commit.operations = commit.operations.filter(stays);
        appendAll(records, this.#log(commit, 'write'));
      }
    }
    return records;
  }

  #pendingRows(): PendingRow[] {
    return [...valuesOf(this.#pending.entries())];
  }

  #rowsRecord(rows: readonly StoredRowChange[]): StorageRecord {
    return { kind: 'rows', table: this.number, rows };
  }
}

interface ReplicatedTableDependencies {
  readonly replication: Replication;
  readonly commits: CommitQueue;
}

function* valuesOf(entries: Iterable<[string, PendingRow]>): Generator<PendingRow> {
  for (const [, row] of entries) yield row;
}
