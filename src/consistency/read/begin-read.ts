import type { CallOptions } from '../../bigtable/client/types';
import { EVENTUAL, type Consistency } from '../../core/consistency/consistency';
import { WATERMARK_VERSIONS_MAX } from '../../core/consistency/row-watermark';
import { TidemarkError } from '../../errors';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { Router } from '../../routing/affinity/router';
import { checkConsistency } from './check-consistency';
import { requirementsOf, NO_REQUIREMENTS, type FreshnessRequirement } from './freshness-requirements';
import type { Horizon } from './horizon';
import type { ReadRequest, ReadContext, RowReadPlan } from './read-setting';
import type { RowRead } from '../store';

/** Throws for a consistency that makes no sense, or that this topology can never prove. */
export function planRead<W extends Workload>(
  setting: ReadContext<W>,
  {
    table,
    filter,
    bytesMax,
    allowsJoin = false,
  }: Pick<RowRead, 'table' | 'filter' | 'bytesMax' | 'allowsJoin'>,
  consistency: Consistency,
  call: CallOptions | undefined,
): ReadRequest<W> {
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
    dataFilter: filter,
    filter: lookups.filterFor(filter, nowMs),
    bytesMax,
    allowsJoin,
    origins: originsToAccountFor(router.origins(table), nowMs - rules.clockSkewMaxMs),
    readsAnnouncements: setting.announced !== undefined && needsAllOrigins(consistency),
    // A little before the caller's own deadline, for he is to hear what could not be proven.
    deadlineMs: startedMs + timeoutMs - Math.min(limits.deadlineMarginMs, timeoutMs / 10),
  };
}

/** Without the fenced clusters whose time has come by every clock: the operator has given up what only these have. */
function originsToAccountFor<W extends Workload>(
  origins: readonly Cluster<W>[],
  certainlyPastMs: number,
): readonly Cluster<W>[] {
  const isGivenUp = ({ fencedAtMs }: Cluster<W>): boolean =>
    fencedAtMs !== undefined && fencedAtMs < certainlyPastMs;
  return origins.some(isGivenUp) ? origins.filter((origin) => !isGivenUp(origin)) : origins;
}

const needsAllOrigins = ({ level }: Consistency): boolean => level === 'strict' || level === 'bounded';

export function planRow<W extends Workload>(
  { router, horizon, lookups }: ReadContext<W>,
  begun: ReadRequest<W>,
  key: Buffer,
  isPart = false,
): RowReadPlan<W> {
  const { table, bytesMax, allowsJoin, consistency, origins, nowMs, startedMs, deadlineMs, call } = begun;
  const { readsAnnouncements } = begun;
  const requirements = consistency === EVENTUAL ? NO_REQUIREMENTS : requirementsOfRow(horizon, begun, key);
  const chainDepth = chainDepthFor(requirements, router, horizon);
  const candidates = chainDepth > 0 ? router.forRead(table, key) : router.forEventualRead(table, key);
  checkProvable(begun, candidates);
  return {
    table,
    key,
    dataFilter: begun.dataFilter,
    filter: chainDepth > 0 ? lookups.filterFor(begun.dataFilter, nowMs, chainDepth) : begun.filter,
    chainDepth,
    bytesMax,
    allowsJoin,
    consistency,
    requirements: chainDepth > 0 ? requirementsOfInstance(requirements, candidates, router) : requirements,
    candidates,
    origins,
    readsAnnouncements,
    nowMs,
    startedMs,
    deadlineMs,
    call,
    isPartOfMultiRowRead: isPart,
  };
}

/**
 * How much of the chains to fetch: nothing where nothing is demanded. An origin that this process cannot ask, one for batch
 * work, say, proves nothing itself; then a long chain is the only proof there is.
 */
function chainDepthFor<W extends Workload>(
  requirements: readonly FreshnessRequirement[],
  router: Router<W>,
  horizon: Horizon,
): number {
  if (requirements.length === 0) return 0;
  return requirements.every(({ origin }) => router.byCode(origin) !== undefined)
    ? horizon.depth
    : WATERMARK_VERSIONS_MAX;
}

function requirementsOfRow<W extends Workload>(
  horizon: Horizon,
  begun: ReadRequest<W>,
  key: Buffer,
): readonly FreshnessRequirement[] {
  const { table, consistency, nowMs } = begun;
  const origins = begun.origins.map(({ code }) => code);
  return requirementsOf(consistency, {
    table,
    key,
    origins,
    nowMs,
    replicatedBeforeMs: horizon.replicatedBeforeMs(nowMs),
  });
}

/**
 * What a token sums up of another instance's clusters is nothing of this table. A write of this very row that they
 * acknowledged is: the corpus has moved since, and may have left the write behind.
 */
function requirementsOfInstance<W extends Workload>(
  requirements: readonly FreshnessRequirement[],
  candidates: readonly Cluster<W>[],
  router: Router<W>,
): readonly FreshnessRequirement[] {
  const [{ instance }] = candidates as [Cluster<W>];
  const isOurs = ({ origin, source }: FreshnessRequirement): boolean =>
    source !== 'time' || (router.byCode(origin)?.instance ?? instance) === instance;
  return requirements.every(isOurs) ? requirements : requirements.filter(isOurs);
}

/** What Data Boost reads may lack the writes of half an hour, whoever acknowledged them. */
function checkProvable<W extends Workload>(
  { consistency: { level } }: ReadRequest<W>,
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
