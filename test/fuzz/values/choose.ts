/** Random choices. All randomness of a fuzz round comes from these functions, so a seed repeats the round. */
import type { Random } from '../../../src/platform/random';

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

/** Returns true with this probability. */
export function chance(random: Random, probability: number): boolean {
  return random() < probability;
}

/** Returns a whole number from 0 to one below the limit. */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

/** Calls one of the functions with the given relative frequencies. */
export function weighted<T>(
  random: Random,
  choices: readonly (readonly [weight: number, make: () => T])[],
): T {
  const total = choices.reduce((sum, [weight]) => sum + weight, 0);
  let left = random() * total;
  for (const [weight, make] of choices) {
    left -= weight;
    if (left < 0) return make();
  }
  return choices.at(-1)![1]();
}
