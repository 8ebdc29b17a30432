/** Which cluster a race asks next: pure. */
import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { FreshnessRequirement } from './freshness-requirements';
import { acceptsHeartbeatProof, evaluateProof } from './proof';
import { canProve } from './lookup-policy';
import { isOverdue } from './race-pace';
import type { LookupSubject, RaceMoment, RaceAnswer, RaceState } from './race-state';
import type { LookupKind } from './read-observer';

export interface OriginLookup<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly subject: LookupSubject;
}

/**
 * What the origins of the unproven requirements are to be asked now: for the row where it is known that the replicas which have
 * answered lack something, or where only one is in question, so that its answer settles it; otherwise what there is to
 * show. Ejected origins are not asked, nor those that another read is probing.
 */
export function originsToQuery<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  left: readonly FreshnessRequirement[],
  at: RaceMoment<W>,
): readonly OriginLookup<W>[] {
  const codes = [...new Set(left.map(({ origin }) => origin))].filter((code) => at.origins.has(code));
  return codes.flatMap((code): readonly OriginLookup<W>[] => {
    const { cluster, reach } = at.origins.get(code)!;
    if (reach === 'ejected' || reach === 'probed') return [];
    const asked = state.askedInRound.get(code);
    if (hasKnownVersions(code, left)) {
      return asked === 'row' || isRowAwaited(state) ? [] : [{ cluster, subject: 'row' }];
    }
    if (asked !== undefined) return [];
    return [{ cluster, subject: codes.length === 1 ? 'row' : 'watermark' }];
  });
}

const hasKnownVersions = (code: OriginCode, left: readonly FreshnessRequirement[]): boolean =>
  left.every(({ origin, versions }) => origin !== code || versions !== undefined);

/** The first row is under way: it may well contain what the origin has reported. */
const isRowAwaited = <W extends Workload, A extends RaceAnswer<W>>({
  answers: held,
  pendingRows: rows,
}: RaceState<W, A>): boolean => held.size === 0 && rows.size > 0;

/** The origin that a told requirement names, which is the best to ask while the first row is overdue. */
export function knownVersionsOrigin<W extends Workload, A extends RaceAnswer<W>>(
  { requirements, askedInRound: asked, pendingRows: rows }: RaceState<W, A>,
  at: RaceMoment<W>,
): Cluster<W> | undefined {
  const codes = [...new Set(requirements.map(({ origin }) => origin))];
  const found = codes.find(
    (code) =>
      hasKnownVersions(code, requirements) &&
      asked.get(code) !== 'row' &&
      !rows.has(code) &&
      ['open', 'half-open'].includes(at.origins.get(code)?.reach ?? 'ejected'),
  );
  return found === undefined ? undefined : at.origins.get(found)!.cluster;
}

/** The next replica of the queue that it makes sense to ask, and the queue behind it. */
export function nextReplica<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  at: RaceMoment<W>,
): { readonly next: Cluster<W> | undefined; readonly queue: readonly Cluster<W>[] } {
  const index = state.queue.findIndex((cluster) => isUseful(state, cluster, at));
  if (index < 0) return { next: undefined, queue: [] };
  return { next: state.queue[index], queue: state.queue.slice(index + 1) };
}

function isUseful<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  cluster: Cluster<W>,
  at: RaceMoment<W>,
): boolean {
  const { askedInRound: asked, pendingRows: rows, answers: held, requirements, plan } = state;
  if (asked.get(cluster.code) === 'row' || rows.has(cluster.code)) return false;
  // Without any answer yet, one that is unproven is better than none.
  if (held.size === 0) return true;
  const { rules } = plan;
  const answer = held.get(cluster.code);
  const lacks =
    answer === undefined ||
    acceptsHeartbeatProof(cluster, rules) ||
    evaluateProof(answer, requirements, rules).unproven.some(({ versions }) => versions !== undefined);
  const policy = { rules, nowMs: at.nowMs };
  return (
    lacks &&
    canProve(cluster, requirements, (requirement) => isAwaitingOrigin(state, requirement, at), policy)
  );
}

/** The origin has been asked what there is to show, and is not slow to say. */
export function isAwaitingOrigin<W extends Workload, A extends RaceAnswer<W>>(
  state: RaceState<W, A>,
  { versions, origin }: FreshnessRequirement,
  at: RaceMoment<W>,
): boolean {
  const sent = [state.pendingWatermarks.get(origin), state.pendingRows.get(origin)];
  return (
    versions === undefined && sent.some((sentMs) => sentMs !== undefined && !isOverdue(state, sentMs, at))
  );
}

export function lookupKindOf<W extends Workload, A extends RaceAnswer<W>>(
  { plan, requirements }: RaceState<W, A>,
  { code }: Cluster<W>,
): LookupKind {
  if (code === plan.candidates[0]!.code) return 'nearest';
  return requirements.some(({ origin }) => origin === code) ? 'second' : 'failover';
}
