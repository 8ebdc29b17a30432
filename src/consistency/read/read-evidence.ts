import type { ReadEvidence, Tier } from '../../core/consistency/consistency';
import {
  EMPTY_TOKEN,
  mergeAllTokens,
  rowId,
  tokenOfRead,
  type WriteToken,
} from '../../core/tokens/write-token';
import type { Workload } from '../../routing/topology/cluster';
import type { FreshnessRequirement } from './freshness-requirements';
import { isOrigin, type ProofRules, type ProofResult } from './proof';
import type { ReplicaAnswer } from './lookup-client';
import type { RowReadPlan } from './read-setting';

export interface EvidenceContext {
  readonly rules: ProofRules;
  /** The reader's clock, now that there is an answer. */
  readonly nowMs: number;
  readonly tokenWritesMax: number;
}

export interface EvaluatedAnswer<W extends Workload> {
  readonly answer: ReplicaAnswer<W>;
  readonly proof: ProofResult;
  /** The answers that this one is the join of. */
  readonly joined?: readonly EvaluatedAnswer<W>[];
}

export interface AnsweredRead<W extends Workload> {
  readonly task: RowReadPlan<W>;
  /** As they stand now. */
  readonly requirements: readonly FreshnessRequirement[];
  readonly lookups: number;
}

export function evidenceOf<W extends Workload>(
  judged: EvaluatedAnswer<W>,
  read: AnsweredRead<W>,
  context: EvidenceContext,
): ReadEvidence {
  const { answer, proof, joined } = judged;
  return {
    level: read.task.consistency.level,
    met: proof.unproven.length === 0,
    clusters: joined === undefined ? [answer.replica.id] : joined.map((each) => each.answer.replica.id),
    tier: joined === undefined ? tierOf(answer, read) : 'origin',
    lookups: read.lookups,
    stalenessMs: stalenessOf(judged, read, context),
    token: nextToken(answer, read.task, context),
  };
}

function tierOf<W extends Workload>(
  { replica, kind }: ReplicaAnswer<W>,
  { task, requirements }: AnsweredRead<W>,
): Tier {
  if (kind === 'hedge') return 'hedge';
  if (replica.code === task.candidates[0]?.code) return 'nearest';
  return requirements.some(({ origin }) => origin === replica.code) ? 'origin' : 'failover';
}

/** By the origin of which least is known: the latest heartbeat, or what the read has proven by itself. */
function stalenessOf<W extends Workload>(
  judged: EvaluatedAnswer<W>,
  { requirements, task: { origins, consistency } }: AnsweredRead<W>,
  { rules, nowMs }: EvidenceContext,
): number | undefined {
  const { replica, heartbeats } = judged.answer;
  if (!rules.hasClusterTopology || replica.indirect === 'data-boost') return undefined;
  let freshMs = nowMs;
  for (const { code } of origins) {
    if (isOrigin(replica, code, rules)) continue;
    // What was acknowledged in the heartbeat's own millisecond may have come after it.
    const beatMs = (heartbeats.get(code) ?? -Infinity) - rules.clockSkewMaxMs - 1;
    freshMs = Math.min(freshMs, Math.max(beatMs, provenMs(code, requirements, judged.proof)));
  }
  if (freshMs === -Infinity) return undefined;
  // A time that the caller gave is by a clock of its own.
  return nowMs - freshMs + (consistency.asOfMs === undefined || freshMs === nowMs ? 0 : rules.clockSkewMaxMs);
}

function provenMs(
  origin: string,
  requirements: readonly FreshnessRequirement[],
  { unproven }: ProofResult,
): number {
  const proven = requirements.find(
    (requirement) => requirement.source === 'level' && requirement.origin === origin,
  );
  return proven === undefined || unproven.includes(proven) ? -Infinity : proven.ackedMs;
}

/** What was asked for, and what was seen. */
function nextToken<W extends Workload>(
  { watermark }: ReplicaAnswer<W>,
  { table, key, consistency }: RowReadPlan<W>,
  { nowMs, tokenWritesMax }: EvidenceContext,
): WriteToken {
  const { token = EMPTY_TOKEN } = consistency;
  const seen = watermark.size === 0 ? EMPTY_TOKEN : tokenOfRead(watermark, rowId(table, key), nowMs);
  if (token === EMPTY_TOKEN && seen.writes.length <= tokenWritesMax) return seen;
  return mergeAllTokens([token, seen], { writesMax: tokenWritesMax, nowMs });
}
