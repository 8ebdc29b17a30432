/** Load of heartbeats: rows written everywhere, and rows that each machine reads at every serving cluster. */
import type { Fleet, FleetHeartbeats } from './fleet';

/** Bytes of a replicated heartbeat cell: key, family, column, timestamp and value. */
const WRITTEN_BYTES = 50;
/** Bytes of a cell in an answer, which contains key and family once per row: `npm run bench -- heartbeats`. */
const READ_BYTES = 20;

export interface HeartbeatWrites {
  readonly rowsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** Returns the writes of each cluster: the heartbeats of all serving clusters. A single serving cluster has none. */
export function heartbeatWrites({ clusters, heartbeats }: Fleet): HeartbeatWrites {
  const rowsPerSecond =
    originsOf(clusters) *
    heartbeats.tables *
    sum(heartbeats, ({ shards, intervalMs }) => shards / intervalMs);
  return { rowsPerSecond, bytesPerSecond: rowsPerSecond * WRITTEN_BYTES };
}

export interface HeartbeatReads {
  readonly rowsPerSecond: number;
  readonly rowBytes: number;
  /** Bytes read by machines of other regions. */
  readonly farBytesPerSecond: number;
}

/**
 * Returns the reads of a serving cluster by the machines of its own region (`near`) and of all others (`far`). Machines
 * of its region read at every interval, plus one row before they write. Others read rarely.
 */
export function heartbeatReads(
  { clusters, heartbeats }: Fleet,
  machines: { readonly near: number; readonly far: number },
): HeartbeatReads {
  const origins = originsOf(clusters);
  const rowBytes = origins * READ_BYTES;
  if (origins === 0) return { rowsPerSecond: 0, rowBytes, farBytesPerSecond: 0 };
  const { tables } = heartbeats;
  const near = machines.near * tables * sum(heartbeats, (pace) => (pace.shards + 1) / pace.intervalMs);
  const far = machines.far * tables * sum(heartbeats, (pace) => pace.shards / pace.remotePollIntervalMs);
  return { rowsPerSecond: near + far, rowBytes, farBytesPerSecond: far * rowBytes };
}

function originsOf(clusters: Fleet['clusters']): number {
  const serving = clusters.filter(({ workload }) => workload === 'serving').length;
  return serving > 1 ? serving : 0;
}

/** Returns the sum over all paces, per second. */
function sum({ paces }: FleetHeartbeats, perMs: (pace: FleetHeartbeats['paces'][number]) => number): number {
  return paces.reduce((total, pace) => total + 1_000 * perMs(pace), 0);
}
