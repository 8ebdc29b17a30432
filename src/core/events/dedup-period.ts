import type { ActionDeclaration } from '../schema/schema';

/**
 * Least common multiple of the actions' dedup windows, seconds, at least 1: at its multiples since the epoch no dedup
 * window of any action is cut in two. An action without a window has one of a second, for this purpose.
 */
export function dedupPeriodSeconds(actions: readonly ActionDeclaration[]): number {
  return actions.reduce((multiple, { dedup }) => {
    const seconds = Math.max(1, dedup.windowSeconds);
    return (multiple / greatestCommonDivisor(multiple, seconds)) * seconds;
  }, 1);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
