import type { PacingDecision } from './pacing';

/** A decision as ad servers get it. */
export interface PublishedState extends PacingDecision {
  readonly decidedAtMs: number;
  /** Of the controller in office, and of what it published in this term: a later pair goes before an earlier one. */
  readonly epoch: number;
  readonly sequence: number;
}

/** All of them together. */
export interface PublishedSnapshot {
  readonly epoch: number;
  readonly sequence: number;
  readonly decidedAtMs: number;
  /** Who was in office. */
  readonly controller: string;
  /** In the order of their campaigns' ids. */
  readonly states: readonly PublishedState[];
}

/** As it is told to ad servers: by a reason that may be none of the controller's. */
export interface ServedSnapshot extends Omit<PublishedSnapshot, 'states'> {
  readonly states: readonly ServedState[];
}

export interface ServedState extends Omit<PublishedState, 'reason'> {
  readonly reason: string;
}

export interface PublicationRules {
  /** Whether all are published again, changed or not: so that counts and rates of long ago don't stand for ever. */
  readonly isFull: boolean;
  /** Whether those who follow the changes have not been told of a campaign's state yet. */
  readonly isPending: (campaignId: string) => boolean;
}

export interface PublicationPlan {
  /** Decisions that are not as they were published. */
  readonly changed: readonly PacingDecision[];
  /** States that stand. */
  readonly unchanged: readonly PublishedState[];
}

/**
 * What there is to publish after a round of decisions. A campaign that is not decided about any more is stopped, and said to be
 * until the next full publication that finds it told: whoever follows the changes must learn of it too, also from a successor.
 */
export function planPublication(
  published: ReadonlyMap<string, PublishedState>,
  decisions: readonly PacingDecision[],
  { isFull, isPending: isUntold }: PublicationRules,
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
    else if (!isFull || isUntold(state.campaignId)) kept.push(state);
  }
  return { changed, unchanged: kept };
}

/** To an ad server: what the decision was made on goes on changing. */
function isSameForAdServers(state: PublishedState, decision: PacingDecision): boolean {
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
