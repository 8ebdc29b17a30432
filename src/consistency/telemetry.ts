/** Metrics of routing, reads, writes, heartbeats and audits. Labels name clusters, never rows. */
import { CONSISTENCY_LEVELS } from '../core/consistency/consistency';
import type { LabelledValue, Metrics } from '../platform/telemetry/metrics';
import type { Workload } from '../routing/topology/cluster';
import { ADMISSION_WAITS, type Admission, type AdmissionWait } from '../routing/admission/admission';
import type { Routing } from '../routing/routing';
import type { AuditObserver } from './audit/audit-sampler';
import type { HeartbeatAlarmObserver } from './heartbeats/heartbeat-alarms';
import type { HeartbeatObserver } from './heartbeats/heartbeat-writer';
import type { CanaryObserver } from './audit/order-canary';
import type { OrderGapObserver } from './audit/order-gap-reporter';
import type { ReadObserver } from './read/read-observer';
import type { WriteObserver } from './write/row-writer';
import type { VersionObserver } from './write/versioned-writer';
import type { OriginClearance } from './origins/origin-clearance';
import type { HeartbeatTracker } from './heartbeats/heartbeat-tracker';

/** Observers of one workload's store; each part of the store receives its own. */
export interface StoreTelemetry {
  readonly reads: ReadObserver;
  readonly writes: WriteObserver;
  readonly versions: VersionObserver;
  readonly heartbeats: HeartbeatObserver;
  readonly alarms: HeartbeatAlarmObserver;
  readonly audits: AuditObserver;
  readonly order: OrderGapObserver;
  readonly canaries: CanaryObserver;
}

export function createStoreTelemetry(metrics: Metrics, workload: Workload): StoreTelemetry {
  return {
    reads: readTelemetry(metrics, workload),
    writes: writeTelemetry(metrics, workload),
    versions: versionTelemetry(metrics, workload),
    ...heartbeatTelemetry(metrics, workload),
    audits: auditTelemetry(metrics, workload),
    ...orderTelemetry(metrics, workload),
  };
}

/** Origin lookups per read: `tidemark_read_lookups_total{kind=~"origin|watermark"}` by `tidemark_reads_total`. */
function readTelemetry(metrics: Metrics, workload: Workload): ReadObserver {
  const answers = metrics.counter(
    {
      name: 'tidemark.reads',
      description: 'Reads answered, by level, by tier, and by whether the level was met',
    },
    ['workload', 'level', 'tier', 'met'],
  );
  const unmet = metrics.counter(
    {
      name: 'tidemark.reads.unmet',
      description: 'Reads that failed because no replica proved the level in time',
    },
    ['workload', 'level'],
  );
  for (const level of CONSISTENCY_LEVELS) unmet(0, workload, level);
  const lookups = metrics.counter(
    {
      name: 'tidemark.read.lookups',
      description: 'Lookups sent for reads, by purpose and outcome',
    },
    ['workload', 'kind', 'outcome'],
  );
  const byCluster = metrics.counter(
    {
      name: 'tidemark.cluster.lookups',
      description: 'Lookups sent to the cluster for reads, by outcome',
    },
    ['workload', 'replica', 'outcome'],
  );
  const hedges = metrics.counter(
    {
      name: 'tidemark.read.hedges',
      description: 'Hedges of slow reads, by whether the hedge answered first',
    },
    ['workload', 'outcome'],
  );
  const duration = metrics.latency('tidemark.read.duration', 'Duration of a read at its consistency level', [
    'workload',
    'level',
  ]);
  return {
    onAnswer({ level, tier, met, durationMs }) {
      answers(1, workload, level, tier, met ? 'true' : 'false');
      duration.record(durationMs / 1_000, { workload, level });
    },
    onUnmet: (level) => unmet(1, workload, level),
    onLookup({ cluster, kind, outcome }) {
      lookups(1, workload, kind, outcome);
      byCluster(1, workload, cluster.id, outcome);
    },
    onHedge: (won) => hedges(1, workload, won ? 'won' : 'lost'),
  };
}

function writeTelemetry(metrics: Metrics, workload: Workload): WriteObserver {
  const writes = metrics.counter({ name: 'tidemark.writes', description: 'Writes acknowledged, by origin' }, [
    'workload',
    'origin',
  ]);
  const mutations = metrics.counter(
    {
      name: 'tidemark.write.mutations',
      description: 'Row mutations acknowledged, into which writes were joined, by origin',
    },
    ['workload', 'origin'],
  );
  const failovers = metrics.counter(
    {
      name: 'tidemark.write.failovers',
      description: 'Row mutations sent to a cluster after another one had failed, by origin',
    },
    ['workload', 'origin'],
  );
  return {
    onAcknowledged(origin, rows, joined) {
      writes(joined, workload, origin);
      mutations(rows, workload, origin);
    },
    onFailover: (origin, rows) => failovers(rows, workload, origin),
  };
}

function versionTelemetry(metrics: Metrics, workload: Workload): VersionObserver {
  const ahead = metrics.counter(
    {
      name: 'tidemark.write.versions_ahead',
      description:
        'Cell versions that a later write deleted because they were further ahead of its clock than correct clocks can be',
    },
    ['workload', 'table'],
  );
  return { onVersionsAhead: (table, count) => ahead(count, workload, table) };
}

function heartbeatTelemetry(
  metrics: Metrics,
  workload: Workload,
): Pick<StoreTelemetry, 'heartbeats' | 'alarms'> {
  const beats = metrics.counter(
    { name: 'tidemark.heartbeats', description: 'Heartbeats due, by origin and outcome' },
    ['workload', 'origin', 'outcome'],
  );
  const alarms = metrics.counter(
    {
      name: 'tidemark.heartbeat.alarms',
      description: 'Heartbeat alarms begun, by kind: stopped, lagging or clock-skew',
    },
    ['workload', 'kind', 'origin'],
  );
  return {
    heartbeats: { onHeartbeat: ({ id }, outcome) => beats(1, workload, id, outcome) },
    alarms: {
      onAlarm({ kind, origin }, change) {
        if (change === 'begun') alarms(1, workload, kind, origin);
      },
    },
  };
}

function auditTelemetry(metrics: Metrics, workload: Workload): AuditObserver {
  const audits = metrics.counter(
    {
      name: 'tidemark.audits',
      description: 'Answers compared with their origin, by proof and outcome',
    },
    ['workload', 'proof', 'outcome'],
  );
  // An alert uses it: the increase of a counter is visible only if the counter existed before.
  for (const proof of ['row', 'shard']) audits(0, workload, proof, 'violated');
  return { onAudit: (outcome, proof) => audits(1, workload, proof, outcome) };
}

function orderTelemetry(metrics: Metrics, workload: Workload): Pick<StoreTelemetry, 'order' | 'canaries'> {
  const gaps = metrics.counter(
    {
      name: 'tidemark.row.order.gaps',
      description:
        'Rows in which a replica showed a write of the origin without the acknowledged write before it',
    },
    ['workload', 'origin', 'replica'],
  );
  const canaries = metrics.counter(
    {
      name: 'tidemark.row.order.canaries',
      description: 'Bursts of canary writes, by origin, replica and outcome',
    },
    ['workload', 'origin', 'replica', 'outcome'],
  );
  return {
    order: { onOrderGap: (origin, replica) => gaps(1, workload, origin, replica) },
    canaries: {
      onCanary: (origin, replica, outcome) => canaries(1, workload, origin, replica, outcome),
    },
  };
}

export interface ObservedStore<W extends Workload> {
  readonly workload: W;
  readonly tracker: Pick<HeartbeatTracker<W>, 'status'>;
  readonly routing: Pick<Routing<W>, 'status'>;
  readonly admission?: Pick<Admission, 'status'>;
  readonly clearance?: Pick<OriginClearance, 'status'>;
}

/** Registers the gauges that are computed whenever metrics are collected. */
export function observeStore<W extends Workload>(metrics: Metrics, store: ObservedStore<W>): void {
  observeHeartbeats(metrics, store);
  observeClusters(metrics, store);
  if (store.clearance !== undefined) observeClearance(metrics, store.clearance);
  if (store.admission !== undefined) observeAdmission(metrics, store.admission);
}

function observeHeartbeats<W extends Workload>(
  metrics: Metrics,
  { workload, tracker }: ObservedStore<W>,
): void {
  metrics.gauges(
    {
      name: 'tidemark.heartbeat.lag',
      description:
        'Age of the newest heartbeat of the origin in the shard that is furthest behind, at the last poll of the replica, in seconds',
      unit: 's',
      labels: ['workload', 'origin', 'replica'],
      absentValue: NaN,
    },
    () =>
      tracker.status().lags.flatMap(({ origin, replica, lagMs }): LabelledValue[] => {
        const labels = { workload, origin, replica };
        return lagMs === undefined ? [] : [{ value: lagMs / 1_000, labels }];
      }),
  );
  metrics.gauges(
    {
      name: 'tidemark.heartbeat.alarms.active',
      description: 'Heartbeat alarms that are on: 1 while on',
      labels: ['workload', 'kind', 'origin', 'replica'],
      absentValue: 0,
    },
    () =>
      tracker.status().alarms.map(({ kind, origin, replica = '' }) => ({
        value: 1,
        labels: { workload, kind, origin, replica },
      })),
  );
}

/**
 * Registers the gauges of clusters. Their label is not `cluster`, because Google's Managed Prometheus has a label of
 * that name.
 */
function observeClusters<W extends Workload>(
  metrics: Metrics,
  { workload, routing }: ObservedStore<W>,
): void {
  metrics.gauges(
    {
      name: 'tidemark.cluster.phase',
      description: 'Health of the cluster: 1 for its present phase',
      labels: ['workload', 'replica', 'phase'],
      absentValue: 0,
    },
    () =>
      routing.status().map(({ cluster, phase }) => ({
        value: 1,
        labels: { workload, replica: cluster.id, phase },
      })),
  );
  metrics.gauges(
    {
      name: 'tidemark.cluster.ejections',
      description: 'Successive ejections of the cluster, less those that have decayed',
      labels: ['workload', 'replica'],
      absentValue: NaN,
    },
    () =>
      routing.status().map(({ cluster, ejections }) => ({
        value: ejections,
        labels: { workload, replica: cluster.id },
      })),
  );
}

function observeClearance(metrics: Metrics, clearance: Pick<OriginClearance, 'status'>): void {
  metrics.gauges(
    {
      name: 'tidemark.origin.cleared',
      description:
        'Whether every origin has acknowledged the announcement of the cluster, so that this process sends it writes: 1 or 0',
      labels: ['origin'],
      absentValue: NaN,
    },
    () =>
      clearance
        .status()
        .origins.map(({ origin, cleared }) => ({ value: Number(cleared), labels: { origin } })),
  );
  metrics.gauge(
    'tidemark.topology.outdated',
    'Whether other processes may write to a cluster that is not an origin in the topology of this process: 1 or 0',
    () => Number(clearance.status().isOutdated),
  );
}

function observeAdmission(metrics: Metrics, admission: Pick<Admission, 'status'>): void {
  const gauge = (name: string, description: string, of: keyof Admission['status']): void =>
    metrics.gauge(`tidemark.batch.calls.${name}`, description, () => admission.status[of]);
  gauge('in_flight', 'Calls of batch work in flight', 'inFlight');
  gauge('limit', 'Largest number of calls of batch work in flight', 'inFlightMax');
  gauge('queued', 'Calls of batch work that are waiting', 'queued');
}

/** Registers the counter of the time for which calls of batch work wait, and returns what counts it. */
export function observeAdmissionWaits(metrics: Metrics): (reason: AdmissionWait, ms: number) => void {
  const waited = metrics.counter(
    {
      name: 'tidemark.batch.wait',
      description:
        'Time for which calls of batch work have waited for admission, by reason: serving_latency, while fewer are allowed; calls; rows',
      unit: 's',
    },
    ['reason'],
  );
  for (const reason of ADMISSION_WAITS) waited(0, reason);
  return (reason, ms) => waited(ms / 1_000, reason);
}
