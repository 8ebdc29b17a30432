/** Whom it makes sense to ask, and how long to wait for him: pure. */
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { FreshnessRequirement } from './freshness-requirements';
import { heartbeatRequiredAfterMs, acceptsHeartbeatProof, isOrigin, type ProofRules } from './proof';
import type { HeartbeatTimes } from './lookup-client';
import type { ReadRequest, ReaderLimits } from './read-setting';

export interface ProofContext {
  readonly rules: ProofRules;
  /** The reader's clock. */
  readonly nowMs: number;
}

/** A slow store is not to be asked twice as much at once, but enough has to be left of the time for another one. */
export function firstReplicaTimeoutMs(
  { deadlineMs, startedMs }: Pick<ReadRequest<Workload>, 'deadlineMs' | 'startedMs'>,
  limits: Pick<ReaderLimits, 'firstReplicaTimeoutMs'>,
): number {
  return Math.min(limits.firstReplicaTimeoutMs, (deadlineMs - startedMs) / 3);
}

/**
 * What the replica's answer cannot prove, as is known before it is asked: writes of which only others can tell. A
 * heartbeat that is late enough may be there by now, unless the time in question is the present.
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
    const neededMs = heartbeatRequiredAfterMs(requirement, rules);
    return nowMs <= neededMs && !((known.get(requirement.origin) ?? -Infinity) > neededMs);
  });
}

/** Whether it makes sense to read the shard's heartbeats along: one that proves what nothing else does may be there. */
export function shouldReadHeartbeats(
  replica: Cluster,
  requirements: readonly FreshnessRequirement[],
  known: HeartbeatTimes,
  { rules, nowMs }: ProofContext,
): boolean {
  if (requirements.length === 0 || !acceptsHeartbeatProof(replica, rules)) return false;
  return requirements.some((requirement) => {
    const neededMs = heartbeatRequiredAfterMs(requirement, rules);
    if (nowMs <= neededMs || isOrigin(replica, requirement.origin, rules)) return false;
    return !((known.get(requirement.origin) ?? -Infinity) > neededMs);
  });
}

/**
 * Whether the replica's row may be proven, as things are: of what its own row has to show, somebody has told or is about
 * to. `isBeingLearnt`: the origin has been asked what there is to show.
 */
export function canProve(
  replica: Cluster,
  requirements: readonly FreshnessRequirement[],
  isBeingLearnt: (requirement: FreshnessRequirement) => boolean,
  { rules, nowMs }: ProofContext,
): boolean {
  return requirements.every(
    (requirement) =>
      requirement.versions !== undefined ||
      isOrigin(replica, requirement.origin, rules) ||
      isBeingLearnt(requirement) ||
      (acceptsHeartbeatProof(replica, rules) && nowMs > heartbeatRequiredAfterMs(requirement, rules)),
  );
}
