import { DELAY_MS_MAX, LINK_RANGES } from '../../routing/topology/limits';
import { LOCAL_BIGTABLE_DEFAULTS } from '../defaults';
import { invalidArgumentError } from '../grpc/rpc-error';
import type { EmulatedCluster } from '../replication/local-cluster';
import type { LinkConditions } from '../../routing/topology/topology';

/** Changed conditions of a link. */
export type LinkChange = Partial<LinkConditions>;
/** Faults of a cluster; see `LocalCluster`. */
export type ClusterChange = Partial<
  Pick<EmulatedCluster, 'stopped' | 'slowMs' | 'errorRate' | 'clockSkewMs'>
>;

const { clockSkewMsMax, durationMsMax } = LOCAL_BIGTABLE_DEFAULTS.faults;

const CLUSTER_RANGES = {
  slowMs: [0, DELAY_MS_MAX],
  errorRate: [0, 1],
  clockSkewMs: [-clockSkewMsMax, clockSkewMsMax],
} as const;

type Ranges = Readonly<Record<string, readonly [number, number]>>;

/** Throws INVALID_ARGUMENT for an empty change or values out of range. */
export function checkLinkChange(change: LinkChange): void {
  checkRanges(change, LINK_RANGES);
}

/** Throws INVALID_ARGUMENT for an empty change or values out of range. */
export function checkClusterChange(change: ClusterChange): void {
  checkRanges(change, CLUSTER_RANGES);
  // Wall clocks have whole milliseconds.
  const { clockSkewMs = 0 } = change;
  if (!Number.isInteger(clockSkewMs))
    throw invalidArgumentError('clockSkewMs must be a whole number of milliseconds');
}

/** Throws INVALID_ARGUMENT for a duration out of range, in milliseconds. */
export function checkDuration(forMs: number | undefined): void {
  if (forMs !== undefined) checkRanges({ forMs }, { forMs: [0, durationMsMax] });
}

function checkRanges(change: object, ranges: Ranges): void {
  const entries = Object.entries(change) as [string, unknown][];
  if (entries.length === 0) throw invalidArgumentError('change must set at least one field');
  for (const [field, value] of entries) {
    const range = ranges[field];
    if (range === undefined) continue;
    const [least, most] = range;
    if (typeof value === 'number' && value >= least && value <= most) continue;
    throw invalidArgumentError(`${field} must be ${least} to ${most}, not ${String(value)}`);
  }
}
