import type { CandidateDecision } from '../../core/caps/evaluate-candidates';

/** Observer of checks and reservations, for metrics. */
export interface CapsObserver {
  onVerdicts(verdicts: readonly CandidateDecision[], reserving: boolean): void;
  /** Reports reservations. `confirmed` and `expired` ones are those that a later transaction removed. */
  onReservations(outcome: 'made' | 'confirmed' | 'expired' | 'released', count: number): void;
  /** Reports a transaction that conflicted with another one. */
  onConflict(): void;
}
