import pino from 'pino';
import type { GrpcTransport } from '../../../src/bigtable/transport/create-transport';
import { createTokenCodec, type TokenCodec } from '../../../src/core/tokens/token-codec';
import { TokenKeyRing } from '../../../src/core/tokens/token-key-ring';
import { DEFAULTS } from '../../../src/config/defaults';
import type { Clock } from '../../../src/platform/time/clock';
import type { Random } from '../../../src/platform/random';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import type { Router } from '../../../src/routing/affinity/router';
import { createRouting } from '../../../src/routing/routing';
import { type StoreTopology, storeTopology } from '../../../src/routing/topology/store-topology';
import type { Topology, Workload } from '../../../src/routing/topology/topology';
import { type AuditOutcome, AuditSampler } from '../../../src/consistency/audit/audit-sampler';
import { AnnouncedOrigins } from '../../../src/consistency/origins/announced-origins';
import type { Auditor } from '../../../src/consistency/audit/proof-claim';
import { heartbeatScopes } from '../../../src/consistency/heartbeats/heartbeat-scope';
import { HeartbeatWriter } from '../../../src/consistency/heartbeats/heartbeat-writer';
import { OriginClearance } from '../../../src/consistency/origins/origin-clearance';
import { createReader, type EvidenceKind } from '../../../src/consistency/read/reader';
import { createWriter } from '../../../src/consistency/write/row-writer';
import type { Reader, Writer } from '../../../src/consistency/store';
import { HeartbeatTracker } from '../../../src/consistency/heartbeats/heartbeat-tracker';
import { createVersionedWriter, type VersionedWriter } from '../../../src/consistency/write/versioned-writer';
import { type Guards, guardedReader, guardedWriter } from './guards';
import { TABLE } from './world';

export interface StackSettings {
  readonly evidence: EvidenceKind;
  /** Largest difference between clocks of processes, in milliseconds. */
  readonly clockSkewMaxMs: number;
  /** Time between two ticks of all clocks, in milliseconds. */
  readonly clockTickMs: number;
  readonly tokenWritesMax: number;
  /** Longest duration of a write, in milliseconds. */
  readonly writeTimeoutMaxMs: number;
  /** Time between two heartbeats, in milliseconds. */
  readonly heartbeatMs: number;
  /** Age at which a write counts as being in every cluster, in milliseconds. */
  readonly replicationLagMaxMs: number;
  readonly guards: Guards;
  /** Whether processes announce clusters before they write to them, and read the announcements of others. */
  readonly announces: boolean;
}

/** Longest delay of a request, in milliseconds, long after its client has given up. */
export const LATE_MAX_MS = 3_000;

export interface StackOptions {
  readonly region: string;
  readonly topology: Topology;
  readonly clock: Clock;
  readonly random: Random;
  readonly transport: GrpcTransport;
  /** Shards that have heartbeats. */
  readonly shards: readonly number[];
  readonly settings: StackSettings;
  readonly onAudit: (outcome: AuditOutcome) => void;
  readonly onHedge: (won: boolean) => void;
}

/** Everything that production runs in a process, except HTTP and ingestion. */
export interface Stack {
  readonly router: Router<Workload>;
  readonly codec: TokenCodec;
  readonly reader: Reader;
  readonly writer: Writer;
  readonly objects: VersionedWriter;
  reload(topology: Topology): void;
  /** Whether it has found an announced cluster that its topology does not have: its strict reads fail meanwhile. */
  isOutdated(): boolean;
  /** Ends the background tasks. */
  stop(): Promise<void>;
}

/** Returns the stack of a serving process, which also sends heartbeats and audits answers. */
export function servingStack(options: StackOptions): Stack {
  const parts = partsOf('serving', options);
  const { clients, tracker, common, scopes, limits } = parts;
  const { writeTimeoutMaxMs, clockSkewMaxMs, clockTickMs } = options.settings;
  const auditor = new AuditSampler({
    ...common,
    clients,
    limits: { rate: AUDIT_RATE, marginMs: writeTimeoutMaxMs + LATE_MS + clockSkewMaxMs + clockTickMs },
    observer: { onAudit: options.onAudit },
  });
  const heartbeats = new HeartbeatWriter({ ...common, clients, tracker, scopes, limits });
  heartbeats.start();
  const clearance = options.settings.announces
    ? new OriginClearance({
        ...common,
        clients,
        topology: parts.topology(),
        tables: [TABLE],
        announced: parts.announced,
      })
    : undefined;
  clearance?.start();
  return stackOf(options, parts, {
    auditor,
    clearance,
    stop: () => Promise.all([auditor.stop(), heartbeats.stop(), clearance?.stop()]),
  });
}

export function batchStack(options: StackOptions): Stack {
  const auditor: Auditor = { recordClaim: () => undefined };
  return stackOf(options, partsOf('batch', options), { auditor, stop: () => Promise.resolve() });
}

/** Share of audited answers. In production few are audited; here errors must be found in seconds. */
const AUDIT_RATE = 0.5;
/** Time after which a write may be committed although its client has given up, in milliseconds: its path, and a slow cluster. */
const LATE_MS = LATE_MAX_MS + 1_000;
const SILENT = pino({ level: 'silent' });

function partsOf<W extends Workload>(workload: W, options: StackOptions) {
  const { region, clock, random, transport, shards, settings } = options;
  let topology: StoreTopology = storeTopology(options.topology);
  const routing = createRouting({ topology, workload, region, clock, random, transport: () => transport });
  const { clients } = routing;
  const scopes = heartbeatScopes(workload, { topology: () => topology, tables: () => [TABLE] });
  const { clockSkewMaxMs, heartbeatMs } = settings;
  const common = { clock, random, region, shards, clockSkewMaxMs, logger: SILENT };
  const limits = { intervalMs: heartbeatMs };
  const announced = new AnnouncedOrigins();
  const tracker = new HeartbeatTracker<W>({ ...common, clients, scopes, limits, announced });
  tracker.start();
  const reload = (next: Topology): void => {
    topology = storeTopology(next);
    routing.reload(topology);
  };
  return { routing, clients, scopes, common, limits, tracker, announced, topology: () => topology, reload };
}

function stackOf<W extends Workload>(
  { clock, random, settings, onHedge }: StackOptions,
  { routing, clients, tracker, announced, topology, reload }: ReturnType<typeof partsOf<W>>,
  more: {
    readonly auditor: Auditor;
    readonly clearance?: OriginClearance | undefined;
    readonly stop: () => Promise<unknown>;
  },
): Stack {
  const { clockSkewMaxMs, replicationLagMaxMs, tokenWritesMax: writesMax, evidence, guards } = settings;
  const { router, hedging } = routing;
  const { lifetimeMs } = DEFAULTS.tokens;
  const { pointTimeoutMs } = DEFAULTS.bigtable;
  const reader = createReader<W>({
    router,
    clients,
    hedging,
    clock,
    random,
    clockSkewMaxMs,
    replicationLagMaxMs,
    evidence,
    shards: tracker,
    auditor: more.auditor,
    tokens: { writesMax },
    tracing: NO_TRACING,
    hasClusterTopology: true,
    observer: observerOf(onHedge),
    announced: more.clearance === undefined ? undefined : announced,
    limits: { ...DEFAULTS.reading, pointTimeoutMs },
  });
  const { clearance } = more;
  const writer = createWriter<W>({ router, clients, clock, random, clearance });
  return {
    router,
    reader,
    writer,
    reload(next) {
      reload(next);
      clearance?.reload(topology());
    },
    isOutdated: () => clearance?.status().isOutdated ?? false,
    codec: createTokenCodec({
      storeName: 'simulated',
      keys: new TokenKeyRing([{ id: 1, secret: Buffer.alloc(32, 1) }]),
      nowMs: () => clock.nowMs(),
      lifetimeMs,
      clockSkewMaxMs,
      writesMax,
    }),
    objects: createVersionedWriter({
      reader: guardedReader(reader, guards),
      writer: guardedWriter(writer, guards),
      clock,
      limits: { clockSkewMaxMs, pointTimeoutMs },
      isReplicated: () => guards.commitWait,
    }),
    async stop() {
      await Promise.all([tracker.stop(), more.stop(), routing.close()]);
    },
  };
}

const observerOf = (onHedge: (won: boolean) => void) => ({
  onHedge,
  onLookup: () => undefined,
  onAnswer: () => undefined,
  onUnmet: () => undefined,
});
