/** Whether an answer contains what was demanded: pure. */
import { covers, type OriginCode, type RowWatermark } from '../../core/consistency/row-watermark';
import type { Cluster } from '../../routing/topology/cluster';
import type { FreshnessRequirement } from './demands';

/**
 * What may stand for a write that an answer has to contain: the row's own watermark, or also a heartbeat of the row's
 * shard, which is sound only where an origin's mutations of a shard arrive in order. Cloud Bigtable does not promise that.
 */
export type EvidenceKind = 'row' | 'row+shard';

export interface ProofRules {
  readonly evidence: EvidenceKind;
  readonly clockSkewMaxMs: number;
  /** As in StoreTopology; false: nothing is proven by who answered. */
  readonly hasClusterTopology: boolean;
}

/** What there is to judge an answer by. */
export interface ReplicaState {
  readonly replica: Cluster;
  /** The newest version of each column: what was seen, of which tokens tell. */
  readonly watermark: RowWatermark;
  /** The version of each column up to which the row has every acknowledged write: what is proven. */
  readonly complete: RowWatermark;
  /** The latest heartbeat of each origin that the replica had shown when it read the row, or before. Milliseconds. */
  readonly heartbeats: ReadonlyMap<OriginCode, number>;
}

export interface ProofResult {
  /** What is not proven. */
  readonly left: readonly FreshnessRequirement[];
  /** What nothing but a heartbeat proves. */
  readonly byHeartbeat: readonly FreshnessRequirement[];
  /** What the row's own watermark proves, which names at least one write. */
  readonly byWatermark: readonly FreshnessRequirement[];
}

type Proof = 'origin' | 'watermark' | 'heartbeat';

const NOTHING_UNPROVEN: ProofResult = Object.freeze({
  left: Object.freeze([]),
  byHeartbeat: Object.freeze([]),
  byWatermark: Object.freeze([]),
});

export function evaluateProof(shown: ReplicaState, demands: readonly FreshnessRequirement[], rules: ProofRules): ProofResult {
  if (demands.length === 0) return NOTHING_UNPROVEN;
  const unproven: FreshnessRequirement[] = [];
  const provenByHeartbeat: FreshnessRequirement[] = [];
  const provenByWatermark: FreshnessRequirement[] = [];
  for (const demand of demands) {
    const proof = proofOf(shown, demand, rules);
    if (proof === undefined) unproven.push(demand);
    else if (proof === 'heartbeat') provenByHeartbeat.push(demand);
    else if (proof === 'watermark' && demand.needed!.size > 0) provenByWatermark.push(demand);
  }
  return { left: unproven, byHeartbeat: provenByHeartbeat, byWatermark: provenByWatermark };
}

/** The best proof there is: an origin's own answer needs no other, and a heartbeat is the last resort. */
function proofOf(
  { replica, complete, heartbeats }: ReplicaState,
  demand: FreshnessRequirement,
  rules: ProofRules,
): Proof | undefined {
  if (isOrigin(replica, demand.origin, rules)) return 'origin';
  if (demand.needed !== undefined && covers(complete, demand.needed)) return 'watermark';
  const beatMs = heartbeats.get(demand.origin);
  if (beatMs === undefined || !acceptsHeartbeatProof(replica, rules)) return undefined;
  return beatMs > heartbeatRequiredAfterMs(demand, rules) ? 'heartbeat' : undefined;
}

/** Whether the answer is the origin's own: its row as it is now, with all that it has acknowledged. */
export function isOrigin(replica: Cluster, origin: OriginCode, { hasClusterTopology }: ProofRules): boolean {
  return replica.code === origin && replica.indirect === undefined && hasClusterTopology;
}

/** What answers for several clusters, or for the past of one, need not have what it showed before. */
export function acceptsHeartbeatProof(replica: Cluster, { evidence, hasClusterTopology }: ProofRules): boolean {
  return evidence === 'row+shard' && replica.indirect === undefined && hasClusterTopology;
}

/** A heartbeat proves the demand when it is later: strictly, since clocks show whole milliseconds. */
export function heartbeatRequiredAfterMs({ ackedMs }: FreshnessRequirement, { clockSkewMaxMs }: ProofRules): number {
  return ackedMs + clockSkewMaxMs;
}
