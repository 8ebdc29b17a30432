/**
 * The rows `<shard>!<slot>` of a table: one cell for each origin, whose timestamp is the heartbeat. They sort just before
 * the shard's rows, so that one ReadRows can take both.
 *
 * A slot is six hours. What a heartbeat overwrites stays in its row until Bigtable compacts it, which may take a week: in one
 * row for ever, ten origins' heartbeats would come near the 256 MB that a row may have (docs/decisions/0004).
 */
import { chain, cellsPerColumnLimit, familyIs } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { Cell, RowMutations, RowRange } from '../../bigtable/client/types';
import { ORIGIN_CODE_BYTES, WATERMARK_FAMILY, type OriginCode } from '../../core/consistency/row-watermark';

export const SHARDS = 256;
export const ALL_SHARDS: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

/** The one whose cell has a value: what the sender tells of itself. */
export const LATENCY_SHARD = 0;

const SEPARATOR = 0x21; // '!'
const HEX_DIGITS = '0123456789abcdef';
const PREFIXES = ALL_SHARDS.map((shard) => `${shard.toString(16).padStart(2, '0')}!`);
/** The keys from here on are not of heartbeats. */
const ENDS = PREFIXES.map((prefix) => ({
  key: Buffer.from(`${prefix.slice(0, 2)}${String.fromCharCode(SEPARATOR + 1)}`, 'latin1'),
  inclusive: false,
}));

export const SLOT_MS = 6 * 3_600_000;
/** `YYYYMMDDHH`, in which the slot begins. */
const SLOT_DIGITS = 10;

/** By code of the character; -1 for what is no digit, so that no sum with it is a shard. */
const DIGITS = Int16Array.from({ length: 256 }, (_, code) => {
  const digit = HEX_DIGITS.indexOf(String.fromCharCode(code));
  return digit < 0 ? -SHARDS : digit;
});

/** Of the row that a heartbeat with this time is in. */
export function heartbeatKey(shard: number, atMs: number): Buffer {
  return Buffer.from(PREFIXES[shard]! + slotText(atMs), 'latin1');
}

function slotText(atMs: number): string {
  const begin = new Date(Math.floor(atMs / SLOT_MS) * SLOT_MS);
  return begin.toISOString().slice(0, 13).replace(/[-T]/g, '');
}

/**
 * The heartbeats that count at a time: of its slot and the one before, for they are late, and all that are ahead of it,
 * which tell of a clock that is wrong. Without a time: all there are.
 */
export function heartbeatRange(shard: number, nowMs?: number): RowRange {
  const key = nowMs === undefined ? Buffer.from(PREFIXES[shard]!) : heartbeatKey(shard, nowMs - SLOT_MS);
  return { start: { key, inclusive: true }, end: ENDS[shard]! };
}

/** Of any key, a row's or its shard's; negative for one that has none. */
export function shardOf(key: Buffer): number {
  if (key.length < 3) return -1;
  return DIGITS[key[0]!]! * 16 + DIGITS[key[1]!]!;
}

export function isHeartbeatKey(key: Buffer): boolean {
  return key.length === 3 + SLOT_DIGITS && key[2] === SEPARATOR && shardOf(key) >= 0;
}

/** The newest heartbeat of each origin. */
export const HEARTBEAT_FILTER = chain(familyIs(WATERMARK_FAMILY), cellsPerColumnLimit(1));

/** Whose heartbeat the cell is; undefined for one that is none. */
export function heartbeatOrigin({ family, qualifier }: Cell): OriginCode | undefined {
  if (family !== WATERMARK_FAMILY || qualifier.length !== ORIGIN_CODE_BYTES) return undefined;
  return qualifier.toString('latin1');
}

export function heartbeatMs({ timestampMicros }: Cell): number {
  return timestampMicros / 1_000;
}

export interface Heartbeat {
  readonly origin: OriginCode;
  /** By the sender's clock, read before it is sent. */
  readonly atMs: number;
  /**
   * The 95th percentile of the sender's point reads for people who wait, milliseconds; undefined while it has too few. Not
   * the 99th: of the hundred reads that are enough, that would be one slow read.
   */
  readonly servingLatencyMs: number | undefined;
}

export function heartbeatRows(shards: readonly number[], heartbeat: Heartbeat): RowMutations[] {
  const qualifier = Buffer.from(heartbeat.origin, 'latin1');
  const told = encodeLatency(heartbeat.servingLatencyMs);
  return shards.map((shard) => {
    const value = shard === LATENCY_SHARD ? told : NO_VALUE;
    const cell = setCell(WATERMARK_FAMILY, qualifier, heartbeat.atMs * 1_000, value);
    return { key: heartbeatKey(shard, heartbeat.atMs), mutations: [cell] };
  });
}

const NO_VALUE = Buffer.alloc(0);

/** `<version 1><microseconds, 4 bytes>`; empty when there is nothing to tell. */
export function encodeLatency(latencyMs: number | undefined): Buffer {
  if (latencyMs === undefined) return NO_VALUE;
  const value = Buffer.alloc(LATENCY_BYTES);
  value[0] = LATENCY_VERSION;
  value.writeUInt32BE(Math.min(0xffff_ffff, Math.max(0, Math.round(latencyMs * 1_000))), 1);
  return value;
}

/** Undefined for a version that this process does not know: a newer one may send it. */
export function decodeLatency(value: Buffer): number | undefined {
  if (value.length < LATENCY_BYTES || value[0] !== LATENCY_VERSION) return undefined;
  return value.readUInt32BE(1) / 1_000;
}

const LATENCY_VERSION = 1;
const LATENCY_BYTES = 5;
