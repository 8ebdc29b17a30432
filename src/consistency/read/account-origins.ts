/** Whether a strict or bounded read has accounted for every cluster that may have taken writes. */
import type { ReadEvidence } from '../../core/consistency/consistency';
import type { OriginCode } from '../../core/consistency/row-watermark';
import { TidemarkError } from '../../errors';
import type { Workload } from '../../routing/topology/cluster';
import type { ReadContext, RowReadPlan } from './read-setting';

const NONE: readonly OriginCode[] = [];

/**
 * The clusters that have been announced as origins of the table, and that the read knows nothing of: the topology of this
 * process is out of date. Whatever origin the read has asked, it has acknowledged their announcement before their first
 * write, so the lookups of the read have shown it.
 */
export function unaccountedOrigins<W extends Workload>(
  { announced, horizon, router }: Pick<ReadContext<W>, 'announced' | 'horizon' | 'router'>,
  { readsAnnouncements, requirements, table, origins, nowMs }: RowReadPlan<W>,
): readonly OriginCode[] {
  if (announced === undefined || !readsAnnouncements) return NONE;
  if (!requirements.some(({ source }) => source === 'level')) return NONE;
  const fenced = router.origins(table).filter(({ fencedAtMs }) => fencedAtMs !== undefined);
  return announced.unaccounted(table, {
    origins,
    fenced,
    replicatedBeforeMs: horizon.replicatedBeforeMs(nowMs),
  });
}

/** The evidence of an answer that may lack the writes of a cluster which the read has not accounted for. */
export function unaccountedEvidence(evidence: ReadEvidence): ReadEvidence {
  return { ...evidence, met: false, stalenessMs: undefined };
}

/** Throws `consistency_unmet` for an answer that is not proven and may not be given as a stale one. */
export function rejectUnaccounted<W extends Workload>(
  { observer }: Pick<ReadContext<W>, 'observer'>,
  { consistency: { level, onUnmet } }: Pick<RowReadPlan<W>, 'consistency'>,
  isMet: boolean,
): void {
  if (isMet || onUnmet === 'stale') return;
  observer?.onUnmet(level, ['a cluster that the topology lacks']);
  throw new TidemarkError(
    'consistency_unmet',
    'The topology of this process is out of date: a cluster that it does not know as an origin may have taken writes. ' +
      'Give the process the current topology file, and look at tidemark_topology_invalid',
  );
}
