import type { ErrorCode } from '../../errors';

/**
 * Owner of the deadline that a failed request exceeded: the client, through `x-request-timeout-ms`, or the server's
 * configuration.
 */
export type DeadlineOwner = 'client' | 'server';

export interface RequestFailure {
  readonly code: ErrorCode;
  /** Timeout of the request, in milliseconds; 0 if it failed before the timeout started. */
  readonly timeoutMs: number;
  /** Default timeout, in milliseconds. */
  readonly defaultTimeoutMs: number;
  /** Time from the failure to the deadline, in milliseconds; negative after the deadline. */
  readonly remainingMs: number;
}

const ANSWER_MARGIN_MS = 20;

/** Codes of failures that a longer deadline could have prevented, if they occur at its end. */
const CUT_SHORT: readonly ErrorCode[] = ['store_unavailable', 'consistency_unmet'];

/**
 * Returns the margin between the deadline of an operation and that of its request, in milliseconds. The operation ends
 * earlier, since its error names what was too slow.
 */
export function deadlineMarginMs(leftMs: number): number {
  return Math.min(ANSWER_MARGIN_MS, leftMs / 10);
}

/**
 * Returns the owner of the deadline that ended the request, or undefined if it failed for another reason. A deadline
 * belongs to the client only if it is shorter than the default: a request with a longer one would have failed anyway.
 */
export function deadlineOwner(request: RequestFailure): DeadlineOwner | undefined {
  const { code, timeoutMs, defaultTimeoutMs, remainingMs: leftMs } = request;
  if (timeoutMs === 0) return undefined;
  const isOver = leftMs <= deadlineMarginMs(timeoutMs);
  if (code !== 'deadline_exceeded' && !(isOver && CUT_SHORT.includes(code))) return undefined;
  return timeoutMs < defaultTimeoutMs ? 'client' : 'server';
}
