/** What a write leaves its caller with, and a read the next one: enough to tell whether a replica has it. */
import { hash128Into } from '../shared/hash64';
import { ROW_ID_BYTES } from './row-cipher';
import {
  originOf,
  WATERMARK_VALID_MS,
  type OriginCode,
  type RowWatermark,
} from '../consistency/row-watermark';
import type { WatermarkColumn } from '../consistency/row-watermark';

/** One write of one row: `column` of its watermark reached `versionMs`. */
export interface RowWrite {
  /** The 16 bytes of the hash of table and row key, as Latin-1. A token's text has it enciphered: `RowNames`. */
  readonly row: string;
  readonly column: WatermarkColumn;
  readonly versionMs: number;
  /** The writer's clock, read after the write was acknowledged; of a write seen by a read, the reader's after that. */
  readonly ackedMs: number;
}

/** Everything that the origin had acknowledged by then, in whatever row: what many writes are summed up to. */
export interface OriginTime {
  readonly origin: OriginCode;
  readonly ackedMs: number;
}

/** Immutable; made by the functions of this module. At most one entry for each row and column, and for each origin. */
export interface WriteToken {
  readonly writes: readonly RowWrite[];
  readonly times: readonly OriginTime[];
}

export const EMPTY_TOKEN: WriteToken = Object.freeze({ writes: Object.freeze([]), times: Object.freeze([]) });

/** For all calls of `rowId`, none of which can interleave. Has room for the ids and keys that Bigtable allows. */
const scratch = Buffer.allocUnsafe(8_192);
const idBytes = Buffer.allocUnsafe(ROW_ID_BYTES);

const NO_TIMES: readonly OriginTime[] = EMPTY_TOKEN.times;

export interface TokenLimits {
  /** Writes named one by one; of more the oldest are summed up. */
  readonly writesMax: number;
  readonly nowMs: number;
}

export function isEmptyToken(token: WriteToken): boolean {
  return token.writes.length + token.times.length === 0;
}

/** The row's id in tokens in memory: the 16 bytes of the hash of `<table>\0<key>`, as Latin-1. */
export function rowId(table: string, key: Uint8Array): string {
  const tableBytes = Buffer.byteLength(table);
  const length = tableBytes + 1 + key.length;
  const bytes = length <= scratch.length ? scratch : Buffer.allocUnsafe(length);
  bytes.write(table);
  bytes[tableBytes] = 0;
  bytes.set(key, tableBytes + 1);
  hash128Into(bytes, length, { target: idBytes, offset: 0, bytes: ROW_ID_BYTES });
  return idBytes.toString('latin1');
}

export function tokenOfWrite(write: RowWrite): WriteToken {
  return { writes: [write], times: NO_TIMES };
}

/**
 * For the next read, after one that saw this watermark of the row: it sees no less. `ackedMs` is the reader's clock after
 * its read. Versions so old that they are everywhere are left out.
 */
export function tokenOfRead(watermark: RowWatermark, row: string, ackedMs: number): WriteToken {
  if (watermark.size === 0) return EMPTY_TOKEN;
  const writes: RowWrite[] = [];
  const oldestMs = ackedMs - WATERMARK_VALID_MS;
  for (const [column, versionMs] of watermark) {
    if (versionMs >= oldestMs) writes.push({ row, column, versionMs, ackedMs });
  }
  return writes.length === 0 ? EMPTY_TOKEN : { writes, times: NO_TIMES };
}

/** What the token says of the row by name; its `times` speak of every row. */
export function writesOf(token: WriteToken, row: string): readonly RowWrite[] {
  return token.writes.filter((write) => write.row === row);
}

/**
 * The token that speaks for what either does: whatever satisfies it, satisfies both. Entries so old that they are
 * everywhere are left out. The order of merging matters to nobody, but that a token which had to be summed up in between
 * may ask for more.
 */
export function mergeTokens(a: WriteToken, b: WriteToken, limits: TokenLimits): WriteToken {
  return mergeAllTokens([a, b], limits);
}

/** As `mergeTokens`, of any number, in one go. */
export function mergeAllTokens(tokens: Iterable<WriteToken>, { writesMax, nowMs }: TokenLimits): WriteToken {
  const oldestMs = nowMs - WATERMARK_VALID_MS;
  const writes = new Map<string, RowWrite>();
  const times = new Map<OriginCode, number>();
  for (const token of tokens) {
    for (const write of token.writes) {
      if (Math.max(write.versionMs, write.ackedMs) >= oldestMs) addWrite(writes, write);
    }
    for (const { origin, ackedMs } of token.times) if (ackedMs >= oldestMs) raise(times, origin, ackedMs);
  }
  const named = [...writes.values()];
  return tokenOf(writes.size > writesMax ? sumUp(named, writesMax, times) : named, times);
}

function addWrite(writes: Map<string, RowWrite>, write: RowWrite): void {
  const place = write.row + write.column;
  const known = writes.get(place);
  writes.set(place, known === undefined ? write : later(known, write));
}

/** Both times can only grow, each by itself: one write may have been seen by clocks that differ. */
function later(a: RowWrite, b: RowWrite): RowWrite {
  if (a.versionMs >= b.versionMs && a.ackedMs >= b.ackedMs) return a;
  const { row, column } = a;
  const versionMs = Math.max(a.versionMs, b.versionMs);
  return { row, column, versionMs, ackedMs: Math.max(a.ackedMs, b.ackedMs) };
}

function raise(times: Map<OriginCode, number>, origin: OriginCode, ackedMs: number): void {
  const known = times.get(origin);
  if (known === undefined || known < ackedMs) times.set(origin, ackedMs);
}

/** Returns the newest writes; of the others, `times` then says as much or more. */
function sumUp(writes: RowWrite[], writesMax: number, times: Map<OriginCode, number>): RowWrite[] {
  writes.sort(newestFirst);
  for (const write of writes.splice(writesMax)) raise(times, originOf(write.column), write.ackedMs);
  return writes;
}

/** A total order, so that which writes are summed up does not depend on the order in which they came. */
function newestFirst(a: RowWrite, b: RowWrite): number {
  if (a.ackedMs !== b.ackedMs) return b.ackedMs - a.ackedMs;
  return a.row + a.column < b.row + b.column ? -1 : 1;
}

/** A write that its origin's time speaks for is not named beside it. */
function tokenOf(writes: RowWrite[], times: ReadonlyMap<OriginCode, number>): WriteToken {
  if (times.size === 0) return writes.length === 0 ? EMPTY_TOKEN : { writes, times: NO_TIMES };
  return {
    writes: writes.filter((write) => !(times.get(originOf(write.column))! >= write.ackedMs)),
    times: Array.from(times, ([origin, ackedMs]) => ({ origin, ackedMs })),
  };
}
