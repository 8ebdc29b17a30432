/** What heartbeats cost a fleet: rows written everywhere, and rows that each machine reads at every serving cluster. */
import type { Fleet, FleetHeartbeats } from './fleet';

/** Key, family, column, timestamp and value of a heartbeat's cell, as it is replicated. */
const WRITTEN_BYTES = 50;
/** Of a cell in an answer, where key and family are sent once for a row: `npm run bench -- heartbeats`. */
const READ_BYTES = 20;

export interface HeartbeatWrites {
  readonly rowsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** What each cluster has to write: the heartbeats of all serving clusters. A lone one has none. */
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
  /** Read by machines of other regions. */
  readonly farBytesPerSecond: number;
}

/**
 * What a serving cluster has to read for the machines of its own region and for all others. Machines of its region look at
 * every interval, and read one row more before they write; the others look rarely.
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

/** Of all paces, by the second. */
function sum({ paces }: FleetHeartbeats, perMs: (pace: FleetHeartbeats['paces'][number]) => number): number {
  return paces.reduce((total, pace) => total + 1_000 * perMs(pace), 0);
}
