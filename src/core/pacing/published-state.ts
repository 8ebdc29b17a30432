import type { PacingDecision } from './pacing';

/** A decision in the form that ad servers receive. */
export interface PublishedState extends PacingDecision {
  readonly decidedAtMs: number;
  /**
   * Leadership term of the controller, and sequence number of its publication in this term. A later pair takes
   * precedence over an earlier one.
   */
  readonly epoch: number;
  readonly sequence: number;
}

/** The states of all campaigns. */
export interface PublishedSnapshot {
  readonly epoch: number;
  readonly sequence: number;
  readonly decidedAtMs: number;
  /** Id of the leader. */
  readonly controller: string;
  /** States in the order of their campaigns' ids. */
  readonly states: readonly PublishedState[];
}

/** A snapshot as served to ad servers. Its reasons may differ from the controller's. */
export interface ServedSnapshot extends Omit<PublishedSnapshot, 'states'> {
  readonly states: readonly ServedState[];
}

export interface ServedState extends Omit<PublishedState, 'reason'> {
  readonly reason: string;
}

export interface PublicationRules {
  /** Whether all states are published again, changed or not, so that old counts and rates do not stay forever. */
  readonly isFull: boolean;
  /** Whether a campaign's state still has to be published to the followers of changes. */
  readonly isPending: (campaignId: string) => boolean;
}

export interface PublicationPlan {
  /** Decisions that differ from the published states. */
  readonly changed: readonly PacingDecision[];
  /** States that remain valid. */
  readonly unchanged: readonly PublishedState[];
}

/**
 * Plans the publication after a round of decisions. A campaign that is no longer decided is published as stopped, until
 * the next full publication after that state has been published. So followers of changes learn of it, even from the
 * next leader.
 */
export function planPublication(
  published: ReadonlyMap<string, PublishedState>,
  decisions: readonly PacingDecision[],
  { isFull, isPending }: PublicationRules,
): PublicationPlan {
  const changed: PacingDecision[] = [];
  const kept: PublishedState[] = [];
  const decided = new Set<string>();
  for (const decision of decisions) {
    decided.add(decision.campaignId);
    const state = published.get(decision.campaignId);
    if (!isFull && state !== undefined && isSameForAdServers(state, decision)) kept.push(state);
    else changed.push(decision);
  }
  for (const state of published.values()) {
    if (decided.has(state.campaignId)) continue;
    if (state.reason !== 'no_flight') changed.push(withdrawn(state));
    else if (!isFull || isPending(state.campaignId)) kept.push(state);
  }
  return { changed, unchanged: kept };
}

/** Returns whether both mean the same to an ad server. The inputs of a decision change continuously and are ignored. */
export function isSameForAdServers(state: PacingDecision, decision: PacingDecision): boolean {
  return (
    state.state === decision.state &&
    state.reason === decision.reason &&
    state.day === decision.day &&
    state.unitsPurchased === decision.unitsPurchased &&
    state.priority === decision.priority &&
    state.passShare === decision.passShare
  );
}

function withdrawn(state: PublishedState): PacingDecision {
  return { ...state, state: 'stopped', passShare: 0, reason: 'no_flight' };
}

export function sortByCampaign(states: readonly PublishedState[]): readonly PublishedState[] {
  return [...states].sort((a, b) => (a.campaignId < b.campaignId ? -1 : 1));
}
