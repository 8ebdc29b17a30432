import type { CapQuery } from '../../core/caps/cap-query';
import type { CandidateDecision } from '../../core/caps/evaluate-candidates';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';

/** A check of caps, with or without reservations. */
export interface CheckCapsRequest {
  readonly query: CapQuery;
  readonly consistency: Consistency;
}

/** Result for one candidate, with its reservation if one was made. */
export type DecisionWithReservation = CandidateDecision & {
  readonly reservation?: { readonly id: string; readonly expiresAtMs: number };
};

/** Result of a check of caps. */
export interface CapsAnswer {
  readonly userId: string;
  /** Time of the check, in milliseconds since the Unix epoch. */
  readonly asOfMs: number;
  /** One for each candidate, in order. */
  readonly verdicts: readonly DecisionWithReservation[];
  readonly evidence: ReadEvidence;
}
