/** What the answers that a race holds prove, each alone and together: pure. */
import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Workload } from '../../routing/topology/cluster';
import type { Demand } from './demands';
import { judge, type Verdict } from './gate';
import { isOverdue } from './race-pace';
import type { Moment, RaceAnswer, RaceState } from './race-state';

/** An answer with what it proves. */
export interface Judged<W extends Workload, A extends RaceAnswer<W>> {
  readonly answer: A;
  readonly verdict: Verdict;
}

export function judgedOf<W extends Workload, A extends RaceAnswer<W>>({
  held,
  demands,
  plan,
}: RaceState<W, A>): readonly Judged<W, A>[] {
  return Array.from(held.values(), (answer) => ({ answer, verdict: judge(answer, demands, plan.rules) }));
}

/** The answer that leaves the fewest demands unproven; of equals, the nearest replica's. Undefined while there is none. */
export function bestOf<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
): Judged<W, A> | undefined {
  const { candidates } = state.plan;
  const rank = ({ answer }: Judged<W, A>): number =>
    candidates.findIndex(({ code }) => code === answer.replica.code) + 1 || candidates.length + 1;
  let best: Judged<W, A> | undefined;
  for (const judged of judgedOf(state)) {
    const gain = best === undefined ? 1 : best.verdict.left.length - judged.verdict.left.length;
    if (gain > 0 || (gain === 0 && rank(judged) < rank(best!))) best = judged;
  }
  return best;
}

/** Demands that none of the answers proves. */
export function unprovenOf<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
): readonly Demand[] {
  const all = judgedOf(state);
  return state.demands.filter((demand) => all.every(({ verdict }) => verdict.left.includes(demand)));
}

/**
 * The answers whose join proves every demand, or undefined. The best answer alone is preferred, so the race joins only
 * when each origin in question has answered with its row, has failed to, or is overdue; `isLast`: there is no more time.
 */
export function joinOf<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  at: Moment<W>,
  isLast = false,
): readonly Judged<W, A>[] | undefined {
  const best = bestOf(state);
  if (!state.plan.joins || best === undefined || unprovenOf(state).length > 0) return undefined;
  const isAwaited = ({ origin }: Demand): boolean => {
    const sentMs = state.rows.get(origin);
    return sentMs !== undefined && !isOverdue(state, sentMs, at);
  };
  if (!isLast && best.verdict.left.some(isAwaited)) return undefined;
  return [best, ...complementOf(best, judgedOf(state))];
}

/** Answers that prove what the best one does not, each origin's own first. */
function complementOf<W extends Workload, A extends RaceAnswer<W>>(
  best: Judged<W, A>,
  all: readonly Judged<W, A>[],
): readonly Judged<W, A>[] {
  const chosen: Judged<W, A>[] = [];
  for (const demand of best.verdict.left) {
    const proves = ({ verdict }: Judged<W, A>): boolean => !verdict.left.includes(demand);
    if (chosen.some(proves)) continue;
    const able = all.filter(proves);
    chosen.push(able.find(({ answer }) => answer.replica.code === demand.origin) ?? able[0]!);
  }
  return chosen;
}

/**
 * Demands that cannot be proven before the origin is back: it alone knows what there is to show, it is ejected, and no
 * lookup of this read may still hear from it. None while there is no answer, for then any replica is worth asking.
 */
export function hopelessOf<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  at: Moment<W>,
): readonly Demand[] {
  if (state.held.size === 0) return [];
  return unprovenOf(state).filter(
    ({ needed, origin }) =>
      needed === undefined && at.origins.get(origin)?.reach === 'ejected' && !mayAnswer(state, origin, at),
  );
}

/** A probe may take its time: by it alone it is noticed that the origin is back. */
function mayAnswer<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  origin: OriginCode,
  at: Moment<W>,
): boolean {
  const sent = [state.rows.get(origin), state.watermarks.get(origin)].filter(
    (sentMs) => sentMs !== undefined,
  );
  return sent.some((sentMs) => state.probes.has(origin) || !isOverdue(state, sentMs, at));
}
