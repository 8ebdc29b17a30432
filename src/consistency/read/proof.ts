/** The gate: whether a replica's answer contains what a read requires. Pure. */
import type { ChainGap } from '../../core/consistency/row-chains';
import { covers, type OriginCode, type RowWatermark } from '../../core/consistency/row-watermark';
import type { Cluster } from '../../routing/topology/cluster';
import type { FreshnessRequirement } from './freshness-requirements';

/**
 * Evidence that may prove that an answer contains a write: the row's own watermark, or also a heartbeat of the row's
 * shard. Heartbeats are sound only where an origin's mutations of a shard arrive in order, which Cloud Bigtable does
 * not promise.
 */
export type EvidenceKind = 'row' | 'row+shard';

export interface ProofRules {
  readonly evidence: EvidenceKind;
  /** Largest difference between two clocks of the fleet, in milliseconds. */
  readonly clockSkewMaxMs: number;
  /** See `StoreTopology`. False: the identity of the answering cluster proves nothing. */
  readonly hasClusterTopology: boolean;
}

/** Latest heartbeat by origin, in milliseconds by the sender's clock. */
export type HeartbeatTimes = ReadonlyMap<OriginCode, number>;

/** State of a row and its shard, as one replica has shown it. */
export interface ReplicaState {
  readonly replica: Cluster;
  /** Newest version of each column: what was seen, and what tokens name. */
  readonly watermark: RowWatermark;
  /** Version of each column up to which the row has every acknowledged write: what is proven. */
  readonly complete: RowWatermark;
  /** Gaps of the row's chains. Absent: none. */
  readonly gaps?: readonly ChainGap[] | undefined;
  /** Latest heartbeat of each origin that the replica had shown by the time it read the row. */
  readonly heartbeats: HeartbeatTimes;
}

/** Each requirement of a read, by what proves it. Those that the origin's own answer proves are in no list. */
export interface ProofResult {
  readonly unproven: readonly FreshnessRequirement[];
  /** Proven by a heartbeat alone. */
  readonly provenByHeartbeat: readonly FreshnessRequirement[];
  /** Proven by the row's own watermark, which names at least one write. */
  readonly provenByWatermark: readonly FreshnessRequirement[];
}

type Proof = 'origin' | 'watermark' | 'heartbeat';

const NOTHING_UNPROVEN: ProofResult = Object.freeze({
  unproven: Object.freeze([]),
  provenByHeartbeat: Object.freeze([]),
  provenByWatermark: Object.freeze([]),
});

export function evaluateProof(
  state: ReplicaState,
  requirements: readonly FreshnessRequirement[],
  rules: ProofRules,
): ProofResult {
  if (requirements.length === 0) return NOTHING_UNPROVEN;
  const unproven: FreshnessRequirement[] = [];
  const provenByHeartbeat: FreshnessRequirement[] = [];
  const provenByWatermark: FreshnessRequirement[] = [];
  for (const requirement of requirements) {
    const proof = proofOf(state, requirement, rules);
    if (proof === undefined) unproven.push(requirement);
    else if (proof === 'heartbeat') provenByHeartbeat.push(requirement);
    else if (proof === 'watermark' && requirement.versions!.size > 0) provenByWatermark.push(requirement);
  }
  return { unproven, provenByHeartbeat, provenByWatermark };
}

/** Returns the best proof there is: an origin's own answer needs no other, and a heartbeat is the last resort. */
function proofOf(
  { replica, complete, heartbeats }: ReplicaState,
  requirement: FreshnessRequirement,
  rules: ProofRules,
): Proof | undefined {
  if (isOrigin(replica, requirement.origin, rules)) return 'origin';
  if (requirement.versions !== undefined && covers(complete, requirement.versions)) return 'watermark';
  const heartbeatMs = heartbeats.get(requirement.origin);
  if (heartbeatMs === undefined || !acceptsHeartbeatProof(replica, rules)) return undefined;
  return heartbeatMs > heartbeatRequiredAfterMs(requirement, rules) ? 'heartbeat' : undefined;
}

/** Whether the replica is the origin itself: its row contains everything that it has acknowledged. */
export function isOrigin(replica: Cluster, origin: OriginCode, { hasClusterTopology }: ProofRules): boolean {
  return replica.code === origin && replica.indirect === undefined && hasClusterTopology;
}

/**
 * Whether heartbeats that the replica has shown count as a proof. An app profile that leads to several clusters, or to
 * a past state of one, need not have what it showed before.
 */
export function acceptsHeartbeatProof(
  replica: Cluster,
  { evidence, hasClusterTopology }: ProofRules,
): boolean {
  return evidence === 'row+shard' && replica.indirect === undefined && hasClusterTopology;
}

/**
 * A heartbeat proves the requirement if it is later than this. Strictly later, since clocks show whole milliseconds.
 */
function heartbeatRequiredAfterMs({ ackedMs }: FreshnessRequirement, { clockSkewMaxMs }: ProofRules): number {
  return ackedMs + clockSkewMaxMs;
}

export interface ProofContext {
  readonly rules: ProofRules;
  /** Wall clock of the reader. */
  readonly nowMs: number;
}

/**
 * Returns the requirements that the replica's answer cannot prove, as far as that is known before it is queried: only
 * their origins know the writes. A heartbeat that is late enough may have arrived by now, unless the time in question
 * is the present.
 */
export function unprovableBy(
  replica: Cluster,
  requirements: readonly FreshnessRequirement[],
  known: HeartbeatTimes,
  { rules, nowMs }: ProofContext,
): readonly FreshnessRequirement[] {
  if (requirements.length === 0) return requirements;
  return requirements.filter((requirement) => {
    if (requirement.versions !== undefined || isOrigin(replica, requirement.origin, rules)) return false;
    if (!acceptsHeartbeatProof(replica, rules)) return true;
    const requiredMs = heartbeatRequiredAfterMs(requirement, rules);
    return nowMs <= requiredMs && !((known.get(requirement.origin) ?? -Infinity) > requiredMs);
  });
}

/** Whether a read should fetch the shard's heartbeats too: one that proves what nothing else proves may be there. */
export function shouldReadHeartbeats(
  replica: Cluster,
  requirements: readonly FreshnessRequirement[],
  known: HeartbeatTimes,
  { rules, nowMs }: ProofContext,
): boolean {
  if (requirements.length === 0 || !acceptsHeartbeatProof(replica, rules)) return false;
  return requirements.some((requirement) => {
    const requiredMs = heartbeatRequiredAfterMs(requirement, rules);
    if (nowMs <= requiredMs || isOrigin(replica, requirement.origin, rules)) return false;
    return !((known.get(requirement.origin) ?? -Infinity) > requiredMs);
  });
}

/**
 * Whether the replica's row can be proven as things are: each requirement can be, by the versions that its origin has
 * reported or is about to report, or by another proof. `isAwaited`: whether the origin has been asked for its versions.
 */
export function canProve(
  replica: Cluster,
  requirements: readonly FreshnessRequirement[],
  isAwaited: (requirement: FreshnessRequirement) => boolean,
  { rules, nowMs }: ProofContext,
): boolean {
  return requirements.every(
    (requirement) =>
      requirement.versions !== undefined ||
      isOrigin(replica, requirement.origin, rules) ||
      isAwaited(requirement) ||
      (acceptsHeartbeatProof(replica, rules) && nowMs > heartbeatRequiredAfterMs(requirement, rules)),
  );
}
