import type { ReadEvidence } from '../consistency/consistency';
import type { Omission } from '../privacy/omissions';
import type { CandidateDecision } from './evaluate-candidates';

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
  /** The DataType of the events, if the user has not allowed its purpose; then no event counts. Default: none. */
  readonly omitted?: readonly Omission[] | undefined;
  readonly evidence: ReadEvidence;
}
