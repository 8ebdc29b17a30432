/**
 * The end of a read: the answer with its evidence and token, the claims that an audit may check, or the error of a read
 * without a proof.
 */
import type { Consistency, ReadEvidence, Tier } from '../../core/consistency/consistency';
import { joinRows } from '../../core/rows/row-join';
import type { OriginCode, RowWatermark } from '../../core/consistency/row-watermark';
import {
  EMPTY_TOKEN,
  mergeAllTokens,
  rowId,
  tokenOfRead,
  type WriteToken,
} from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Router } from '../../routing/affinity/router';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { Auditor } from '../audit/proof-claim';
import type { AnnouncedOrigins } from '../origins/announced-origins';
import type { RowAnswer } from '../store';
import type { FreshnessRequirement } from './freshness-requirements';
import type { Horizon } from './horizon';
import type { ReplicaAnswer } from './lookup-client';
import { isOrigin, type ProofResult, type ProofRules } from './proof';
import type { ReadObserver } from './read-observer';

export interface AnswerDependencies<W extends Workload> {
  readonly router: Router<W>;
  readonly clock: Clock;
  readonly rules: ProofRules;
  readonly horizon: Horizon;
  readonly auditor: Auditor;
  /** Undefined where no cluster is announced: readers for batch work, and stores without a cluster topology. */
  readonly announced: AnnouncedOrigins | undefined;
  /** Largest number of writes that the token of an answer names. */
  readonly tokenWritesMax: number;
  readonly observer: ReadObserver | undefined;
}

/** The read of a row, as far as its answer depends on it. */
export interface RowToAnswer<W extends Workload> {
  readonly table: string;
  readonly key: Buffer;
  readonly consistency: Consistency;
  /** Requirements when the read began. */
  readonly requirements: readonly FreshnessRequirement[];
  /** Replicas, nearest first; never empty. */
  readonly candidates: readonly Cluster<W>[];
  /** Clusters that may have writes which are not in every cluster. */
  readonly origins: readonly Cluster<W>[];
  /** Whether lookups at origins also fetch the announcements of the row's shard. */
  readonly readsAnnouncements: boolean;
  /** Wall clock at the start of the read, in milliseconds. */
  readonly nowMs: number;
  /** Start of the read, monotonic milliseconds. */
  readonly startedMs: number;
  /** Whether the row belongs to a read of several rows, whose answer is reported as a whole. */
  readonly isPartOfMultiRowRead: boolean;
}

/** An answer of one replica, or the join of several, and what it proves. */
export interface EvaluatedAnswer<W extends Workload> {
  readonly answer: ReplicaAnswer<W>;
  readonly proof: ProofResult;
  /** Answers that this one is the join of. */
  readonly joined?: readonly EvaluatedAnswer<W>[];
}

/** Costs and requirements of the read when it ended. */
export interface ReadOutcome {
  readonly requirements: readonly FreshnessRequirement[];
  /** Number of lookups that were sent. */
  readonly lookups: number;
}

/** Returns the answer with its evidence, reports it, and records what an audit may check. */
export function finishRead<W extends Workload>(
  dependencies: AnswerDependencies<W>,
  row: RowToAnswer<W>,
  evaluated: EvaluatedAnswer<W>,
  outcome: ReadOutcome,
): RowAnswer {
  const { clock, observer } = dependencies;
  const proven = evidenceOf(evaluated, row, outcome, dependencies);
  const isAccounted = unaccountedOrigins(dependencies, row).length === 0;
  const evidence: ReadEvidence = isAccounted ? proven : { ...proven, met: false, stalenessMs: undefined };
  for (const each of evaluated.joined ?? [evaluated]) recordClaims(dependencies, row, each);
  const isGiven = evidence.met || row.consistency.onUnmet === 'stale';
  if (observer !== undefined && isGiven && !row.isPartOfMultiRowRead) {
    const { level, tier, met, stalenessMs } = evidence;
    const durationMs = clock.monotonicMs() - row.startedMs;
    observer.onAnswer({ level, tier, met, lookups: outcome.lookups, rows: 1, durationMs, stalenessMs });
  }
  return { row: evaluated.answer.row, evidence };
}

/** Like `finishRead`, with one answer or several, which are joined. */
export function finishWithAnswers<W extends Workload>(
  dependencies: AnswerDependencies<W>,
  row: RowToAnswer<W>,
  evaluated: readonly EvaluatedAnswer<W>[],
  outcome: ReadOutcome,
): RowAnswer {
  const [first, ...others] = evaluated as [EvaluatedAnswer<W>, ...EvaluatedAnswer<W>[]];
  return finishRead(dependencies, row, others.length === 0 ? first : joinAnswers(first, others), outcome);
}

/**
 * Returns the answer that contains what each of them contains, and so proves what any of them proves. It counts as the
 * answer of the first one's replica.
 */
function joinAnswers<W extends Workload>(
  first: EvaluatedAnswer<W>,
  others: readonly EvaluatedAnswer<W>[],
): EvaluatedAnswer<W> {
  const all = [first, ...others];
  const answers = all.map(({ answer }) => answer);
  const unproven = first.proof.unproven.filter((requirement) =>
    all.every(({ proof }) => proof.unproven.includes(requirement)),
  );
  return {
    answer: {
      ...first.answer,
      row: joinRows(answers.map(({ row }) => row)),
      watermark: latestOf(answers.map(({ watermark }) => watermark)),
      heartbeats: latestOf(answers.map(({ heartbeats }) => heartbeats)),
    },
    proof: { unproven, provenByHeartbeat: [], provenByWatermark: [] },
    joined: all,
  };
}

/** Returns the newest version of each column, or the latest heartbeat of each origin, that any of the maps has. */
function latestOf(maps: readonly RowWatermark[]): RowWatermark {
  const latest = new Map<string, number>();
  for (const map of maps) {
    for (const [name, at] of map) latest.set(name, Math.max(at, latest.get(name) ?? -Infinity));
  }
  return latest;
}

// Evidence.

function evidenceOf<W extends Workload>(
  evaluated: EvaluatedAnswer<W>,
  row: RowToAnswer<W>,
  { requirements, lookups }: ReadOutcome,
  dependencies: AnswerDependencies<W>,
): ReadEvidence {
  const { answer, proof, joined } = evaluated;
  const nowMs = dependencies.clock.nowMs();
  return {
    level: row.consistency.level,
    met: proof.unproven.length === 0,
    clusters: joined === undefined ? [answer.replica.id] : joined.map((each) => each.answer.replica.id),
    tier: joined === undefined ? tierOf(answer, row, requirements) : 'origin',
    lookups,
    stalenessMs: stalenessOf(evaluated, row, requirements, { rules: dependencies.rules, nowMs }),
    token: tokenOf(answer, row, { nowMs, tokenWritesMax: dependencies.tokenWritesMax }),
  };
}

function tierOf<W extends Workload>(
  { replica, kind }: ReplicaAnswer<W>,
  { candidates }: RowToAnswer<W>,
  requirements: readonly FreshnessRequirement[],
): Tier {
  if (kind === 'hedge') return 'hedge';
  if (replica.code === candidates[0]?.code) return 'nearest';
  return requirements.some(({ origin }) => origin === replica.code) ? 'origin' : 'failover';
}

/**
 * Returns the staleness by the origin of which least is known: its latest heartbeat, or what the read has proven
 * itself.
 */
function stalenessOf<W extends Workload>(
  { answer: { replica, heartbeats }, proof }: EvaluatedAnswer<W>,
  { origins, consistency }: RowToAnswer<W>,
  requirements: readonly FreshnessRequirement[],
  { rules, nowMs }: { readonly rules: ProofRules; readonly nowMs: number },
): number | undefined {
  if (!rules.hasClusterTopology || replica.indirect === 'data-boost') return undefined;
  let freshMs = nowMs;
  for (const { code } of origins) {
    if (isOrigin(replica, code, rules)) continue;
    // A write that was acknowledged in the heartbeat's own millisecond may have come after it.
    const heartbeatMs = (heartbeats.get(code) ?? -Infinity) - rules.clockSkewMaxMs - 1;
    freshMs = Math.min(freshMs, Math.max(heartbeatMs, provenMs(code, requirements, proof)));
  }
  if (freshMs === -Infinity) return undefined;
  // A time that the caller gave comes from another clock.
  return nowMs - freshMs + (consistency.asOfMs === undefined || freshMs === nowMs ? 0 : rules.clockSkewMaxMs);
}

function provenMs(
  origin: OriginCode,
  requirements: readonly FreshnessRequirement[],
  { unproven }: ProofResult,
): number {
  const ofLevel = requirements.find((each) => each.source === 'level' && each.origin === origin);
  return ofLevel === undefined || unproven.includes(ofLevel) ? -Infinity : ofLevel.ackedMs;
}

/** Returns the token of the answer: the writes that the read required, and those that it has seen. */
function tokenOf<W extends Workload>(
  { watermark }: ReplicaAnswer<W>,
  { table, key, consistency }: RowToAnswer<W>,
  { nowMs, tokenWritesMax }: { readonly nowMs: number; readonly tokenWritesMax: number },
): WriteToken {
  const { token = EMPTY_TOKEN } = consistency;
  const seen = watermark.size === 0 ? EMPTY_TOKEN : tokenOfRead(watermark, rowId(table, key), nowMs);
  if (token === EMPTY_TOKEN && seen.writes.length <= tokenWritesMax) return seen;
  return mergeAllTokens([token, seen], { writesMax: tokenWritesMax, nowMs });
}

// Origins that the topology of this process lacks.

const NO_ORIGINS: readonly OriginCode[] = [];

/**
 * Returns the clusters that have been announced as origins of the table and that the read does not know: the topology
 * of this process is out of date. Each origin that the read has queried had acknowledged their announcement before
 * their first write, so the lookups of the read have shown it.
 */
function unaccountedOrigins<W extends Workload>(
  { announced, horizon, router }: AnswerDependencies<W>,
  { readsAnnouncements, requirements, table, origins, nowMs }: RowToAnswer<W>,
): readonly OriginCode[] {
  if (announced === undefined || !readsAnnouncements) return NO_ORIGINS;
  if (!requirements.some(({ source }) => source === 'level')) return NO_ORIGINS;
  const fenced = router.origins(table).filter(({ fencedAtMs }) => fencedAtMs !== undefined);
  const replicatedBeforeMs = horizon.replicatedBeforeMs(nowMs);
  return announced.unaccounted(table, { origins, fenced, replicatedBeforeMs });
}

/**
 * Throws `consistency_unmet` for an answer that is unmet because the topology lacks an announced origin. Every other
 * unmet read has been rejected by the race before.
 */
export function rejectOutdatedTopology<W extends Workload>(
  { observer }: Pick<AnswerDependencies<W>, 'observer'>,
  { consistency: { level, onUnmet } }: Pick<RowToAnswer<W>, 'consistency'>,
  isMet: boolean,
): void {
  if (isMet || onUnmet === 'stale') return;
  observer?.onUnmet(level, ['a cluster that the topology lacks']);
  throw new TidemarkError(
    'consistency_unmet',
    'The topology of this process is out of date: a cluster that it does not know as an origin may have taken writes. ' +
      'Give the process the current topology file, and check the metric tidemark_topology_invalid',
  );
}

// Claims for the audit.

function recordClaims<W extends Workload>(
  dependencies: AnswerDependencies<W>,
  row: RowToAnswer<W>,
  evaluated: EvaluatedAnswer<W>,
): void {
  const { provenByHeartbeat, provenByWatermark } = evaluated.proof;
  for (const requirement of provenByHeartbeat) recordShardClaim(dependencies, row, evaluated, requirement);
  for (const requirement of provenByWatermark) recordRowClaim(dependencies, row, evaluated, requirement);
}

/** Records what only a heartbeat proves. */
function recordShardClaim<W extends Workload>(
  { auditor, router, horizon }: AnswerDependencies<W>,
  { table, key, nowMs }: RowToAnswer<W>,
  { answer: { replica, watermark } }: EvaluatedAnswer<W>,
  { origin: code, ackedMs, versions, source }: FreshnessRequirement,
): void {
  const origin = router.byCode(code);
  if (origin === undefined) return;
  auditor.recordClaim({
    kind: 'shard',
    table,
    key,
    replica,
    origin,
    ackedMs,
    replicatedBeforeMs: horizon.replicatedBeforeMs(nowMs),
    watermark,
    versions: source === 'writes' ? versions : undefined,
  });
}

/** Records what the row's own watermark proves. */
function recordRowClaim<W extends Workload>(
  { auditor, router, horizon }: AnswerDependencies<W>,
  { table, key, nowMs }: RowToAnswer<W>,
  { answer: { replica, links } }: EvaluatedAnswer<W>,
  { origin: code, versions }: FreshnessRequirement,
): void {
  const origin = router.byCode(code);
  if (origin === undefined || versions === undefined) return;
  const replicatedBeforeMs = horizon.replicatedBeforeMs(nowMs);
  auditor.recordClaim({ kind: 'row', table, key, replica, origin, replicatedBeforeMs, versions, links });
}

// Failure.

/**
 * Returns the error of a read without a proof. It names the origins whose writes could not be accounted for.
 * `unavailable`: the origins are known to be unavailable, so the read has not waited for its deadline.
 */
export function unmetError<W extends Workload>(
  { router, observer, clock }: AnswerDependencies<W>,
  { consistency: { level }, startedMs, origins }: RowToAnswer<W>,
  {
    unproven,
    unavailable,
  }: { readonly unproven: readonly FreshnessRequirement[]; readonly unavailable: boolean },
): TidemarkError {
  const codes = [...new Set(unproven.map(({ origin }) => origin))];
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
