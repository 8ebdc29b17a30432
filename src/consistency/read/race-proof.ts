/** What the answers that a race holds prove, each alone and together: pure. */
import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Workload } from '../../routing/topology/cluster';
import type { FreshnessRequirement } from './freshness-requirements';
import { evaluateProof, type ProofResult } from './proof';
import { isOverdue } from './race-pace';
import type { RaceMoment, RaceAnswer, RaceState } from './race-state';

/** An answer with what it proves. */
export interface Evaluated<W extends Workload, A extends RaceAnswer<W>> {
  readonly answer: A;
  readonly proof: ProofResult;
}

export function evaluateAll<W extends Workload, A extends RaceAnswer<W>>({
  answers: held,
  requirements,
  plan,
}: RaceState<W, A>): readonly Evaluated<W, A>[] {
  return Array.from(held.values(), (answer) => ({
    answer,
    proof: evaluateProof(answer, requirements, plan.rules),
  }));
}

/** The answer that leaves the fewest requirements unproven; of equals, the nearest replica's. Undefined while there is none. */
export function bestAnswer<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
): Evaluated<W, A> | undefined {
  const { candidates } = state.plan;
  const rank = ({ answer }: Evaluated<W, A>): number =>
    candidates.findIndex(({ code }) => code === answer.replica.code) + 1 || candidates.length + 1;
  let best: Evaluated<W, A> | undefined;
  for (const judged of evaluateAll(state)) {
    const gain = best === undefined ? 1 : best.proof.unproven.length - judged.proof.unproven.length;
    if (gain > 0 || (gain === 0 && rank(judged) < rank(best!))) best = judged;
  }
  return best;
}

/** Demands that none of the answers proves. */
export function unprovenByAll<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
): readonly FreshnessRequirement[] {
  const all = evaluateAll(state);
  return state.requirements.filter((requirement) =>
    all.every(({ proof }) => proof.unproven.includes(requirement)),
  );
}

/**
 * The answers whose join proves every requirement, or undefined. The best answer alone is preferred, so the race joins only
 * when each origin in question has answered with its row, has failed to, or is overdue; `isLast`: there is no more time.
 */
export function provingJoin<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  at: RaceMoment<W>,
  isLast = false,
): readonly Evaluated<W, A>[] | undefined {
  const best = bestAnswer(state);
  if (!state.plan.allowsJoin || best === undefined || unprovenByAll(state).length > 0) return undefined;
  const isAwaited = ({ origin }: FreshnessRequirement): boolean => {
    const sentMs = state.pendingRows.get(origin);
    return sentMs !== undefined && !isOverdue(state, sentMs, at);
  };
  if (!isLast && best.proof.unproven.some(isAwaited)) return undefined;
  return [best, ...complementaryAnswers(best, evaluateAll(state))];
}

/** Answers that prove what the best one does not, each origin's own first. */
function complementaryAnswers<W extends Workload, A extends RaceAnswer<W>>(
  best: Evaluated<W, A>,
  all: readonly Evaluated<W, A>[],
): readonly Evaluated<W, A>[] {
  const chosen: Evaluated<W, A>[] = [];
  for (const requirement of best.proof.unproven) {
    const proves = ({ proof }: Evaluated<W, A>): boolean => !proof.unproven.includes(requirement);
    if (chosen.some(proves)) continue;
    const able = all.filter(proves);
    chosen.push(able.find(({ answer }) => answer.replica.code === requirement.origin) ?? able[0]!);
  }
  return chosen;
}

/**
 * Demands that cannot be proven before the origin is back: it alone knows what there is to show, it is ejected, and no
 * lookup of this read may still hear from it. None while there is no answer, for then any replica is worth asking.
 */
export function unavailableRequirements<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  at: RaceMoment<W>,
): readonly FreshnessRequirement[] {
  if (state.answers.size === 0) return [];
  return unprovenByAll(state).filter(
    ({ versions, origin }) =>
      versions === undefined && at.origins.get(origin)?.reach === 'ejected' && !mayAnswer(state, origin, at),
  );
}

/** A probe may take its time: by it alone it is noticed that the origin is back. */
function mayAnswer<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  origin: OriginCode,
  at: RaceMoment<W>,
): boolean {
  const sent = [state.pendingRows.get(origin), state.pendingWatermarks.get(origin)].filter(
    (sentMs) => sentMs !== undefined,
  );
  return sent.some((sentMs) => state.probes.has(origin) || !isOverdue(state, sentMs, at));
}
