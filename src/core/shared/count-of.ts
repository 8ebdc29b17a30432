/** Returns a count and its noun, as in `1 row` and `2 rows`. `plural`: the noun for other counts than 1, by default with an s. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
