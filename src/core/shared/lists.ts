/**
 * Replacements of `push(...more)` and `Math.max(...numbers)` for lists of any length, and of `map` where requests must
 * not be slowed down. The engine puts the arguments of a call on the stack, which overflows at about 120,000 of them.
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

/**
 * Returns the results of `map` in a list of one form. V8 gives lists of `Array.prototype.map` another form once it has
 * optimized the code that calls it. Then all code that has been optimized for the former one is thrown away and runs
 * several times as slow until it has been optimized again, which may go on in waves.
 */
export function mapped<T, R>(list: readonly T[], map: (each: T, index: number) => R): R[] {
  const results: R[] = [];
  for (let index = 0; index < list.length; index++) results.push(map(list[index]!, index));
  return results;
}
