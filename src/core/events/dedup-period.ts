import type { ActionDeclaration } from '../schema/schema';

/**
 * Returns the least common multiple of the actions' dedup windows, in seconds, at least 1. At its multiples since the
 * epoch no dedup window of any action is cut. An action without a window counts as one with a window of a second.
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
