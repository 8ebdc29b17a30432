/** Whom it makes sense to ask, and how long to wait for him: pure. */
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { Demand } from './demands';
import { heartbeatNeededMs, heartbeatsCount, isItself, type ProofRules } from './gate';
import type { Heartbeats } from './lookups';
import type { BegunRead, ReadingLimits } from './read-setting';

export interface PolicyContext {
  readonly rules: ProofRules;
  /** The reader's clock. */
  readonly nowMs: number;
}

/** A slow store is not to be asked twice as much at once, but enough has to be left of the time for another one. */
export function patienceMs(
  { deadlineMs, startedMs }: Pick<BegunRead<Workload>, 'deadlineMs' | 'startedMs'>,
  limits: Pick<ReadingLimits, 'firstReplicaTimeoutMs'>,
): number {
  return Math.min(limits.firstReplicaTimeoutMs, (deadlineMs - startedMs) / 3);
}

/**
 * What the replica's answer cannot prove, as is known before it is asked: writes of which only others can tell. A
 * heartbeat that is late enough may be there by now, unless the time in question is the present.
 */
export function beyondReach(
  replica: Cluster,
  demands: readonly Demand[],
  known: Heartbeats,
  { rules, nowMs }: PolicyContext,
): readonly Demand[] {
  if (demands.length === 0) return demands;
  return demands.filter((demand) => {
    if (demand.needed !== undefined || isItself(replica, demand.origin, rules)) return false;
    if (!heartbeatsCount(replica, rules)) return true;
    const neededMs = heartbeatNeededMs(demand, rules);
    return nowMs <= neededMs && !((known.get(demand.origin) ?? -Infinity) > neededMs);
  });
}

/** Whether it makes sense to read the shard's heartbeats along: one that proves what nothing else does may be there. */
export function wantsHeartbeats(
  replica: Cluster,
  demands: readonly Demand[],
  known: Heartbeats,
  { rules, nowMs }: PolicyContext,
): boolean {
  if (demands.length === 0 || !heartbeatsCount(replica, rules)) return false;
  return demands.some((demand) => {
    const neededMs = heartbeatNeededMs(demand, rules);
    if (nowMs <= neededMs || isItself(replica, demand.origin, rules)) return false;
    return !((known.get(demand.origin) ?? -Infinity) > neededMs);
  });
}

/**
 * Whether the replica's row may be proven, as things are: of what its own row has to show, somebody has told or is about
 * to. `isBeingLearnt`: the origin has been asked what there is to show.
 */
export function mayProve(
  replica: Cluster,
  demands: readonly Demand[],
  isBeingLearnt: (demand: Demand) => boolean,
  { rules, nowMs }: PolicyContext,
): boolean {
  return demands.every(
    (demand) =>
      demand.needed !== undefined ||
      isItself(replica, demand.origin, rules) ||
      isBeingLearnt(demand) ||
      (heartbeatsCount(replica, rules) && nowMs > heartbeatNeededMs(demand, rules)),
  );
}
