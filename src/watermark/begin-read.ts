import type { CallOptions } from '../bigtable/types';
import { EVENTUAL, type Consistency } from '../core/consistency';
import { TidemarkError } from '../errors';
import type { Cluster, Workload } from '../routing/cluster';
import type { Router } from '../routing/router';
import { checkConsistency } from './check-consistency';
import { demandsOf, NO_DEMANDS, type Demand } from './demands';
import type { Horizon } from './horizon';
import type { BegunRead, ReadSetting, RowTask } from './read-setting';
import type { RowRead } from './store';

/** Throws for a consistency that makes no sense, or that this topology can never prove. */
export function beginRead<W extends Workload>(
  setting: ReadSetting<W>,
  { table, filter, bytesMax, joins = false }: Pick<RowRead, 'table' | 'filter' | 'bytesMax' | 'joins'>,
  consistency: Consistency,
  call: CallOptions | undefined,
): BegunRead<W> {
  const { clock, limits, router, rules, lookups } = setting;
  const startedMs = clock.monotonicMs();
  const nowMs = clock.nowMs();
  if (consistency !== EVENTUAL) checkConsistency(consistency, { ...rules, nowMs });
  const timeoutMs = call?.timeoutMs ?? limits.pointTimeoutMs;
  // Field by field here and below: a spread costs as much as the rest of this, and each read comes by.
  return {
    table,
    consistency,
    nowMs,
    startedMs,
    call,
    filter: lookups.filterFor(filter, nowMs),
    bytesMax,
    joins,
    origins: router.origins(table),
    // A little before the caller's own deadline, for he is to hear what could not be proven.
    deadlineMs: startedMs + timeoutMs - Math.min(limits.answerMarginMs, timeoutMs / 10),
  };
}

export function rowTask<W extends Workload>(
  { router, horizon }: ReadSetting<W>,
  begun: BegunRead<W>,
  key: Buffer,
  isPart = false,
): RowTask<W> {
  const { table, filter, bytesMax, joins, consistency, origins, nowMs, startedMs, deadlineMs, call } = begun;
  const demands = consistency === EVENTUAL ? NO_DEMANDS : demandsOfRow(horizon, begun, key);
  const candidates = demands.length === 0 ? router.forEventualRead(table, key) : router.forRead(table, key);
  checkProvable(begun, candidates);
  return {
    table,
    key,
    filter,
    bytesMax,
    joins,
    consistency,
    demands: demands.length === 0 ? demands : ofInstance(demands, candidates, router),
    candidates,
    origins,
    nowMs,
    startedMs,
    deadlineMs,
    call,
    isPart,
  };
}

function demandsOfRow<W extends Workload>(
  horizon: Horizon,
  begun: BegunRead<W>,
  key: Buffer,
): readonly Demand[] {
  const { table, consistency, nowMs } = begun;
  const origins = begun.origins.map(({ code }) => code);
  return demandsOf(consistency, { table, key, origins, nowMs, settledMs: horizon.settledMs(nowMs) });
}

/**
 * What a token sums up of another instance's clusters is nothing of this table. A write of this very row that they
 * acknowledged is: the corpus has moved since, and may have left the write behind.
 */
function ofInstance<W extends Workload>(
  demands: readonly Demand[],
  candidates: readonly Cluster<W>[],
  router: Router<W>,
): readonly Demand[] {
  const [{ instance }] = candidates as [Cluster<W>];
  const isOurs = ({ origin, by }: Demand): boolean =>
    by !== 'time' || (router.byCode(origin)?.instance ?? instance) === instance;
  return demands.every(isOurs) ? demands : demands.filter(isOurs);
}

/** What Data Boost reads may lack the writes of half an hour, whoever acknowledged them. */
function checkProvable<W extends Workload>(
  { consistency: { level } }: BegunRead<W>,
  candidates: readonly Cluster<W>[],
): void {
  if (level !== 'bounded' && level !== 'strict') return;
  if (candidates.some(({ indirect }) => indirect !== 'data-boost')) return;
  throw new TidemarkError(
    'consistency_unsupported',
    `${level} reads need a cluster; Data Boost proves nothing`,
    {
      field: 'consistency',
    },
  );
}
