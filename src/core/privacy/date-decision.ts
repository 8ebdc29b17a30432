import { choiceOf, type SubjectRecord } from './subject-record';

/** A decision of a user about a purpose. */
export interface ConsentDecision {
  readonly purpose: string;
  readonly granted: boolean;
  /** Time of the decision, in milliseconds since the Unix epoch. Default: now, after the decisions that it follows. */
  readonly atMs?: number | undefined;
  /** Origin of the decision, such as a TCF string, as the caller states it. */
  readonly source?: string | undefined;
}

/** A decision whose time its source states. */
export interface DatedDecision extends ConsentDecision {
  readonly atMs: number;
}

const MICROS_PER_MS = 1_000;

/**
 * Returns the time under which a decision is stored, in milliseconds since the Unix epoch. A time that the caller states is
 * kept, but is never after now: a grant from the future would outlive later withdrawals. A decision without a time takes
 * effect over what the record shows: it is later than the last erasure, and a grant later than the last withdrawal by more
 * than clocks can differ.
 */
export function dateDecision(
  { purpose, granted, atMs }: ConsentDecision,
  { record, nowMs, orderMicros }: { record: SubjectRecord; nowMs: number; orderMicros: number },
): number {
  if (atMs !== undefined) return Math.min(atMs, nowMs);
  const { withdrawnAt } = choiceOf(record, purpose, orderMicros);
  const followed = granted && withdrawnAt >= 0 ? withdrawnAt + orderMicros : -1;
  const afterMicros = Math.max(followed, record.decisionsErasedUpTo);
  return Math.max(nowMs, Math.floor(afterMicros / MICROS_PER_MS) + 1);
}
