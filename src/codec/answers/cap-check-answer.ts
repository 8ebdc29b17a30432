/** Encodes answers of cap checks as JSON and protobuf. */
import type { CapsAnswer, DecisionWithReservation } from '../../core/caps/caps-answer';
import type { BlockingRule } from '../../core/caps/evaluate-candidates';
import type { Steps } from '../../core/shared/steps';
import { formatInstant } from '../../core/time/instant';
import { tidemark } from '../../gen/tidemark';
import { orAbsent } from './omitted-json';
import { jsonInSteps } from '../json/json-in-steps';
import type { EvidenceJson } from './evidence-json';

/** Encodes the answer as JSON, in steps of one candidate each. */
export function capCheckJson(
  { userId, asOfMs, verdicts, omitted }: CapsAnswer,
  consistency: EvidenceJson,
): Steps<string> {
  const answer = {
    userId,
    asOf: formatInstant(asOfMs),
    candidates: lazily(verdicts, verdictJson),
    omitted: orAbsent(omitted),
    consistency,
  };
  return jsonInSteps(answer, 'candidates');
}

function* lazily<T, U>(items: readonly T[], change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}

function verdictJson(verdict: DecisionWithReservation): Readonly<Record<string, unknown>> {
  const { candidate, blockedBy, remaining, reservation } = verdict;
  const id = candidate.id;
  if (blockedBy.length === 0) {
    const reserved = reservation && { id: reservation.id, expiresAt: formatInstant(reservation.expiresAtMs) };
    return { id, allowed: true, remaining, reservation: reserved };
  }
  const rules = blockedBy.map(({ rule, entity, count, freesUpAtMs }) => ({
    rule: rule.name,
    level: rule.level.name,
    entityId: entity,
    count,
    maximum: rule.maximum,
    freesUpAt: isoOrNull(freesUpAtMs),
  }));
  return { id, allowed: false, blockedBy: rules, freesUpAt: isoOrNull(freesUpAtMs(blockedBy)) };
}

/** Encodes a `tidemark.v1.CapCheckAnswer`. `token` is that of the evidence. */
export function capCheckProtobuf(
  { userId, asOfMs, verdicts, omitted = [] }: CapsAnswer,
  token: string,
): Buffer {
  const message: tidemark.v1.ICapCheckAnswer = {
    userId,
    asOfMs,
    token,
    omitted: [...omitted],
    candidates: verdicts.map(({ candidate, blockedBy, remaining, reservation }) => ({
      id: candidate.id ?? '',
      allowed: blockedBy.length === 0,
      remaining: remaining ?? null,
      blockedBy: blockedBy.map(({ rule, entity, count, freesUpAtMs: atMs }) => ({
        rule: rule.name,
        level: rule.level.name,
        entityId: entity,
        count,
        maximum: rule.maximum,
        freesUpAtMs: atMs ?? null,
      })),
      freesUpAtMs: blockedBy.length === 0 ? null : (freesUpAtMs(blockedBy) ?? null),
      reservation: reservation ?? null,
    })),
  };
  return Buffer.from(tidemark.v1.CapCheckAnswer.encode(message).finish());
}

/** Returns the time from which no rule blocks any more, in milliseconds since the Unix epoch; undefined: never. */
function freesUpAtMs(blockedBy: readonly BlockingRule[]): number | undefined {
  let latestMs = 0;
  for (const { freesUpAtMs: atMs } of blockedBy) {
    if (atMs === undefined) return undefined;
    latestMs = Math.max(latestMs, atMs);
  }
  return latestMs;
}

const isoOrNull = (ms: number | undefined): string | null => (ms === undefined ? null : formatInstant(ms));
