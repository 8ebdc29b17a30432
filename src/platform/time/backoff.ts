import type { Random } from '../random';

export interface BackoffLimits {
  /** Longest pause before the first retry, in milliseconds. */
  readonly initialDelayMs: number;
  /** Longest pause before any retry, in milliseconds. */
  readonly maxDelayMs: number;
}

/** Beyond this many doublings every sensible maximum is reached, and the power stays a finite number. */
const DOUBLINGS_MAX = 30;

/**
 * Returns the longest pause before retry number `retry` (0 is the first one) in milliseconds: it doubles with each
 * retry, up to the maximum.
 */
export function backoffCeilingMs({ initialDelayMs, maxDelayMs }: BackoffLimits, retry: number): number {
  return Math.min(maxDelayMs, initialDelayMs * 2 ** Math.min(Math.max(0, retry), DOUBLINGS_MAX));
}

/**
 * Returns the pause before retry number `retry` in milliseconds: exponential backoff with full jitter, that is a random
 * time between 0 and the ceiling. Processes that fail at the same moment thus retry at different ones.
 * https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
 */
export function backoffMs(limits: BackoffLimits, retry: number, random: Random): number {
  return backoffCeilingMs(limits, retry) * random();
}
