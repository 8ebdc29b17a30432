/** Store of one object, whose value is a version number, as processes of a region see it below the API. */
import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { cellsPerColumnLimit, chain, familyIs } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import { createTransport } from '../../bigtable/transport/create-transport';
import { type Config, loadConfig } from '../../config/index';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import { rowKey } from '../../core/rows/row-key';
import type { WriteToken } from '../../core/tokens/write-token';
import { systemClock } from '../../platform/time/clock';
import { createLogger } from '../../platform/telemetry/logger';
import { createRouting } from '../../routing/routing';
import { openBatchStore, openServingStore, type Store } from '../../store/open-store';

export const TOUR_TABLE = 'tour';
export const TOUR_FAMILY = 'version';
const KEY = rowKey('object');
const COLUMN = Buffer.from('number');
const FILTER = chain(familyIs(TOUR_FAMILY), cellsPerColumnLimit(1));

/** Keys that all regions share, so that each can read the tokens of the others. */
const TOKEN_KEYS = `1:${randomBytes(32).toString('base64url')}`;

export interface RegionStoreOptions {
  /** Path of the topology file. */
  readonly file: string;
  /** `host:port` of the embedded Bigtable. */
  readonly endpoint: string;
  readonly region: string;
}

export interface ObservedVersion {
  /** Version that was read. 0: the object does not exist. */
  readonly version: number;
  readonly evidence: ReadEvidence;
}

interface WrittenVersion {
  readonly token: WriteToken;
  /** Token as clients get it. */
  readonly encoded: string;
  readonly cluster: string;
}

export interface RegionStore {
  readonly region: string;
  write(version: number): Promise<WrittenVersion>;
  read(consistency: Consistency, timeoutMs?: number): Promise<ObservedVersion>;
  close(): Promise<void>;
}

/** Time limit of the first calls, in milliseconds: clusters must be announced before they take writes. */
const WARM_UP_TIMEOUT_MS = 10_000;

export async function openRegionStore(options: RegionStoreOptions): Promise<RegionStore> {
  const store = openServingStore(storeOptionsOf(options));
  store.start();
  await store.warmUp({ timeoutMs: WARM_UP_TIMEOUT_MS });
  return {
    region: options.region,
    async write(version) {
      const value = Buffer.from(String(version));
      const mutations = [setCell(TOUR_FAMILY, COLUMN, systemClock.nowMs() * 1_000, value)];
      const { token, cluster } = await store.writer.mutateRow(TOUR_TABLE, { key: KEY, mutations });
      return { token, cluster, encoded: store.tokens.encode(token) };
    },
    read: (consistency, timeoutMs) => readObject(store, consistency, timeoutMs),
    close: () => store.close(),
  };
}

export interface BatchReadStore {
  read(): Promise<ObservedVersion>;
  /** Passes a serving cluster to batch clients, which the types forbid. Returns the error message, or an empty text. */
  tryServingCluster(): string;
  close(): Promise<void>;
}

export function openBatchReadStore(options: RegionStoreOptions): BatchReadStore {
  const store = openBatchStore(storeOptionsOf(options));
  const routings = (['batch', 'serving'] as const).map((workload) =>
    createRouting({
      topology: store.topology,
      workload,
      region: options.region,
      transport: () => createTransport({ endpoint: options.endpoint, plaintext: true }),
    }),
  );
  const [batch, serving] = routings;
  return {
    read: () => readObject(store, { level: 'eventual' }),
    tryServingCluster() {
      const [cluster] = serving!.router.forRead(TOUR_TABLE, KEY);
      try {
        batch!.clients.of(cluster!);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    },
    async close() {
      await Promise.all([store, ...routings].map((each) => each.close()));
    },
  };
}

function storeOptionsOf(options: RegionStoreOptions): Parameters<typeof openServingStore>[0] {
  const logger = createLogger({ level: 'silent', service: 'tour' });
  const corpora = [{ name: TOUR_TABLE, dataTypes: [], sketches: [] }];
  return { config: configOf(options), corpora, logger };
}

function configOf({ file, endpoint, region }: RegionStoreOptions): Config {
  return loadConfig({
    BIGTABLE_EMULATOR_HOST: endpoint,
    TIDEMARK_TOPOLOGY: resolve(file),
    TIDEMARK_REGION: region,
    TIDEMARK_TOKEN_KEYS: TOKEN_KEYS,
    // Short, so that the tour shows the staleness of answers within seconds.
    TIDEMARK_HEARTBEAT_INTERVAL_MS: '1000',
  });
}

async function readObject(
  { reader }: Store,
  consistency: Consistency,
  timeoutMs?: number,
): Promise<ObservedVersion> {
  const read = { table: TOUR_TABLE, key: KEY, filter: FILTER };
  const { row, evidence } = await reader.readRow(
    read,
    consistency,
    timeoutMs === undefined ? {} : { timeoutMs },
  );
  return { version: row === undefined ? 0 : Number(row.cells[0]!.value), evidence };
}
