/** One user of a store with placements, whose object is a version number, as processes of two regions see it. */
import { resolve } from 'node:path';
import { cellsPerColumnLimit, chain, familyIs } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { loadConfig, type Config } from '../../config/index';
import { rowKey } from '../../core/rows/row-key';
import { createLogger } from '../../platform/telemetry/logger';
import { systemClock } from '../../platform/time/clock';
import { openServingStore, type Store } from '../../store/open-store';
import type { RegionStore } from './region-store';

/** Corpus, and the placement group that it is in, of the topology of the tour. */
export const USERS = 'users';
const FAMILY = 'profile';
const COLUMN = Buffer.from('version');
const FILTER = chain(familyIs(FAMILY), cellsPerColumnLimit(1));
/** Longer than any request takes on a busy machine. */
const CALL_TIMEOUT_MS = 30_000;

export interface TourStoreOptions {
  /** Path of the topology file. */
  readonly file: string;
  /** `host:port` of the embedded Bigtable. */
  readonly endpoint: string;
  readonly region: string;
}

export function configOf({ file, endpoint, region }: TourStoreOptions): Config {
  return loadConfig({
    BIGTABLE_EMULATOR_HOST: endpoint,
    TIDEMARK_TOPOLOGY: resolve(file),
    TIDEMARK_REGION: region,
    // Short, so that nearest replicas prove strict reads within seconds.
    TIDEMARK_HEARTBEAT_INTERVAL_MS: '1000',
  });
}

/** Opens the store of a process in the region. */
export async function openProcess(options: TourStoreOptions): Promise<Store> {
  const config = configOf(options);
  const corpora = loadSchema(config.schema).corpora();
  const logger = createLogger({ level: 'silent', service: 'tour' });
  const store = openServingStore({ config, corpora, logger });
  store.start();
  await store.warmUp({ timeoutMs: CALL_TIMEOUT_MS });
  return store;
}

/** Returns the object of the user in the store. `accessLocation`: the country that writes state. */
export function userIn(store: Store, userId: string, accessLocation?: string): RegionStore {
  const key = rowKey(userId);
  return {
    region: store.region!,
    async write(version) {
      const mutations = [setCell(FAMILY, COLUMN, systemClock.nowMs() * 1_000, Buffer.from(String(version)))];
      const call = { timeoutMs: CALL_TIMEOUT_MS, accessLocation };
      const { token, cluster } = await store.writer.mutateRow(USERS, { key, mutations }, call);
      return { token, cluster, encoded: store.tokens.encode(token) };
    },
    async read(consistency, timeoutMs = CALL_TIMEOUT_MS) {
      const read = { table: USERS, key, filter: FILTER };
      const { row, evidence } = await store.reader.readRow(read, consistency, { timeoutMs });
      return { version: row === undefined ? 0 : Number(row.cells[0]!.value), evidence };
    },
    close: () => store.close(),
  };
}
