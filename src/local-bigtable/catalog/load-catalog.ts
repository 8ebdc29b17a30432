import { familiesFromProto } from '../admin/column-family';
import type { TableEntry } from './catalog';
import type { ChangeStreams } from '../change-stream/change-streams';
import { instanceNameOf } from './definitions';
import type { Instances } from './instances';
import { admin } from '../encoding/proto';
import type { Commit } from '../replication/commit';
import { commitFromLog } from '../replication/log-record';
import type { IdempotencyTokens } from '../service/idempotency-tokens';
import type { CommitStorage } from '../storage/commit-storage';
import { splitsFromEntry, type Tables } from './tables';

/** Parts of the server that have their own entries in storage. */
export interface EntryOwners {
  readonly changeStreams: ChangeStreams;
  readonly idempotency: IdempotencyTokens;
}

/** Fills the catalog and the entry owners from storage. */
export async function loadCatalog(
  storage: CommitStorage,
  { instances, tables }: { instances: Instances; tables: Tables },
  { changeStreams, idempotency }: EntryOwners,
): Promise<void> {
  const entries = new Map<number, TableEntry>();
  const logs = new Map<number, Commit[]>();
  const initialSplits = new Map<string, readonly string[]>();
  const loadResource = (key: string, value: string): void => {
    const found = splitsFromEntry(key, value);
    if (found === undefined) instances.definitions.load(key, value);
    else initialSplits.set(found.table, found.splits);
  };
  const lastNumber = await storage.load({
    table(table, bytes) {
      const definition = admin.Table.decode(bytes);
      const instance = instances.getOrLoad(instanceNameOf(definition.name));
      const families = familiesFromProto(definition.columnFamilies ?? {});
      const entry = tables.load(table, definition, families, instance);
      entry.initialSplits = initialSplits.get(entry.name) ?? [];
      entries.set(table, entry);
    },
    row(table, row) {
      entries.get(table)?.replicated.base.addRow(row);
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
