import type { Clock } from '../../platform/time/clock';
import { notFoundError } from '../grpc/rpc-error';
import { type admin, int64, milliseconds } from '../encoding/proto';
import { type Backups, deletedTableName, deletedTablePrefix } from './backups';
import type { TableEntry } from './catalog';
import { timestampFromMs } from './definitions';
import { convergedSize, copyConverged, type TableCopy } from './table-copy';

/** Limits of the deleted tables that can be restored. */
interface DeletedTableLimits {
  /** Time for which a deleted table can be restored, in milliseconds. */
  readonly retentionMs: number;
  /** Maximum size of the deleted tables of an instance: keys, qualifiers and values, in bytes. */
  readonly bytesMax: number;
  /** Maximum number of deleted tables of an instance. */
  readonly tablesMax: number;
}

interface DeletedTablesDependencies {
  readonly backups: Backups;
  readonly clock: Clock;
  readonly limits: DeletedTableLimits;
}

/**
 * Tables that were deleted and can be restored for some time. The oldest make room for later ones, and a table above
 * the limit is not kept at all, so that deletions free memory.
 */
export class DeletedTables {
  readonly #dependencies: DeletedTablesDependencies;

  constructor(dependencies: DeletedTablesDependencies) {
    this.#dependencies = dependencies;
  }

  /** Keeps a copy of a table that is deleted in the same turn. It replaces an earlier one of the same name. */
  keep(table: TableEntry): void {
    const { backups, clock, limits } = this.#dependencies;
    const name = deletedTableName(table.name);
    backups.remove(name);
    const sizeBytes = convergedSize(table);
    if (sizeBytes > limits.bytesMax) return;
    this.#makeRoom(table.instance.name, sizeBytes);
    const nowMs = clock.nowMs();
    const times = {
      startTime: timestampFromMs(nowMs),
      expireTime: timestampFromMs(nowMs + limits.retentionMs),
    };
    backups.create({ name, sourceTable: table.name, sizeBytes, ...times }, copyConverged(table));
  }

  /** Returns the copy of a deleted table. Throws NOT_FOUND. */
  find(tableName: string): TableCopy {
    const { backups, clock, limits } = this.#dependencies;
    const name = deletedTableName(tableName);
    try {
      backups.definition(name, clock.nowMs());
      return backups.copy(name);
    } catch {
      throw notFoundError(
        `No deleted table to restore: ${tableName}. Up to ${limits.tablesMax} tables of at most ${limits.bytesMax} ` +
          `bytes together are kept for ${limits.retentionMs / DAY_MS} days`,
      );
    }
  }

  /** Removes the copy of a deleted table, if present. */
  forget(tableName: string): void {
    this.#dependencies.backups.remove(deletedTableName(tableName));
  }

  /** Removes the copies of all deleted tables of an instance. */
  forgetAll(instance: string): void {
    for (const { name } of this.#of(instance)) this.#dependencies.backups.remove(name);
  }

  #makeRoom(instance: string, addedBytes: number): void {
    const { backups, limits } = this.#dependencies;
    const kept = this.#of(instance).sort((a, b) => milliseconds(a.startTime) - milliseconds(b.startTime));
    let bytes = kept.reduce((sum, { sizeBytes }) => sum + int64(sizeBytes), addedBytes);
    let count = kept.length + 1;
    for (const { name, sizeBytes } of kept) {
      if (bytes <= limits.bytesMax && count <= limits.tablesMax) return;
      backups.remove(name);
      bytes -= int64(sizeBytes);
      count--;
    }
  }

  /** Returns the definitions of all copies, expired ones included. */
  #of(instance: string): admin.Backup[] {
    return this.#dependencies.backups.withPrefix(deletedTablePrefix(instance), -Infinity);
  }
}

const DAY_MS = 24 * 3_600_000;
