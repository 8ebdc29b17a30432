import { TidemarkError } from '../../errors';
import type { Workload } from '../../routing/topology/cluster';
import { unaccountedEvidence, unaccountedOrigins } from './account-origins';
import type { FreshnessRequirement } from './freshness-requirements';
import { joinAnswers } from './joined-answer';
import { evidenceOf, type EvaluatedAnswer } from './read-evidence';
import type { ReadContext, RowReadPlan } from './read-setting';
import type { RowAnswer } from '../store';

/** The answer that is given, with what it stands on; tells those who want to know. */
export function finishRead<W extends Workload>(
  setting: ReadContext<W>,
  task: RowReadPlan<W>,
  judged: EvaluatedAnswer<W>,
  of: { readonly requirements: readonly FreshnessRequirement[]; readonly lookups: number },
): RowAnswer {
  const { clock, rules, tokenWritesMax, observer } = setting;
  const { requirements, lookups } = of;
  const context = { rules, nowMs: clock.nowMs(), tokenWritesMax };
  const proven = evidenceOf(judged, { task, requirements, lookups }, context);
  const evidence = unaccountedOrigins(setting, task).length > 0 ? unaccountedEvidence(proven) : proven;
  for (const each of judged.joined ?? [judged]) {
    for (const requirement of each.proof.provenByHeartbeat)
      recordShardClaim(setting, task, each, requirement);
    for (const requirement of each.proof.provenByWatermark) recordRowClaim(setting, task, each, requirement);
  }
  const isGiven = evidence.met || task.consistency.onUnmet === 'stale';
  if (observer !== undefined && isGiven && !task.isPartOfMultiRowRead) {
    const { level, tier, met, stalenessMs } = evidence;
    const durationMs = clock.monotonicMs() - task.startedMs;
    observer.onAnswer({ level, tier, met, lookups, rows: 1, durationMs, stalenessMs });
  }
  return { row: judged.answer.row, evidence };
}

/** As `finished`, of one answer or of several that are joined. */
export function finishWithAnswers<W extends Workload>(
  setting: ReadContext<W>,
  task: RowReadPlan<W>,
  judged: readonly EvaluatedAnswer<W>[],
  of: { readonly requirements: readonly FreshnessRequirement[]; readonly lookups: number },
): RowAnswer {
  const [first, ...others] = judged as [EvaluatedAnswer<W>, ...EvaluatedAnswer<W>[]];
  return finishRead(setting, task, others.length === 0 ? first : joinAnswers(first, others), of);
}

/** What only a heartbeat proves may be checked. */
function recordShardClaim<W extends Workload>(
  { auditor, router, horizon }: ReadContext<W>,
  { table, key, nowMs }: RowReadPlan<W>,
  { answer: { replica, watermark } }: EvaluatedAnswer<W>,
  { origin: code, ackedMs, versions, source }: FreshnessRequirement,
): void {
  const origin = router.byCode(code);
  if (origin === undefined) return;
  const replicatedBeforeMs = horizon.replicatedBeforeMs(nowMs);
  auditor.recordClaim({
    kind: 'shard',
    table,
    key,
    replica,
    origin,
    ackedMs,
    replicatedBeforeMs,
    watermark,
    ...(source === 'writes' && versions !== undefined && { versions }),
  });
}

/** So may what the row's watermark proves. */
function recordRowClaim<W extends Workload>(
  { auditor, router, horizon }: ReadContext<W>,
  { table, key, nowMs }: RowReadPlan<W>,
  { answer: { replica, links } }: EvaluatedAnswer<W>,
  { origin: code, versions }: FreshnessRequirement,
): void {
  const origin = router.byCode(code);
  if (origin === undefined || versions === undefined) return;
  const replicatedBeforeMs = horizon.replicatedBeforeMs(nowMs);
  auditor.recordClaim({ kind: 'row', table, key, replica, origin, replicatedBeforeMs, versions, links });
}

/** Names the origins whose writes could not be accounted for. `unavailable`: the read has not waited for them in vain. */
export function unmetError<W extends Workload>(
  { router, observer, clock }: ReadContext<W>,
  { consistency: { level }, startedMs, origins }: RowReadPlan<W>,
  {
    unproven: left,
    unavailable,
  }: { readonly unproven: readonly FreshnessRequirement[]; readonly unavailable: boolean },
): TidemarkError {
  const codes = [...new Set(left.map(({ origin }) => origin))];
  const idOf = (code: string): string | undefined =>
    router.byCode(code)?.id ?? origins.find((origin) => origin.code === code)?.id;
  const names = codes.map((code) => idOf(code) ?? `${Buffer.from(code, 'latin1').toString('hex')} (gone)`);
  observer?.onUnmet(level, names);
  if (unavailable) {
    const text = `The origins ${names.join(', ')} are unavailable, and no other cluster can prove that it has their writes`;
    return new TidemarkError('consistency_unmet', text, { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS });
  }
  const withinMs = Math.round(clock.monotonicMs() - startedMs);
  return new TidemarkError(
    'consistency_unmet',
    `No replica proved within ${withinMs} ms that it has the writes of ${names.join(', ')}`,
  );
}

/** A cluster that is back is probed within seconds. */
const UNAVAILABLE_RETRY_SECONDS = 1;
