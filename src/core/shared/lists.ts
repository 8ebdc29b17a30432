/**
 * Replacements of `push(...more)` and `Math.max(...numbers)` for lists of any length. The engine puts the arguments of
 * a call on the stack, which overflows at about 120,000 of them.
 */

/** Appends all items to the end of the list. */
export function appendAll<T>(list: T[], more: Iterable<T>): void {
  for (const each of more) list.push(each);
}

/** Returns the greatest of the numbers, or -Infinity if there are none. */
export function maxOf(numbers: Iterable<number>): number {
  let greatest = -Infinity;
  for (const each of numbers) greatest = Math.max(greatest, each);
  return greatest;
}

/** Returns the least of the numbers, or Infinity if there are none. */
export function minOf(numbers: Iterable<number>): number {
  let least = Infinity;
  for (const each of numbers) least = Math.min(least, each);
  return least;
}
