import type { CallOptions } from '../../bigtable/client/types';

/** Outcome of a check. `skipped`: it does not apply, or could not be done for the reason that its detail states. */
export type Outcome = 'ok' | 'warning' | 'failed' | 'skipped';

/** Result of a check about one thing, such as one cluster or one port. */
export interface CheckFinding {
  readonly outcome: Outcome;
  /** Sentence or phrase about the state. */
  readonly detail: string;
  /** Remedy for a warning or a failure. */
  readonly remedy?: string | undefined;
}

/** A check of the environment. It changes nothing. */
export interface Check {
  readonly name: string;
  /** Remedy if the check throws or takes too long. */
  readonly remedy: string;
  /** Returns one finding or several. An error that it throws is a failure of the check. */
  readonly run: (call: CallOptions) => readonly CheckFinding[] | Promise<readonly CheckFinding[]>;
}

export interface CheckResult extends CheckFinding {
  readonly check: string;
}

export const ok = (detail: string): CheckFinding => ({ outcome: 'ok', detail });
export const skipped = (detail: string, remedy?: string): CheckFinding => ({
  outcome: 'skipped',
  detail,
  remedy,
});
export const warning = (detail: string, remedy: string): CheckFinding => ({
  outcome: 'warning',
  detail,
  remedy,
});
export const failed = (detail: string, remedy?: string): CheckFinding => ({
  outcome: 'failed',
  detail,
  remedy,
});
