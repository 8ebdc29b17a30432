/**
 * Write tokens: a write returns one to its caller, and a read returns one for the next read. A token allows a reader to
 * determine whether a replica has the writes.
 */
import { hash128Into } from '../shared/hash64';
import { ROW_ID_BYTES } from './row-cipher';
import {
  originOf,
  WATERMARK_VALID_MS,
  type OriginCode,
  type RowWatermark,
} from '../consistency/row-watermark';
import type { WatermarkColumn } from '../consistency/row-watermark';
import { newestPublications, type Publication } from './publications';

/** One write of one row: the column of its watermark reached `versionMs`. */
export interface RowWrite {
  /**
   * Id of the row: the 16 bytes of the hash of table and row key, as Latin-1. Encoded tokens contain it encrypted
   * (`RowCipher`).
   */
  readonly row: string;
  readonly column: WatermarkColumn;
  readonly versionMs: number;
  /**
   * Time after the write was acknowledged, by the writer's clock. For a write seen by a read: time after the read, by
   * the reader's clock. Milliseconds since the Unix epoch.
   */
  readonly ackedMs: number;
}

/** All writes that the origin had acknowledged by this time, in any row. It summarizes many writes. */
export interface OriginTime {
  readonly origin: OriginCode;
  readonly ackedMs: number;
}

/**
 * A token: at most one entry per row and column, and one per origin. Immutable, and made by the functions of this
 * module.
 */
export interface WriteToken {
  readonly writes: readonly RowWrite[];
  readonly times: readonly OriginTime[];
  /** Pointers of generations, at most one for each DataType. They do not expire. Absent without any. */
  readonly publications?: readonly Publication[] | undefined;
}

export const EMPTY_TOKEN: WriteToken = Object.freeze({ writes: Object.freeze([]), times: Object.freeze([]) });

/** Buffer shared by all calls of `rowId`, which cannot interleave. It fits the ids and keys that Bigtable allows. */
const scratch = Buffer.allocUnsafe(8_192);
const idBytes = Buffer.allocUnsafe(ROW_ID_BYTES);

const NO_TIMES: readonly OriginTime[] = EMPTY_TOKEN.times;

export interface TokenLimits {
  /** Maximum number of writes that a token lists. The oldest writes beyond it are summarized per origin. */
  readonly writesMax: number;
  readonly nowMs: number;
}

/** Whether the token names no write. It may have publications, which need no proof by a replica. */
export function isEmptyToken(token: WriteToken): boolean {
  return token.writes.length + token.times.length === 0;
}

/** Returns the row's id in tokens in memory: the 16 bytes of the hash of `<table>\0<key>`, as Latin-1. */
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
 * Returns the token for the next read, after a read that saw this watermark of the row. `ackedMs` is the reader's clock
 * after the read. Versions old enough to be fully replicated are omitted.
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

/** Returns the token's writes of one row. Its `times` apply to every row. */
export function writesOf(token: WriteToken, row: string): readonly RowWrite[] {
  return token.writes.filter((write) => write.row === row);
}

/**
 * Returns the union of two tokens: an answer that satisfies it satisfies both. Entries old enough to be fully
 * replicated are omitted. The order of merging matters only where writes were summarized in between: the result may
 * then require more.
 */
export function mergeTokens(a: WriteToken, b: WriteToken, limits: TokenLimits): WriteToken {
  return mergeAllTokens([a, b], limits);
}

/** Merges any number of tokens, like `mergeTokens`. */
export function mergeAllTokens(tokens: Iterable<WriteToken>, { writesMax, nowMs }: TokenLimits): WriteToken {
  const oldestMs = nowMs - WATERMARK_VALID_MS;
  const writes = new Map<string, RowWrite>();
  const times = new Map<OriginCode, number>();
  const published: (readonly Publication[])[] = [];
  for (const token of tokens) {
    if (token.publications !== undefined) published.push(token.publications);
    for (const write of token.writes) {
      if (Math.max(write.versionMs, write.ackedMs) >= oldestMs) addWrite(writes, write);
    }
    for (const { origin, ackedMs } of token.times) if (ackedMs >= oldestMs) raise(times, origin, ackedMs);
  }
  const named = [...writes.values()];
  const merged = tokenOf(writes.size > writesMax ? summarize(named, writesMax, times) : named, times);
  return published.length === 0 ? merged : withPublications(merged, published.flat());
}

/** Returns the token with these publications, in addition to its own. */
export function withPublications(token: WriteToken, publications: readonly Publication[]): WriteToken {
  if (publications.length === 0) return token;
  return { ...token, publications: newestPublications([token.publications, publications]) };
}

function addWrite(writes: Map<string, RowWrite>, write: RowWrite): void {
  const place = write.row + write.column;
  const known = writes.get(place);
  writes.set(place, known === undefined ? write : later(known, write));
}

/**
 * Returns the maximum of both times. Each grows independently, because clocks that differ may have seen the same write.
 */
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

/** Returns the newest writes. `times` then covers the others. */
function summarize(writes: RowWrite[], writesMax: number, times: Map<OriginCode, number>): RowWrite[] {
  writes.sort(newestFirst);
  for (const write of writes.splice(writesMax)) raise(times, originOf(write.column), write.ackedMs);
  return writes;
}

/** Total order of writes, so that the choice of summarized writes does not depend on the order in which they came. */
function newestFirst(a: RowWrite, b: RowWrite): number {
  if (a.ackedMs !== b.ackedMs) return b.ackedMs - a.ackedMs;
  return a.row + a.column < b.row + b.column ? -1 : 1;
}

/** Makes a token. Writes that their origin's time covers are omitted. */
function tokenOf(writes: RowWrite[], times: ReadonlyMap<OriginCode, number>): WriteToken {
  if (times.size === 0) return writes.length === 0 ? EMPTY_TOKEN : { writes, times: NO_TIMES };
  return {
    writes: writes.filter((write) => !(times.get(originOf(write.column))! >= write.ackedMs)),
    times: Array.from(times, ([origin, ackedMs]) => ({ origin, ackedMs })),
  };
}
