/** Makes what the console shows of the store at one moment, from the metrics of the server. */
import type { Labels } from './metric-samples';
import type { MetricChanges } from './metric-changes';

/** Routes and error codes that a snapshot lists at most: the busiest. */
const LIST_MAX = 16;

const REQUESTS = 'http_server_request_duration_seconds';
const READS = 'tidemark_read_duration_seconds';
/** The console shows what serves users, not batch work. */
const SERVING = { workload: 'serving' };

/** Returns the numbers of a snapshot. A number that is not known is absent. */
export function liveSnapshot(changes: MetricChanges) {
  return {
    server: server(changes),
    requests: requests(changes),
    reads: reads(changes),
    clusters: clusters(changes),
    replication: replication(changes),
    ingestion: ingestion(changes),
    campaigns: campaigns(changes),
    residency: residency(changes),
  };
}

function server({ now }: MetricChanges) {
  return {
    startedAtMs: Math.round((now.max('process_start_time_seconds') ?? 0) * 1_000),
    workers: Math.max(1, now.sum('tidemark_workers')),
    heapShare: share(now.max('v8js_memory_heap_used_bytes'), now.max('v8js_memory_heap_limit_bytes')),
    loopDelayMs: now.max('tidemark_http_loop_delay') ?? 0,
  };
}

function requests(changes: MetricChanges) {
  const { now } = changes;
  const count = `${REQUESTS}_count`;
  const routes = now.combinations(count, ['http_request_method', 'http_route']).map((where) => ({
    method: where['http_request_method'] ?? '',
    route: where['http_route'] ?? '',
    perSecond: changes.perSecond(count, where),
    p99Ms: changes.quantileMs(REQUESTS, 0.99, where),
    total: now.sum(count, where),
  }));
  const errors = now.combinations(count, ['error_type', 'http_response_status_code']).map((where) => ({
    code: where['error_type'] ?? '',
    status: Number(where['http_response_status_code']),
    perSecond: changes.perSecond(count, where),
    total: now.sum(count, where),
  }));
  const failures = errors.filter(({ code }) => code !== '');
  return {
    perSecond: changes.perSecond(count),
    inFlight: now.sum('tidemark_http_requests_in_flight'),
    failedPerSecond: sumOf(failures.filter(({ status }) => status >= 500)),
    shedPerSecond: changes.perSecond('tidemark_http_requests_shed_total'),
    p50Ms: changes.quantileMs(REQUESTS, 0.5),
    p95Ms: changes.quantileMs(REQUESTS, 0.95),
    p99Ms: changes.quantileMs(REQUESTS, 0.99),
    routes: busiest(routes),
    errors: busiest(failures),
  };
}

function reads(changes: MetricChanges) {
  const { now } = changes;
  const levels = now.combinations(`${READS}_count`, ['level'], SERVING).map(({ level = '' }) => {
    const where = { ...SERVING, level };
    return {
      level,
      perSecond: changes.perSecond(`${READS}_count`, where),
      p50Ms: changes.quantileMs(READS, 0.5, where),
      p99Ms: changes.quantileMs(READS, 0.99, where),
    };
  });
  const tiers = now.combinations('tidemark_reads_total', ['level', 'tier', 'met'], SERVING).map((where) => ({
    level: where['level'] ?? '',
    tier: where['tier'] ?? '',
    met: where['met'] === 'true',
    ...counted(changes, 'tidemark_reads_total', { ...SERVING, ...where }),
  }));
  return {
    perSecond: changes.perSecond('tidemark_reads_total', SERVING),
    lookupsPerSecond: changes.perSecond('tidemark_read_lookups_total', SERVING),
    unmetPerSecond: changes.perSecond('tidemark_reads_unmet_total', SERVING),
    levels,
    tiers,
  };
}

function clusters(changes: MetricChanges) {
  const { now } = changes;
  const phases = now.combinations('tidemark_cluster_phase', ['replica', 'phase']);
  return phases
    .filter((where) => (now.max('tidemark_cluster_phase', where) ?? 0) > 0)
    .map(({ replica = '', phase = '' }) => ({
      id: replica,
      phase,
      lookups: counted(changes, 'tidemark_cluster_lookups_total', { replica, outcome: 'answered' }),
      writes: counted(changes, 'tidemark_writes_total', { origin: replica }),
    }));
}

function replication({ now }: MetricChanges) {
  const labels = ['origin', 'replica'];
  const lags = now.combinations('tidemark_heartbeat_lag_seconds', labels, SERVING).flatMap((where) => {
    const seconds = now.max('tidemark_heartbeat_lag_seconds', { ...SERVING, ...where });
    return seconds === undefined ? [] : [{ ...link(where), heartbeatAgeMs: Math.round(seconds * 1_000) }];
  });
  const alarms = now
    .combinations('tidemark_heartbeat_alarms_active', ['kind', ...labels], SERVING)
    .filter((where) => (now.max('tidemark_heartbeat_alarms_active', where) ?? 0) > 0)
    .map((where) => ({ kind: where['kind'] ?? '', ...link(where) }));
  return { lags, alarms };
}

function link({ origin = '', replica = '' }: Labels) {
  return { origin, replica };
}

function ingestion(changes: MetricChanges) {
  const { now } = changes;
  const lagSeconds = now.max('tidemark_ingestion_completeness_lag');
  const outcomes = now.combinations('tidemark_events_total', ['outcome']).map(({ outcome = '' }) => ({
    outcome,
    ...counted(changes, 'tidemark_events_total', { outcome }),
  }));
  return {
    lagMs: lagSeconds === undefined || lagSeconds < 0 ? undefined : Math.round(lagSeconds * 1_000),
    alarms: now.sum('tidemark_ingestion_alarms'),
    outcomes,
  };
}

function campaigns({ now }: MetricChanges) {
  const states = now.combinations('tidemark_pacing_campaigns', ['state', 'reason']).flatMap((where) => {
    const count = now.max('tidemark_pacing_campaigns', where) ?? 0;
    return count > 0 ? [{ state: where['state'] ?? '', reason: where['reason'] ?? '', count }] : [];
  });
  return {
    states,
    overDelivered: now.max('tidemark_pacing_campaigns_over_delivered') ?? 0,
    starved: now.max('tidemark_pacing_campaigns_starved') ?? 0,
    utilisation: now.max('tidemark_pacing_utilisation'),
    isLeader: (now.max('tidemark_pacing_is_leader') ?? 0) > 0,
    epoch: now.max('tidemark_pacing_epoch') ?? 0,
    decisionAgeMs: now.max('tidemark_pacing_decision_age'),
  };
}

const MOVING = 'tidemark_residency_subjects_moving';

function residency({ now }: MetricChanges) {
  // Each worker knows all moves, by the state of each.
  const states = now.combinations(MOVING, ['state']);
  return {
    subjectsMoving: states.reduce((sum, where) => sum + (now.max(MOVING, where) ?? 0), 0),
    oldestMoveSeconds: now.max('tidemark_residency_oldest_move') ?? 0,
  };
}

function counted(changes: MetricChanges, name: string, where: Labels) {
  return { perSecond: changes.perSecond(name, where), total: changes.now.sum(name, where) };
}

function busiest<T extends { readonly perSecond: number; readonly total: number }>(
  list: readonly T[],
): readonly T[] {
  return [...list].sort((a, b) => b.perSecond - a.perSecond || b.total - a.total).slice(0, LIST_MAX);
}

function sumOf(list: readonly { readonly perSecond: number }[]): number {
  return list.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

function share(part: number | undefined, whole: number | undefined): number {
  return part === undefined || whole === undefined || whole <= 0
    ? 0
    : Math.round((part / whole) * 1_000) / 1_000;
}
