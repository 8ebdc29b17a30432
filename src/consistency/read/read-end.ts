import { TidemarkError } from '../../errors';
import type { Workload } from '../../routing/topology/cluster';
import { unaccountedEvidence, unaccountedOrigins } from './account-origins';
import type { Demand } from './demands';
import { joined } from './joined-answer';
import { evidenceOf, type JudgedAnswer } from './read-evidence';
import type { ReadSetting, RowTask } from './read-setting';
import type { RowAnswer } from '../store';

/** The answer that is given, with what it stands on; tells those who want to know. */
export function finished<W extends Workload>(
  setting: ReadSetting<W>,
  task: RowTask<W>,
  judged: JudgedAnswer<W>,
  of: { readonly demands: readonly Demand[]; readonly lookups: number },
): RowAnswer {
  const { clock, rules, writesMax, observer } = setting;
  const { demands, lookups } = of;
  const context = { rules, nowMs: clock.nowMs(), writesMax };
  const proven = evidenceOf(judged, { task, demands, lookups }, context);
  const evidence = unaccountedOrigins(setting, task).length > 0 ? unaccountedEvidence(proven) : proven;
  for (const each of judged.joined ?? [judged]) {
    for (const demand of each.verdict.byHeartbeat) claimShard(setting, task, each, demand);
    for (const demand of each.verdict.byWatermark) claimRow(setting, task, each, demand);
  }
  const isGiven = evidence.met || task.consistency.onUnmet === 'stale';
  if (observer !== undefined && isGiven && !task.isPart) {
    const { level, tier, met, stalenessMs } = evidence;
    const durationMs = clock.monotonicMs() - task.startedMs;
    observer.onAnswer({ level, tier, met, lookups, rows: 1, durationMs, stalenessMs });
  }
  return { row: judged.answer.row, evidence };
}

/** As `finished`, of one answer or of several that are joined. */
export function answered<W extends Workload>(
  setting: ReadSetting<W>,
  task: RowTask<W>,
  judged: readonly JudgedAnswer<W>[],
  of: { readonly demands: readonly Demand[]; readonly lookups: number },
): RowAnswer {
  const [first, ...others] = judged as [JudgedAnswer<W>, ...JudgedAnswer<W>[]];
  return finished(setting, task, others.length === 0 ? first : joined(first, others), of);
}

/** What only a heartbeat proves may be checked. */
function claimShard<W extends Workload>(
  { auditor, router, horizon }: ReadSetting<W>,
  { table, key, nowMs }: RowTask<W>,
  { answer: { replica, watermark } }: JudgedAnswer<W>,
  { origin: code, ackedMs, needed, by }: Demand,
): void {
  const origin = router.byCode(code);
  if (origin === undefined) return;
  const named = by === 'writes' && needed !== undefined ? { needed } : {};
  const settledMs = horizon.settledMs(nowMs);
  auditor.claimed({ kind: 'shard', table, key, replica, origin, ackedMs, settledMs, watermark, ...named });
}

/** So may what the row's watermark proves. */
function claimRow<W extends Workload>(
  { auditor, router, horizon }: ReadSetting<W>,
  { table, key, nowMs }: RowTask<W>,
  { answer: { replica, links } }: JudgedAnswer<W>,
  { origin: code, needed }: Demand,
): void {
  const origin = router.byCode(code);
  if (origin === undefined || needed === undefined) return;
  const settledMs = horizon.settledMs(nowMs);
  auditor.claimed({ kind: 'row', table, key, replica, origin, settledMs, needed, links });
}

/** Names the origins whose writes could not be accounted for. `unavailable`: the read has not waited for them in vain. */
export function unmetError<W extends Workload>(
  { router, observer, clock }: ReadSetting<W>,
  { consistency: { level }, startedMs, origins }: RowTask<W>,
  { left, unavailable }: { readonly left: readonly Demand[]; readonly unavailable: boolean },
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
