import pino from 'pino';
import type { GrpcTransport } from '../../../src/bigtable/transport/create-transport';
import type { Mutation, RowMutations } from '../../../src/bigtable/client/types';
import { rowKey } from '../../../src/core/rows/row-key';
import { WATERMARK_FAMILY } from '../../../src/core/consistency/row-watermark';
import { storedRetention } from '../../../src/core/schema/stored-retention';
import { DEFAULTS } from '../../../src/config/defaults';
import { openCore, type LocalCore, type GarbageRule } from '../../../src/local-bigtable/index';
import { createReadUserEvents, type ReadUserEvents } from '../../../src/operations/events/read-user-events';
import type { Clock } from '../../../src/platform/time/clock';
import { seededRandom, type Random } from '../../../src/platform/random';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import type { Cluster, Workload } from '../../../src/routing/topology/cluster';
import type { Router } from '../../../src/routing/affinity/router';
import { createRouting } from '../../../src/routing/routing';
import { instanceForTable, storeTopology } from '../../../src/routing/topology/store-topology';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { heartbeatScopes } from '../../../src/consistency/heartbeats/heartbeat-scope';
import { createReader } from '../../../src/consistency/read/reader';
import { createWriter } from '../../../src/consistency/write/row-writer';
import { createScanner } from '../../../src/consistency/read/scanner';
import type { Reader, Scanner, Writer } from '../../../src/consistency/store';
import { HeartbeatTracker } from '../../../src/consistency/heartbeats/heartbeat-tracker';
import { type CallFault, createLocalTransport } from '../../support/local-bigtable/local-transport';
import { VirtualClock } from '../../support/virtual-clock';
import type { Dice } from '../consistency/dice';
import { DATA_TYPE } from './history';

const INSTANCE = 'projects/p/instances/i';
export const REGIONS = ['eu', 'us'] as const;
export type Region = (typeof REGIONS)[number];
/** One serving cluster and one batch cluster in each region. */
export const CLUSTERS = ['eu-a', 'us-a', 'eu-batch', 'us-batch'] as const;
const regionOf = (cluster: string): Region => cluster.slice(0, 2) as Region;

const TOPOLOGY = parseTopology({
  project: 'p',
  instances: {
    i: {
      clusters: Object.fromEntries(
        CLUSTERS.map((id, index) => [
          id,
          {
            region: regionOf(id),
            zone: `${regionOf(id)}-${index}`,
            ...(id.endsWith('batch') && { role: 'batch' }),
          },
        ]),
      ),
      appProfiles: Object.fromEntries(CLUSTERS.map((id) => [`at-${id}`, { cluster: id, priority: 'low' }])),
    },
  },
  links: [{ between: ['eu', 'us'], delayMs: 20, jitterMs: 10 }],
});
const STORE_TOPOLOGY = storeTopology(TOPOLOGY);

/** A Thursday, on which a week of the Unix epoch begins. */
const START_MS = Date.UTC(2026, 0, 1);

export interface ProcessOptions {
  readonly region: Region;
  /** Lead of the region's clock, in milliseconds. */
  readonly skewMs?: number;
  /** Fate of a call from the region. */
  readonly faultOf?: () => CallFault | undefined;
}

/** The table of the simulation, with one family beside that of watermarks. */
export interface WorldTable {
  readonly name: string;
  readonly family: { readonly name: string; readonly gcRule: GarbageRule };
}

const EVENTS: WorldTable = {
  name: DATA_TYPE.corpus,
  family: { name: DATA_TYPE.family, gcRule: { kind: 'age', maxMs: storedRetention(DATA_TYPE).maxAgeMs! } },
};

/** Two regions of Bigtable on virtual time, with the product's readers and writers. */
export class World {
  readonly clock = new VirtualClock(START_MS);
  readonly core: LocalCore;
  readonly #random: Random;
  readonly #table: string;

  static async open(dice: Dice, { name, family }: WorldTable = EVENTS): Promise<World> {
    const clock = new VirtualClock(START_MS);
    const random = seededRandom(dice.below(2 ** 32));
    const core = await openCore({ topology: TOPOLOGY, clock, random });
    const { tables, instances } = core.dependencies;
    const families = [family, { name: WATERMARK_FAMILY }];
    await tables.create({ name: `${INSTANCE}/tables/${name}` }, families, instances.getOrCreate(INSTANCE));
    return new World(core, { clock, random, table: name });
  }

  private constructor(
    core: LocalCore,
    parts: { readonly clock: VirtualClock; readonly random: Random; readonly table: string },
  ) {
    this.core = core;
    this.clock = parts.clock;
    this.#random = parts.random;
    this.#table = parts.table;
  }

  /** Writes as ingestion does. */
  servingWriter(options: ProcessOptions): Writer {
    const { router, clients } = this.#routing('serving', options);
    return createWriter({ router, clients, clock: this.clock, random: this.#random });
  }

  /** The dependencies of compaction. */
  batchStore(options: ProcessOptions): { scanner: Scanner; reader: Reader; writer: Writer; clock: Clock } {
    const { skewMs = 0 } = options;
    const clock = { ...clockOf(this.clock), nowMs: () => this.clock.nowMs() + skewMs };
    const { router, clients, hedging } = this.#routing('batch', options, clock);
    const common = { router, clients, clock, random: this.#random };
    return {
      clock,
      scanner: createScanner(common),
      reader: this.#reader('batch', { ...common, hedging }),
      writer: createWriter(common),
    };
  }

  /** Reads users' events from this replica in its current state. */
  replica(id: string): ReadUserEvents {
    const { clock } = this;
    return createReadUserEvents({ reader: this.replicaReader(id), clock, limits: DEFAULTS.counts });
  }

  /** Reads this replica in its current state. */
  replicaReader(id: string): Reader {
    const workload: Workload = id.endsWith('batch') ? 'batch' : 'serving';
    const { clients, hedging } = this.#routing(workload, { region: regionOf(id) });
    const { clusters } = instanceForTable(STORE_TOPOLOGY, this.#table);
    const cluster = clusters[workload].find((each) => each.id === id)! as Cluster<Workload>;
    const router: Router<Workload> = {
      forRead: () => [cluster],
      forEventualRead: () => [cluster],
      forWrite: () => [],
      origins: () => [],
      byCode: () => undefined,
      reachabilityOf: () => 'open',
      startOriginProbe: () => undefined,
      startProbeIfDue: () => undefined,
    };
    const { clock } = this;
    return this.#reader(workload, { router, clients, hedging, clock, random: this.#random });
  }

  async close(): Promise<void> {
    await this.core.close();
  }

  #routing<W extends Workload>(workload: W, options: ProcessOptions, clock: Clock = this.clock) {
    const transport = (): GrpcTransport =>
      createLocalTransport({
        handlers: this.core.handlers,
        clock: this.clock,
        region: options.region,
        ...(options.faultOf && { faultOf: options.faultOf }),
      });
    const common = { workload, region: options.region, clock, random: this.#random, transport };
    return createRouting<W>({ ...common, topology: STORE_TOPOLOGY, limits: { hedgeBudget: 0 } });
  }

  #reader<W extends Workload>(
    workload: W,
    common: Pick<
      Parameters<typeof createReader<W>>[0],
      'router' | 'clients' | 'hedging' | 'clock' | 'random'
    >,
  ): Reader {
    const scopes = heartbeatScopes(workload, { topology: () => STORE_TOPOLOGY, tables: () => [this.#table] });
    const shards = new HeartbeatTracker<W>({
      ...common,
      scopes,
      region: 'eu',
      clockSkewMaxMs: 100,
      logger: SILENT,
    });
    return createReader<W>({
      ...common,
      shards,
      evidence: 'row',
      ...DEFAULTS.consistency,
      tracing: NO_TRACING,
      auditor: { recordClaim: () => undefined },
      tokens: DEFAULTS.tokens,
      hasClusterTopology: true,
      limits: DEFAULTS.reading,
    });
  }
}

const SILENT = pino({ level: 'silent' });

const clockOf = ({ nowMs, monotonicMs, schedule }: VirtualClock): Clock => ({ nowMs, monotonicMs, schedule });

export function rowOf(userId: string, mutations: readonly Mutation[]): RowMutations {
  return { key: rowKey(userId), mutations };
}
