import { type Backups, isBackupName } from './backups';
import type { TableEntry } from './catalog';
import type { ChangeStreams } from '../change-stream/change-streams';
import { instanceNameOf } from './definitions';
import type { Instances } from './instances';
import { admin } from '../encoding/proto';
import type { Commit } from '../replication/commit';
import { commitFromLog } from '../replication/log-record';
import type { IdempotencyTokens } from '../service/idempotency-tokens';
import type { CommitStorage } from '../storage/commit-storage';
import { detailFromEntry, NO_DETAILS, type TableDetails } from './table-details';
import type { StoredTable } from '../store/stored-table';
import { emptyCopy } from './table-copy';
import type { Tables } from './tables';

/** Parts of the server that have their own entries in storage. */
export interface EntryOwners {
  readonly changeStreams: ChangeStreams;
  readonly idempotency: IdempotencyTokens;
}

/** Fills the catalog and the entry owners from storage. */
export async function loadCatalog(
  storage: CommitStorage,
  { instances, tables, backups }: { instances: Instances; tables: Tables; backups: Backups },
  { changeStreams, idempotency }: EntryOwners,
): Promise<void> {
  const contents = new Map<number, StoredTable>();
  const entries = new Map<number, TableEntry>();
  const logs = new Map<number, Commit[]>();
  const details = new Map<string, TableDetails>();
  const loadResource = (key: string, value: string): void => {
    const [table, detail] = detailFromEntry(key, value) ?? [];
    if (table === undefined) instances.definitions.load(key, value);
    else details.set(table, { ...(details.get(table) ?? NO_DETAILS), ...detail });
  };
  const lastNumber = await storage.load({
    table(table, bytes) {
      const definition = admin.Table.decode(bytes);
      const instance = instances.getOrLoad(instanceNameOf(definition.name));
      const copy = emptyCopy(definition, details.get(definition.name) ?? NO_DETAILS);
      contents.set(table, copy.contents);
      if (isBackupName(definition.name)) backups.load(table, copy);
      else entries.set(table, tables.load(table, copy, instance));
    },
    row(table, row) {
      contents.get(table)?.addRow(row);
    },
    entry(space, table, key, value) {
      if (space === 'resource') loadResource(key, value);
      if (space === 'change') changeStreams.restore(entries.get(table)!, key, value);
      if (space === 'token') idempotency.restore(table, key, value);
      if (space !== 'log') return;
      const families = entries.get(table)!.replicated.base.families;
      const log = logs.get(table) ?? [];
      logs.set(table, log);
      log.push(commitFromLog(key, value, families));
    },
  });
  tables.setLastNumber(lastNumber);
  instances.finishLoading();
  for (const [table, commits] of logs) entries.get(table)!.replicated.restore(commits);
  for (const entry of entries.values()) changeStreams.loaded(entry);
}
