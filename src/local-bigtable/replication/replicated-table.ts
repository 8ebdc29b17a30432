import BTree from 'sorted-btree';
import { notFoundError, unavailableError } from '../grpc/rpc-error';
import type { CommitQueue } from '../storage/commit-queue';
import type { StorageRecord } from '../storage/commit-storage';
import type { StoredRow, StoredRowChange, RowOperation } from '../store/stored-row';
import { compareKeys, type Family, type KeySpan, type StoredTable } from '../store/stored-table';
import type { LocalCluster } from './local-cluster';
import { commitBytes, type Commit, compareCommits } from './commit';
import type { CommitReceiver } from './link';
import { logRecord } from './log-record';
import { PendingRow } from './pending-row';
import { appendAll } from '../../core/shared/lists';

/** What a replicated table needs of the instance that it belongs to. */
export interface Replication {
  /** The bits of all clusters. */
  readonly allClusterBits: number;
  /** Takes room for a commit that is to be kept until all clusters have it. Throws when there is none. */
  reserveBacklog(bytes: number): void;
  releaseBacklog(bytes: number): void;
  /** Sends a commit to the other clusters as soon as it is durable. */
  replicate(commit: Commit, from: LocalCluster, receiver: CommitReceiver): void;
}

/** Follows the commits of a table; what a change stream is made of. */
export interface CommitObserver {
  /** The commit has been made at its origin; returns what is to be made durable along with it. */
  onCommitted(commit: Commit): readonly StorageRecord[];
  /** The commit has been applied at a cluster, its origin included. */
  onApplied(commit: Commit, at: LocalCluster): void;
  /** Garbage has been removed, at all clusters; returns what is to be made durable along with it. */
  onGarbageCollected(changes: readonly StoredRowChange[], version: number): readonly StorageRecord[];
  /**
   * Rows have been removed, at all clusters at once: settled ones, and those of the keys that had commits under way, which
   * now count as applied everywhere. Returns what is to be made durable along with it.
   */
  onRowsRemoved(
    changes: readonly StoredRowChange[],
    pendingKeys: readonly string[],
    version: number,
  ): readonly StorageRecord[];
}

/**
 * A table in all clusters of an instance. What every cluster has applied is kept once, as the settled copy, in memory
 * and in storage; a commit that is still on its way to some cluster is kept beside it, in a log, and each cluster sees
 * the settled row with those commits on top that have reached it. Since every cluster plays the commits of a row in
 * the same order, whatever the order of arrival, all end up with the same row, and then it is settled.
 */
export class ReplicatedTable implements CommitReceiver {
  readonly number: number;
  readonly base: StoredTable;
  readonly #replication: Replication;
  readonly #commits: CommitQueue;
  readonly #pending = new BTree<string, PendingRow>(undefined, compareKeys);
  /** Set while somebody wants to know of each commit. */
  observer: CommitObserver | undefined;
  #dropped = false;
  /** Of the latest change that may have made something invisible, or visible at a cluster before it was durable. */
  #barrierVersion: number;

  constructor(number: number, settled: StoredTable, { replication, commits }: ReplicatedTableDependencies) {
    this.number = number;
    this.base = settled;
    this.#replication = replication;
    this.#commits = commits;
    // A new table is there for good when its creation is durable.
    this.#barrierVersion = commits.latestVersion;
  }

  /** Every answer waits for this version: what it does not show may have been removed by it. */
  get removedVersion(): number {
    return Math.max(this.base.removedVersion, this.#barrierVersion);
  }

  /** The rows that are not the same in all clusters. */
  get pendingRows(): number {
    return this.#pending.size;
  }

  pendingRow(key: string): PendingRow | undefined {
    return this.#pending.size === 0 ? undefined : this.#pending.get(key);
  }

  /** The pending rows from a key on, ascending; or from a key, exclusive, downwards. */
  pendingFrom(key: string | undefined, reversed: boolean): Iterable<PendingRow> {
    if (this.#pending.size === 0) return [];
    return valuesOf(
      reversed ? this.#pending.entriesReversed(key, undefined, true) : this.#pending.entries(key),
    );
  }

  /** Whether all clusters have applied every commit up to the version. */
  isReplicatedUpTo(version: number): boolean {
    for (const { commits } of valuesOf(this.#pending.entries())) {
      if (commits.some((commit) => commit.version <= version)) return false;
    }
    return true;
  }

  /** Commits a row mutation, valid and whole, at one cluster; returns the version to wait for. */
  commit(key: string, operations: readonly RowOperation[], at: LocalCluster): number {
    // Time may have passed since the request was routed here.
    if (this.#dropped) throw notFoundError('The table has been deleted');
    if (at.removed) throw unavailableError(`The cluster ${at.id} has been deleted`);
    this.#commits.checkWritable();
    const alone = this.#replication.allClusterBits === at.bit;
    if (alone && this.observer === undefined) return this.#applyDirectly(key, operations);
    const bytes = alone ? 0 : commitBytes(key, operations);
    this.#replication.reserveBacklog(bytes);
    const version = this.#commits.nextVersion();
    const stamp = at.commitClock.next();
    const commit: Commit = {
      key,
      operations,
      commitMicros: stamp,
      origin: at.id,
      version,
      bytes,
      appliedBy: at.bit,
    };
    const observed = this.observer?.onCommitted(commit) ?? [];
    if (alone) {
      this.#commits.appendAll([this.#rowsRecord([this.base.apply(key, operations, version)]), ...observed]);
    } else {
      this.#add(commit).onApplied(commit, at);
      if (operations.some(({ kind }) => kind.startsWith('delete'))) this.#barrierVersion = version;
      this.#commits.appendAll([...this.#log(commit, 'write'), ...observed]);
      this.#replication.replicate(commit, at, this);
    }
    this.observer?.onApplied(commit, at);
    return version;
  }

  receive(commit: Commit, at: LocalCluster): void {
    at.commitClock.observe(commit.commitMicros);
    if ((commit.appliedBy & at.bit) !== 0 || this.#dropped) return;
    if (this.#commits.failure !== undefined) return this.#receiveLater(commit, at);
    commit.appliedBy |= at.bit;
    const row = this.#pending.get(commit.key);
    if (row === undefined) return;
    row.onApplied(commit, at);
    this.observer?.onApplied(commit, at);
    this.#settle(row);
  }

  /** While the storage fails nothing changes: the commit arrives when all that was made before is durable. */
  #receiveLater(commit: Commit, at: LocalCluster): void {
    void this.#commits.whenDurable(this.#commits.latestVersion)?.then(() => this.receive(commit, at));
  }

  /** The table is gone; what is still on its way will be ignored. */
  drop(): void {
    this.#dropped = true;
    for (const { commits } of this.#pendingRows()) {
      for (const { bytes } of commits) this.#replication.releaseBacklog(bytes);
    }
  }

  /** Puts back what the log held when the server stopped. A restart is long enough for everything to arrive. */
  restore(commits: readonly Commit[]): void {
    for (const commit of [...commits].sort(compareCommits)) {
      const change = this.base.apply(commit.key, commit.operations, commit.version);
      this.#commits.nextVersion();
      this.#commits.appendAll([this.#rowsRecord([change]), ...this.#log(commit, 'remove')]);
    }
  }

  /** A cluster has come: it starts with all there is. */
  onClusterAdded(cluster: LocalCluster): void {
    for (const row of this.#pendingRows()) {
      for (const commit of row.commits) commit.appliedBy |= cluster.bit;
    }
  }

  /** A cluster has gone: the others take over what it has accepted, and nobody waits for it any more. */
  onClusterRemoved(cluster: LocalCluster, others: readonly LocalCluster[]): void {
    // What is taken over, or settles as nobody else lacks it, may not be durable yet.
    this.#barrierVersion = this.#commits.latestVersion;
    for (const row of this.#pendingRows()) {
      row.forgetView(cluster);
      const accepted = row.commits.filter(({ origin }) => origin === cluster.id);
      for (const commit of accepted) for (const other of others) this.receive(commit, other);
      this.#settle(row);
    }
  }

  /** Removes the rows of a span at all clusters at once, with all that was on its way to them. */
  removeRows(span: KeySpan): number {
    const version = this.#commits.nextVersion();
    this.#barrierVersion = version;
    const records: StorageRecord[] = [];
    const pending = this.#pendingRows().filter(
      ({ key }) => key >= span.start && (span.end === undefined || key < span.end),
    );
    for (const row of pending) {
      for (const commit of row.commits) appendAll(records, this.#finished(commit));
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

  /** Sets the families at all clusters at once; those that are no longer there lose their cells. */
  setFamilies(families: readonly Family[], ...alongWith: StorageRecord[]): number {
    const version = this.#commits.nextVersion();
    this.#barrierVersion = version;
    const kept = new Set(families.map(({ name }) => name));
    const dropped = [...this.base.families.keys()].filter((name) => !kept.has(name));
    const log = dropped.length === 0 ? [] : this.#stripFamilies(new Set(dropped));
    const rows = dropped.flatMap((name) => this.base.removeFamily(name, version));
    this.base.setFamilies(families);
    this.#commits.appendAll([...log, this.#rowsRecord(rows), ...alongWith]);
    return version;
  }

  /**
   * Removes the garbage of some rows, at all clusters at once; returns the version to wait for, 0 when there was none.
   * Rows with commits under way are left for later, so that garbage collection never races with replication.
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
   * Moves the row's commits that all clusters have applied into the settled copy, in order, up to the first that some
   * cluster lacks. None can come before them any more: their stamps have been seen by every cluster's clock.
   */
  #settle(row: PendingRow): void {
    const { allClusterBits: everywhere } = this.#replication;
    let count = 0;
    while (count < row.commits.length && (row.commits[count]!.appliedBy & everywhere) === everywhere) count++;
    if (count === 0) return;
    const records: StorageRecord[] = [];
    this.#commits.nextVersion();
    for (const commit of row.commits.splice(0, count)) {
      const change = this.base.apply(commit.key, commit.operations, commit.version);
      records.push(this.#rowsRecord([change]));
      appendAll(records, this.#finished(commit));
    }
    if (row.commits.length === 0) this.#pending.delete(row.key);
    this.#commits.appendAll(records);
  }

  /** The commit has become part of the settled copy, or has been removed: whoever still brings it is late. */
  #finished(commit: Commit): StorageRecord[] {
    commit.appliedBy = ~0;
    this.#replication.releaseBacklog(commit.bytes);
    return this.#log(commit, 'remove');
  }

  /** What is to be done in storage's log; nothing when there is no storage. */
  #log(commit: Commit, action: 'write' | 'remove'): StorageRecord[] {
    return this.#commits.durable ? [logRecord(this.number, commit, action)] : [];
  }

  /** Takes what concerns these families out of the commits under way. */
  #stripFamilies(dropped: ReadonlySet<string>): StorageRecord[] {
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
