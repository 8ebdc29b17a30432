import type { Random } from '../../src/platform/random';

/** Small alphabets, so that random keys, columns, values and filters collide. */
export const KEYS = ['a', 'a\0', 'ab', 'b', 'b#1', 'b#2', 'c\xff', 'd', '\xff'];
export const FAMILIES = ['a', 'b', 'cc', 'sum'];
export const PLAIN_FAMILIES = ['a', 'b', 'cc'];
export const QUALIFIERS = ['', 'q', 'q\0', 'q1', 'r', '\xff', 'x\n'];
export const VALUES = ['', '1', '12', 'abc', 'abcdefg', '\0\xff', 'line\nbreak'];
export const TIMESTAMPS = [0, 1_000, 2_000, 3_000, 5_000, 1_700_000_000_000_000];

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

/** Returns 1 to `max` items. */
export function several<T>(random: Random, max: number, make: () => T): T[] {
  return Array.from({ length: 1 + Math.floor(random() * max) }, make);
}
