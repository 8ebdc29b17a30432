/** Whether an answer contains what was demanded: pure. */
import { covers, type OriginCode, type RowWatermark } from '../../core/consistency/row-watermark';
import type { Cluster } from '../../routing/topology/cluster';
import type { Demand } from './demands';

/**
 * What may stand for a write that an answer has to contain: the row's own watermark, or also a heartbeat of the row's
 * shard, which is sound only where an origin's mutations of a shard arrive in order. Cloud Bigtable does not promise that.
 */
export type Evidence = 'row' | 'row+shard';

export interface ProofRules {
  readonly evidence: Evidence;
  readonly clockSkewMaxMs: number;
  /** As in StoreTopology; false: nothing is proven by who answered. */
  readonly hasClusterTopology: boolean;
}

/** What there is to judge an answer by. */
export interface Shown {
  readonly replica: Cluster;
  /** The newest version of each column: what was seen, of which tokens tell. */
  readonly watermark: RowWatermark;
  /** The version of each column up to which the row has every acknowledged write: what is proven. */
  readonly complete: RowWatermark;
  /** The latest heartbeat of each origin that the replica had shown when it read the row, or before. Milliseconds. */
  readonly heartbeats: ReadonlyMap<OriginCode, number>;
}

export interface Verdict {
  /** What is not proven. */
  readonly left: readonly Demand[];
  /** What nothing but a heartbeat proves. */
  readonly byHeartbeat: readonly Demand[];
  /** What the row's own watermark proves, which names at least one write. */
  readonly byWatermark: readonly Demand[];
}

type Proof = 'origin' | 'watermark' | 'heartbeat';

const PROVEN: Verdict = Object.freeze({
  left: Object.freeze([]),
  byHeartbeat: Object.freeze([]),
  byWatermark: Object.freeze([]),
});

export function judge(shown: Shown, demands: readonly Demand[], rules: ProofRules): Verdict {
  if (demands.length === 0) return PROVEN;
  const left: Demand[] = [];
  const byHeartbeat: Demand[] = [];
  const byWatermark: Demand[] = [];
  for (const demand of demands) {
    const proof = proofOf(shown, demand, rules);
    if (proof === undefined) left.push(demand);
    else if (proof === 'heartbeat') byHeartbeat.push(demand);
    else if (proof === 'watermark' && demand.needed!.size > 0) byWatermark.push(demand);
  }
  return { left, byHeartbeat, byWatermark };
}

/** The best proof there is: an origin's own answer needs no other, and a heartbeat is the last resort. */
function proofOf(
  { replica, complete, heartbeats }: Shown,
  demand: Demand,
  rules: ProofRules,
): Proof | undefined {
  if (isItself(replica, demand.origin, rules)) return 'origin';
  if (demand.needed !== undefined && covers(complete, demand.needed)) return 'watermark';
  const beatMs = heartbeats.get(demand.origin);
  if (beatMs === undefined || !heartbeatsCount(replica, rules)) return undefined;
  return beatMs > heartbeatNeededMs(demand, rules) ? 'heartbeat' : undefined;
}

/** Whether the answer is the origin's own: its row as it is now, with all that it has acknowledged. */
export function isItself(replica: Cluster, origin: OriginCode, { hasClusterTopology }: ProofRules): boolean {
  return replica.code === origin && replica.indirect === undefined && hasClusterTopology;
}

/** What answers for several clusters, or for the past of one, need not have what it showed before. */
export function heartbeatsCount(replica: Cluster, { evidence, hasClusterTopology }: ProofRules): boolean {
  return evidence === 'row+shard' && replica.indirect === undefined && hasClusterTopology;
}

/** A heartbeat proves the demand when it is later: strictly, since clocks show whole milliseconds. */
export function heartbeatNeededMs({ ackedMs }: Demand, { clockSkewMaxMs }: ProofRules): number {
  return ackedMs + clockSkewMaxMs;
}
