/**
 * The rows `<shard>!<slot>` of a table: one cell per origin, whose timestamp is the heartbeat. They sort just before
 * the shard's rows, so that one ReadRows can fetch both.
 *
 * A slot is six hours. What a heartbeat overwrites stays in its row until Bigtable compacts it, which may take a week:
 * in a single row, ten origins' heartbeats would come near the 256 MB limit of a row (docs/decisions/0004).
 */
import { chain, cellsPerColumnLimit, familyIs } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { Cell, RowMutations, RowRange } from '../../bigtable/client/types';
import { ORIGIN_CODE_BYTES, WATERMARK_FAMILY, type OriginCode } from '../../core/consistency/row-watermark';

export const SHARDS = 256;
export const ALL_SHARDS: readonly number[] = Array.from({ length: SHARDS }, (_, shard) => shard);

/** Shard whose heartbeat cells have a value: the sender's serving latency. */
export const LATENCY_SHARD = 0;

const SEPARATOR = 0x21; // '!'
const HEX_DIGITS = '0123456789abcdef';
const PREFIXES = ALL_SHARDS.map((shard) => `${shard.toString(16).padStart(2, '0')}!`);
/** First keys behind each shard's heartbeats. */
const ENDS = PREFIXES.map((prefix) => ({
  key: Buffer.from(`${prefix.slice(0, 2)}${String.fromCharCode(SEPARATOR + 1)}`, 'latin1'),
  inclusive: false,
}));

export const SLOT_MS = 6 * 3_600_000;
/** Digits of a slot: `YYYYMMDDHH`, in which it begins. */
const SLOT_DIGITS = 10;

/** Value of each character as a hex digit; -1 for any other character, so that no sum with it is a shard. */
const DIGITS = Int16Array.from({ length: 256 }, (_, code) => {
  const digit = HEX_DIGITS.indexOf(String.fromCharCode(code));
  return digit < 0 ? -SHARDS : digit;
});

/** Returns the key of the row that has the heartbeat of this time. */
export function heartbeatKey(shard: number, atMs: number): Buffer {
  return Buffer.from(PREFIXES[shard]! + slotText(atMs), 'latin1');
}

function slotText(atMs: number): string {
  const begin = new Date(Math.floor(atMs / SLOT_MS) * SLOT_MS);
  return begin.toISOString().slice(0, 13).replace(/[-T]/g, '');
}

/**
 * Returns the range of the heartbeats that count at a time: of its slot and the one before, because heartbeats arrive
 * late, and all that are ahead of it, which show that a clock is wrong. Without a time: all there are.
 */
export function heartbeatRange(shard: number, nowMs?: number): RowRange {
  const key = nowMs === undefined ? Buffer.from(PREFIXES[shard]!) : heartbeatKey(shard, nowMs - SLOT_MS);
  return { start: { key, inclusive: true }, end: ENDS[shard]! };
}

/** Returns the shard of any key, of a row or of its shard's own rows. Negative for a key without a shard. */
export function shardOf(key: Buffer): number {
  if (key.length < 3) return -1;
  return DIGITS[key[0]!]! * 16 + DIGITS[key[1]!]!;
}

export function isHeartbeatKey(key: Buffer): boolean {
  return key.length === 3 + SLOT_DIGITS && key[2] === SEPARATOR && shardOf(key) >= 0;
}

/** The newest heartbeat of each origin. */
export const HEARTBEAT_FILTER = chain(familyIs(WATERMARK_FAMILY), cellsPerColumnLimit(1));

/** Returns the origin of a heartbeat cell; undefined for any other cell. */
export function heartbeatOrigin({ family, qualifier }: Cell): OriginCode | undefined {
  if (family !== WATERMARK_FAMILY || qualifier.length !== ORIGIN_CODE_BYTES) return undefined;
  return qualifier.toString('latin1');
}

export function heartbeatMs({ timestampMicros }: Cell): number {
  return timestampMicros / 1_000;
}

export interface Heartbeat {
  readonly origin: OriginCode;
  /** Sender's clock, read before the heartbeat is sent. Milliseconds. */
  readonly atMs: number;
  /**
   * 95th percentile of the sender's point reads that users wait for, in milliseconds; undefined while it has too few.
   * Not the 99th: a hundred reads are enough, and of these it would be one slow read.
   */
  readonly servingLatencyMs: number | undefined;
}

export function heartbeatRows(shards: readonly number[], heartbeat: Heartbeat): RowMutations[] {
  const qualifier = Buffer.from(heartbeat.origin, 'latin1');
  const latency = encodeLatency(heartbeat.servingLatencyMs);
  return shards.map((shard) => {
    const value = shard === LATENCY_SHARD ? latency : NO_VALUE;
    const cell = setCell(WATERMARK_FAMILY, qualifier, heartbeat.atMs * 1_000, value);
    return { key: heartbeatKey(shard, heartbeat.atMs), mutations: [cell] };
  });
}

const NO_VALUE = Buffer.alloc(0);

/** Returns `<version 1><microseconds, 4 bytes>`; empty without a latency. */
export function encodeLatency(latencyMs: number | undefined): Buffer {
  if (latencyMs === undefined) return NO_VALUE;
  const value = Buffer.alloc(LATENCY_BYTES);
  value[0] = LATENCY_VERSION;
  value.writeUInt32BE(Math.min(0xffff_ffff, Math.max(0, Math.round(latencyMs * 1_000))), 1);
  return value;
}

/**
 * Returns the latency in milliseconds. Undefined for a version that this process does not know: a newer one may send
 * it.
 */
export function decodeLatency(value: Buffer): number | undefined {
  if (value.length < LATENCY_BYTES || value[0] !== LATENCY_VERSION) return undefined;
  return value.readUInt32BE(1) / 1_000;
}

const LATENCY_VERSION = 1;
const LATENCY_BYTES = 5;
