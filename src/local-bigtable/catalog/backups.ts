import { notFoundError } from '../grpc/rpc-error';
import { type admin, milliseconds } from '../encoding/proto';
import type { CommitQueue } from '../storage/commit-queue';
import { backupChange } from './definition-store';
import type { Instances } from './instances';
import type { TableCopy } from './table-copy';
import { copyRecords, dropRecords, type Tables } from './tables';

interface BackupsDependencies {
  readonly instances: Instances;
  readonly tables: Tables;
  readonly commits: CommitQueue;
}

interface StoredCopy {
  /** Number of the copy in storage. */
  readonly number: number;
  readonly copy: TableCopy;
}

/**
 * Backups of tables, and deleted tables that can be restored, in memory and in storage together. Each has a definition
 * like any resource, and a copy of the table, which storage keeps like a table. Both change in one commit.
 */
export class Backups {
  readonly #dependencies: BackupsDependencies;
  /** Copies by the name of the backup. */
  readonly #copies = new Map<string, StoredCopy>();

  constructor(dependencies: BackupsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Stores a backup of a table. Nothing else may change the contents of the copy. */
  create(definition: admin.IBackup, copy: TableCopy): void {
    const { commits, tables, instances } = this.#dependencies;
    const name = definition.name ?? '';
    const named = { ...copy, definition: { ...copy.definition, name } };
    commits.nextVersion();
    const number = tables.nextNumber();
    this.#copies.set(name, { number, copy: named });
    commits.appendAll(copyRecords(number, named));
    instances.definitions.write(backupChange(definition));
  }

  /** Adds a copy that storage contains. Its rows are added to its contents. */
  load(number: number, copy: TableCopy): void {
    this.#copies.set(copy.definition.name ?? '', { number, copy });
  }

  has(name: string): boolean {
    return this.#copies.has(name);
  }

  /** Returns the definition of a backup. Throws NOT_FOUND, also when it has expired. */
  definition(name: string, nowMs: number): admin.Backup {
    const definition = this.#copies.has(name)
      ? this.#dependencies.instances.definitions.backup(name)
      : undefined;
    if (definition === undefined || isExpired(definition, nowMs)) {
      throw notFoundError(`Backup not found: ${name}`);
    }
    return definition;
  }

  /** Returns the copy of a present backup. Its contents must not be changed. */
  copy(name: string): TableCopy {
    return this.#copies.get(name)!.copy;
  }

  /** Returns the definitions of all backups that have not expired and whose names begin with the prefix. */
  withPrefix(prefix: string, nowMs: number): admin.Backup[] {
    return [...this.#copies.keys()]
      .filter((name) => name.startsWith(prefix))
      .flatMap((name) => this.#dependencies.instances.definitions.backup(name) ?? [])
      .filter((definition) => !isExpired(definition, nowMs));
  }

  update(definition: admin.IBackup): void {
    this.#dependencies.instances.definitions.write(backupChange(definition));
  }

  /** Removes a backup, if present, with its IAM policy. */
  remove(name: string): void {
    const { commits, instances } = this.#dependencies;
    const stored = this.#copies.get(name);
    if (stored === undefined) return;
    commits.nextVersion();
    this.#copies.delete(name);
    commits.appendAll(dropRecords(stored.number, stored.copy));
    const names = [name, ...instances.definitions.namesWithPrefix(`${name}/`)];
    instances.definitions.writeAll(names.map((each) => [each, undefined]));
  }

  /** Removes all backups that have expired. */
  async expire(nowMs: number): Promise<void> {
    const { definitions } = this.#dependencies.instances;
    for (const name of this.#copies.keys()) {
      if (isExpired(definitions.backup(name) ?? {}, nowMs)) this.remove(name);
    }
    await definitions.whenDurable();
  }
}

/** Returns whether a stored table is the copy of a backup or of a deleted table. */
export const isBackupName = (name: string): boolean => COPY_NAME.test(name);

/** Returns the name under which a deleted table is kept. */
export const deletedTableName = (table: string): string => table.replace('/tables/', '/deletedTables/');

/** Returns the prefix of the names of an instance's deleted tables. */
export const deletedTablePrefix = (instance: string): string => `${instance}/deletedTables/`;

function isExpired({ expireTime }: admin.IBackup, nowMs: number): boolean {
  return milliseconds(expireTime) <= nowMs;
}

const COPY_NAME = /^projects\/[^/]+\/instances\/[^/]+\/(?:clusters\/[^/]+\/backups|deletedTables)\/[^/]+$/;
