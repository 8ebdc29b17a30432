/** Whether an answer contains what was demanded: pure. */
import { covers, type OriginCode, type RowWatermark } from '../../core/consistency/row-watermark';
import type { Cluster } from '../../routing/topology/cluster';
import type { FreshnessRequirement } from './freshness-requirements';

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
  readonly unproven: readonly FreshnessRequirement[];
  /** What nothing but a heartbeat proves. */
  readonly provenByHeartbeat: readonly FreshnessRequirement[];
  /** What the row's own watermark proves, which names at least one write. */
  readonly provenByWatermark: readonly FreshnessRequirement[];
}

type Proof = 'origin' | 'watermark' | 'heartbeat';

const NOTHING_UNPROVEN: ProofResult = Object.freeze({
  unproven: Object.freeze([]),
  provenByHeartbeat: Object.freeze([]),
  provenByWatermark: Object.freeze([]),
});

export function evaluateProof(
  shown: ReplicaState,
  requirements: readonly FreshnessRequirement[],
  rules: ProofRules,
): ProofResult {
  if (requirements.length === 0) return NOTHING_UNPROVEN;
  const unproven: FreshnessRequirement[] = [];
  const provenByHeartbeat: FreshnessRequirement[] = [];
  const provenByWatermark: FreshnessRequirement[] = [];
  for (const requirement of requirements) {
    const proof = proofOf(shown, requirement, rules);
    if (proof === undefined) unproven.push(requirement);
    else if (proof === 'heartbeat') provenByHeartbeat.push(requirement);
    else if (proof === 'watermark' && requirement.versions!.size > 0) provenByWatermark.push(requirement);
  }
  return { unproven: unproven, provenByHeartbeat: provenByHeartbeat, provenByWatermark: provenByWatermark };
}

/** The best proof there is: an origin's own answer needs no other, and a heartbeat is the last resort. */
function proofOf(
  { replica, complete, heartbeats }: ReplicaState,
  requirement: FreshnessRequirement,
  rules: ProofRules,
): Proof | undefined {
  if (isOrigin(replica, requirement.origin, rules)) return 'origin';
  if (requirement.versions !== undefined && covers(complete, requirement.versions)) return 'watermark';
  const beatMs = heartbeats.get(requirement.origin);
  if (beatMs === undefined || !acceptsHeartbeatProof(replica, rules)) return undefined;
  return beatMs > heartbeatRequiredAfterMs(requirement, rules) ? 'heartbeat' : undefined;
}

/** Whether the answer is the origin's own: its row as it is now, with all that it has acknowledged. */
export function isOrigin(replica: Cluster, origin: OriginCode, { hasClusterTopology }: ProofRules): boolean {
  return replica.code === origin && replica.indirect === undefined && hasClusterTopology;
}

/** What answers for several clusters, or for the past of one, need not have what it showed before. */
export function acceptsHeartbeatProof(
  replica: Cluster,
  { evidence, hasClusterTopology }: ProofRules,
): boolean {
  return evidence === 'row+shard' && replica.indirect === undefined && hasClusterTopology;
}

/** A heartbeat proves the requirement when it is later: strictly, since clocks show whole milliseconds. */
export function heartbeatRequiredAfterMs(
  { ackedMs }: FreshnessRequirement,
  { clockSkewMaxMs }: ProofRules,
): number {
  return ackedMs + clockSkewMaxMs;
}
