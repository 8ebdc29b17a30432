/**
 * Where action blocks stand in a user's row. A block holds the events whose dedup windows begin on certain days, so its
 * column begins with its first day, in the seconds that the columns of single events begin with: one range of columns
 * holds both.
 *
 *     0           4   5      6              18
 *     | first day | 0 | days | content hash |
 *
 * - first day: seconds since the Unix epoch, big-endian;
 * - 0: where single events have their action's code, which is never 0;
 * - days: `DAY` or `WEEK`; plus 128 for a block so large that nothing is gained by merging it with another one, which its
 *   column says so that nobody has to read it to know;
 * - content hash: the first 96 bits of the value's hash, so that blocks of differing content never overwrite each other,
 *   and equal ones are one.
 */
import { hash128Into } from '../shared/hash64';

export const BLOCK_QUALIFIER_BYTES = 18;
const MARK_OFFSET = 4;
const BLOCK_MARK = 0;
const DAYS_OFFSET = 5;
const HASH_OFFSET = 6;
const LARGE_BIT = 0x80;

export const SECONDS_PER_DAY = 86_400;
/** Days are packed first, and weeks of the epoch (which begin on Thursdays) made of them later. */
export const DAY = 1;
export const WEEK = 7;
export type BlockDays = typeof DAY | typeof WEEK;

/**
 * A week may be packed as one when it has been over for so long, and readers count on none being packed earlier; they leave
 * `CLOCKS_APART_DAYS` for clocks that differ.
 */
export const WEEK_AGE_DAYS = 2;
const CLOCKS_APART_DAYS = 1;

export interface BlockPeriod {
  /** Of its first day, seconds since the Unix epoch. */
  readonly startSeconds: number;
  readonly days: BlockDays;
}

export interface BlockColumn extends BlockPeriod {
  readonly isLarge: boolean;
}

export function blockQualifier(
  { startSeconds, days, isLarge = false }: BlockPeriod & Partial<BlockColumn>,
  value: Uint8Array,
): Buffer {
  const qualifier = Buffer.allocUnsafe(BLOCK_QUALIFIER_BYTES);
  qualifier.writeUInt32BE(startSeconds, 0);
  qualifier[MARK_OFFSET] = BLOCK_MARK;
  qualifier[DAYS_OFFSET] = isLarge ? days | LARGE_BIT : days;
  const bytes = BLOCK_QUALIFIER_BYTES - HASH_OFFSET;
  hash128Into(value, value.length, { target: qualifier, offset: HASH_OFFSET, bytes });
  return qualifier;
}

/** What the block's column says of it; undefined for the column of a single event. */
export function parseBlockColumn(qualifier: Uint8Array): BlockColumn | undefined {
  if (qualifier[MARK_OFFSET] !== BLOCK_MARK || qualifier.length !== BLOCK_QUALIFIER_BYTES) return undefined;
  const [a, b, c, d] = qualifier as unknown as [number, number, number, number];
  const days = qualifier[DAYS_OFFSET]!;
  return {
    startSeconds: ((a << 24) | (b << 16) | (c << 8) | d) >>> 0,
    days: (days & ~LARGE_BIT) as BlockDays,
    isLarge: (days & LARGE_BIT) !== 0,
  };
}

/** The period of so many days that a dedup window's start falls into. */
export function periodOf(windowStartSeconds: number, days: BlockDays): BlockPeriod {
  const length = days * SECONDS_PER_DAY;
  return { startSeconds: windowStartSeconds - (windowStartSeconds % length), days };
}

/** Where the columns of a query begin that needs all dedup windows from `windowStartSeconds` on, blocks included. */
export function firstColumnSeconds(windowStartSeconds: number, nowMs: number): number {
  const week = periodOf(windowStartSeconds, WEEK);
  const packedFromSeconds = week.startSeconds + (WEEK + WEEK_AGE_DAYS - CLOCKS_APART_DAYS) * SECONDS_PER_DAY;
  if (nowMs / 1_000 >= packedFromSeconds) return week.startSeconds;
  return periodOf(windowStartSeconds, DAY).startSeconds;
}
