import { failedPreconditionError, notFoundError, unavailableError } from '../grpc/rpc-error';
import type { Catalog, TableEntry } from '../catalog/catalog';
import { milliseconds } from '../encoding/proto';
import type { CommitQueue } from '../storage/commit-queue';
import type { EntryRecord } from '../storage/commit-storage';
import { changeFromEntry } from './change-record';
import { ChangeStream, type ServedStreamLimits } from './change-stream';
import { METADATA_KEY } from './stream-metadata';
import { appendAll } from '../../core/shared/lists';

interface ChangeStreamsDependencies {
  readonly catalog: Catalog;
  readonly commits: CommitQueue;
  readonly limits: ServedStreamLimits;
}

/** Change streams of all tables that have one, kept in sync with the tables' definitions. */
export class ChangeStreams {
  readonly #dependencies: ChangeStreamsDependencies;
  /** Streams by table number. */
  readonly #streams = new Map<number, ChangeStream>();
  /** Entries of ended streams that remain in storage, to be removed in the background. */
  #leftovers: EntryRecord[] = [];

  constructor(dependencies: ChangeStreamsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the stream of a table. Throws FAILED_PRECONDITION for a table without one. */
  of(table: TableEntry): ChangeStream {
    const stream = this.#streams.get(table.number);
    if (stream === undefined)
      throw failedPreconditionError(`Change streams are not enabled on the table ${table.name}`);
    return stream;
  }

  /**
   * Creates or ends the stream according to the table's definition. Must be called in the turn in which a definition is
   * committed.
   */
  syncDefinition(table: TableEntry): void {
    const retentionMs = retentionOf(table);
    const present = this.#streams.get(table.number);
    if (retentionMs === 0) return present && this.#disable(table, present);
    const stream = present ?? this.#enable(table, retentionMs);
    stream.retentionMs = retentionMs;
    if (!stream.metadata.exists) this.#dependencies.commits.append(stream.create());
  }

  /** Ends the stream of a dropped table, whose entries storage has removed. */
  drop(table: TableEntry): void {
    this.#streams.get(table.number)?.end(notFoundError(`Table not found: ${table.name}`));
    this.#streams.delete(table.number);
  }

  /** Restores a storage entry. Entries of a table come in order, followed by `loaded`. */
  restore(table: TableEntry, key: string, value: string): void {
    const retentionMs = retentionOf(table);
    if (retentionMs > 0) {
      const stream = this.#streams.get(table.number) ?? this.#enable(table, retentionMs);
      if (key === METADATA_KEY) return stream.metadata.restore(value);
      if (stream.metadata.exists && stream.restore(changeFromEntry(key, value)) !== undefined) return;
    }
    this.#leftovers.push({ kind: 'entry', space: 'change', table: table.number, key, before: value });
  }

  /** Completes the table's stream after all its entries are restored. */
  loaded(table: TableEntry): void {
    this.#streams.get(table.number)?.loaded();
    this.syncDefinition(table);
  }

  /** Removes up to `countMax` changes that are too old or belong to no stream. Returns whether more may remain. */
  async expire(nowMs: number, countMax: number): Promise<boolean> {
    const { catalog, commits } = this.#dependencies;
    commits.checkWritable();
    const live = new Set(catalog.all().map(({ number }) => number));
    const entries = this.#leftovers.splice(0, countMax).filter(({ table }) => live.has(table));
    for (const stream of this.#streams.values()) {
      if (entries.length < countMax) appendAll(entries, stream.expire(nowMs, countMax - entries.length));
    }
    if (entries.length === 0) return this.#leftovers.length > 0;
    const version = commits.nextVersion();
    commits.appendAll(entries);
    await commits.whenCommitted(version);
    return true;
  }

  /** Ends all readers: the server is stopping. */
  close(): void {
    for (const stream of this.#streams.values()) {
      stream.ended ??= unavailableError('The server is shutting down');
      stream.wakeAll();
    }
  }

  #enable(table: TableEntry, retentionMs: number): ChangeStream {
    const { limits } = this.#dependencies;
    const { replicated, instance, details } = table;
    const stream = new ChangeStream(replicated, instance, {
      retentionMs,
      initialSplits: details.initialSplits,
      limits,
    });
    this.#streams.set(table.number, stream);
    table.replicated.observer = stream;
    return stream;
  }

  /** Disables the stream: "You can't read a change stream after you disable it, including changes recorded before." */
  #disable(table: TableEntry, stream: ChangeStream): void {
    table.replicated.observer = undefined;
    this.#streams.delete(table.number);
    const reason = failedPreconditionError(`Change streams have been disabled on the table ${table.name}`);
    for (const entry of stream.end(reason)) this.#leftovers.push(entry);
    this.#dependencies.commits.append(stream.metadata.remove());
  }
}

/** Returns the retention in milliseconds; 0 without a change stream. */
function retentionOf({ definition }: TableEntry): number {
  return milliseconds(definition.changeStreamConfig?.retentionPeriod);
}
