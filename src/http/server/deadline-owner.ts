import type { ErrorCode } from '../../errors';

/** Who chose the deadline that a failed request ran into: the caller, by `x-request-timeout-ms`, or the configuration. */
export type DeadlineOwner = 'client' | 'server';

export interface RequestFailure {
  readonly code: ErrorCode;
  /** Time that the request was given, milliseconds; 0 where it failed before its deadline had begun. */
  readonly timeoutMs: number;
  /** What it is given where the caller chooses none, milliseconds. */
  readonly defaultTimeoutMs: number;
  /** Time that was left when it failed, milliseconds; negative after the deadline. */
  readonly remainingMs: number;
}

const ANSWER_MARGIN_MS = 20;

/** Failures that a longer deadline could have prevented, where they come at the end of it. */
const CUT_SHORT: readonly ErrorCode[] = ['store_unavailable', 'consistency_unmet'];

/**
 * Returns how much earlier than the request its operation ends, milliseconds, of the time that is left: the operation's error knows
 * more than the request's about what was too slow.
 */
export function deadlineMarginMs(leftMs: number): number {
  return Math.min(ANSWER_MARGIN_MS, leftMs / 10);
}

/**
 * Returns whose deadline ended the request, or undefined where it failed for another reason. A deadline is the caller's only where it
 * is shorter than the default: what fails later than that would have failed anyway.
 */
export function deadlineOwner(request: RequestFailure): DeadlineOwner | undefined {
  const { code, timeoutMs, defaultTimeoutMs, remainingMs: leftMs } = request;
  if (timeoutMs === 0) return undefined;
  const isOver = leftMs <= deadlineMarginMs(timeoutMs);
  if (code !== 'deadline_exceeded' && !(isOver && CUT_SHORT.includes(code))) return undefined;
  return timeoutMs < defaultTimeoutMs ? 'client' : 'server';
}
