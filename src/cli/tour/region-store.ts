/** The store as a process in some region has it, but for the API on top: one object, whose value is a number. */
import { randomBytes } from 'node:crypto';
import { cellsPerColumnLimit, chain, familyIs } from '../../bigtable/filters';
import { setCell } from '../../bigtable/mutations';
import { createTransport } from '../../bigtable/transport';
import type { Consistency, ReadEvidence } from '../../core/consistency';
import { rowKey } from '../../core/row-key';
import { createTokenCodec } from '../../core/token-codec';
import type { WriteToken } from '../../core/write-token';
import { DEFAULTS } from '../../defaults';
import { systemClock } from '../../platform/clock';
import { createLogger } from '../../platform/logger';
import { systemRandom } from '../../platform/random';
import { NO_TRACING } from '../../platform/tracing';
import type { Workload } from '../../routing/cluster';
import { createRouting, type Routing } from '../../routing/routing';
import { storeTopology } from '../../routing/store-topology';
import type { Topology } from '../../topology/topology';
import { heartbeatScopes } from '../../watermark/heartbeat-scope';
import { Heartbeats } from '../../watermark/heartbeats';
import { createReader } from '../../watermark/reader';
import { createWriter } from '../../watermark/row-writer';
import type { ShardWatermarks } from '../../watermark/shard-watermarks';
import type { Reader } from '../../watermark/store';
import { Tracker } from '../../watermark/tracker';

export const TABLE = 'tour';
export const FAMILY = 'version';
const KEY = rowKey('object');
const COLUMN = Buffer.from('number');
const FILTER = chain(familyIs(FAMILY), cellsPerColumnLimit(1));

/** What is the same for every store here. */
const ENVIRONMENT = {
  clock: systemClock,
  random: systemRandom,
  logger: createLogger({ level: 'silent', service: 'tour' }),
  clockSkewMaxMs: DEFAULTS.consistency.clockSkewMaxMs,
};

const tokens = createTokenCodec({
  ...DEFAULTS.tokens,
  storeName: 'tour',
  keys: [{ id: 1, secret: randomBytes(32) }],
  nowMs: () => systemClock.nowMs(),
  clockSkewMaxMs: DEFAULTS.consistency.clockSkewMaxMs,
});

export interface StorePlace {
  readonly topology: Topology;
  /** `host:port` of the embedded Bigtable. */
  readonly endpoint: string;
  readonly region: string;
}

export interface Seen {
  /** 0 where there is none. */
  readonly version: number;
  readonly evidence: ReadEvidence;
}

export interface Written {
  readonly token: WriteToken;
  /** As a client gets it. */
  readonly encoded: string;
  readonly cluster: string;
}

export interface RegionStore {
  readonly region: string;
  write(version: number): Promise<Written>;
  read(consistency: Consistency, timeoutMs?: number): Promise<Seen>;
  close(): Promise<void>;
}

export function openRegionStore(place: StorePlace): RegionStore {
  const { region } = place;
  const topology = storeTopology(place.topology);
  const routing = openRouting(place, 'serving');
  const scopes = heartbeatScopes('serving', { topology: () => topology, tables: () => [TABLE] });
  const common = { ...ENVIRONMENT, router: routing.router, clients: routing.clients, scopes, region };
  const tracker = new Tracker(common);
  const heartbeats = new Heartbeats({ ...common, tracker });
  const reader = openReader(routing, tracker);
  const writer = createWriter(common);
  tracker.start();
  heartbeats.start();
  return {
    region,
    async write(version) {
      const value = Buffer.from(String(version));
      const mutations = [setCell(FAMILY, COLUMN, systemClock.nowMs() * 1_000, value)];
      const { token, cluster } = await writer.mutateRow(TABLE, { key: KEY, mutations });
      return { token, cluster, encoded: tokens.encode(token) };
    },
    read: (consistency, timeoutMs) => readObject(reader, consistency, timeoutMs),
    async close() {
      await Promise.all([heartbeats.stop(), tracker.stop(), writer.close()]);
      await routing.close();
    },
  };
}

export interface BatchStore {
  read(): Promise<Seen>;
  /** Hands the batch clients a cluster that serves, as nothing but a lie to the types can. Returns what they say to it. */
  reachServing(): string;
  close(): Promise<void>;
}

export function openBatchStore(place: StorePlace): BatchStore {
  const batch = openRouting(place, 'batch');
  const serving = openRouting(place, 'serving');
  const reader = openReader(batch, NO_HEARTBEATS);
  return {
    read: () => readObject(reader, { level: 'eventual' }),
    reachServing() {
      const [cluster] = serving.router.forRead(TABLE, KEY);
      try {
        batch.clients.of(cluster as never);
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    },
    async close() {
      await Promise.all([batch.close(), serving.close()]);
    },
  };
}

const NO_HEARTBEATS: ShardWatermarks = { seen: () => -Infinity, observe: () => undefined };

function openRouting<W extends Workload>(
  { topology, endpoint, region }: StorePlace,
  workload: W,
): Routing<W> {
  return createRouting({
    ...{ topology: storeTopology(topology), workload, region, emulated: true },
    transport: () => createTransport({ endpoint, plaintext: true }),
  });
}

function openReader<W extends Workload>(
  { router, clients, hedging }: Routing<W>,
  shards: ShardWatermarks,
): Reader {
  return createReader({
    ...{ ...ENVIRONMENT, router, clients, hedging, shards },
    // With the evidence `row` there are no claims to audit.
    ...{ evidence: 'row', auditor: { claimed: () => undefined } },
    limits: { ...DEFAULTS.bigtable, ...DEFAULTS.reading },
    tokens: DEFAULTS.tokens,
    ...{ describesClusters: true, tracing: NO_TRACING },
  });
}

async function readObject(reader: Reader, consistency: Consistency, timeoutMs?: number): Promise<Seen> {
  const read = { table: TABLE, key: KEY, filter: FILTER };
  const { row, evidence } = await reader.readRow(
    read,
    consistency,
    timeoutMs === undefined ? {} : { timeoutMs },
  );
  return { version: row === undefined ? 0 : Number(row.cells[0]!.value), evidence };
}
