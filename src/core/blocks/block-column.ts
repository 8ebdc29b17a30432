/**
 * Columns of action blocks in a user's row. A block contains the events whose dedup windows begin on certain days. Its
 * column begins with its first day, in the seconds with which the columns of single events begin. So one range of
 * columns covers both.
 *
 *     0           4   5      6              18
 *     | first day | 0 | days | content hash |
 *
 * - first day: seconds since the Unix epoch, big-endian;
 * - 0: single events have their action's code here, which is never 0;
 * - days: `DAY` or `WEEK`, plus 128 for a block so large that merging it with another one gains nothing. The column
 *   contains this flag so that nothing needs to read the block to know it;
 * - content hash: the first 96 bits of the value's hash. So blocks of differing content never overwrite each other,
 *   and equal blocks are one cell.
 */
import { hash128Into } from '../shared/hash64';

const BLOCK_QUALIFIER_BYTES = 18;
const MARK_OFFSET = 4;
const BLOCK_MARK = 0;
const DAYS_OFFSET = 5;
const HASH_OFFSET = 6;
const LARGE_BIT = 0x80;

export const SECONDS_PER_DAY = 86_400;
/** Days are packed first. They are merged into weeks of the epoch, which begin on Thursdays, later. */
export const DAY = 1;
export const WEEK = 7;
export type BlockDays = typeof DAY | typeof WEEK;

/**
 * Days after the end of a week before it may be packed as one. Readers rely on no week being packed earlier, with an
 * allowance of `CLOCKS_APART_DAYS` for clocks that differ.
 */
export const WEEK_AGE_DAYS = 2;
const CLOCKS_APART_DAYS = 1;

export interface BlockPeriod {
  /** Start of the first day, in seconds since the Unix epoch. */
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

/** Returns whether the qualifier in `bytes[start, end)` is that of a block. */
export function isBlockQualifier(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes[start + MARK_OFFSET] === BLOCK_MARK && end - start === BLOCK_QUALIFIER_BYTES;
}

/** Decodes the column of a block. Returns undefined for the column of a single event. */
export function parseBlockColumn(qualifier: Uint8Array): BlockColumn | undefined {
  if (!isBlockQualifier(qualifier, 0, qualifier.length)) return undefined;
  const [a, b, c, d] = qualifier as unknown as [number, number, number, number];
  const days = qualifier[DAYS_OFFSET]!;
  return {
    startSeconds: ((a << 24) | (b << 16) | (c << 8) | d) >>> 0,
    days: (days & ~LARGE_BIT) as BlockDays,
    isLarge: (days & LARGE_BIT) !== 0,
  };
}

/** Returns the period of `days` days that contains the start of a dedup window. */
export function periodOf(windowStartSeconds: number, days: BlockDays): BlockPeriod {
  const length = days * SECONDS_PER_DAY;
  return { startSeconds: windowStartSeconds - (windowStartSeconds % length), days };
}

/**
 * Returns the seconds with which the columns of a query begin that needs all dedup windows from `windowStartSeconds`
 * on, including blocks.
 */
export function firstColumnSeconds(windowStartSeconds: number, nowMs: number): number {
  const week = periodOf(windowStartSeconds, WEEK);
  const packedFromSeconds = week.startSeconds + (WEEK + WEEK_AGE_DAYS - CLOCKS_APART_DAYS) * SECONDS_PER_DAY;
  if (nowMs / 1_000 >= packedFromSeconds) return week.startSeconds;
  return periodOf(windowStartSeconds, DAY).startSeconds;
}
