import {
  chain,
  cellsPerColumnLimit,
  familyIs,
  interleave,
  qualifierIs,
  qualifierRange,
  stripValue,
  timestampRange,
} from '../../bigtable/read/filters';
import type { Cell, Filter } from '../../bigtable/client/types';
import {
  WATERMARK_COLUMN_BYTES,
  originColumns,
  originOf,
  reaches,
  WATERMARK_FAMILY,
  WATERMARK_VALID_MS,
  watermarkOf,
  type RowWatermark,
  type WatermarkColumn,
} from '../../core/consistency/row-watermark';
import type { ShardClaim } from './proof-claim';

/** A write that the origin had certainly acknowledged by the time in question, and that the answer lacks. */
export interface MissedWrite {
  readonly column: WatermarkColumn;
  readonly versionMs: number;
}

/**
 * Returns the filter for the cells of the origin's row that decide about the claim: all of its watermark as it is now,
 * and among older versions the very writes in question. Versions that are newer than these decide nothing, because a
 * row may have been deleted and written again.
 */
export function shardAuditFilter(claim: ShardClaim, marginMs: number): Filter {
  const newest = chain(familyIs(WATERMARK_FAMILY), cellsPerColumnLimit(1));
  return chain(interleave(newest, ...suspectFilters(claim, marginMs)), stripValue());
}

/** Returns a write that the answer lacks. Undefined if the origin's row does not show that it lacks any. */
export function findWriteMissedByShard(
  claim: ShardClaim,
  cells: readonly Cell[],
  marginMs: number,
): MissedWrite | undefined {
  if (!isAheadOf(watermarkOf(cells), claim)) return undefined;
  return cells
    .map(missedWriteOf)
    .find(
      (write) =>
        isSuspect(claim, write, marginMs) && !reaches(claim.watermark, write.column, write.versionMs),
    );
}

function suspectFilters(
  { versions, watermark, origin, ackedMs, replicatedBeforeMs }: ShardClaim,
  marginMs: number,
): Filter[] {
  if (versions === undefined) {
    const own = qualifierRange({ family: WATERMARK_FAMILY, ...originColumns(origin.code) });
    const untilMs = Math.max(0, ackedMs - marginMs);
    const sinceMs = Math.min(Math.max(0, replicatedBeforeMs), untilMs);
    return [chain(own, timestampRange(sinceMs * 1_000, (untilMs + 1) * 1_000), cellsPerColumnLimit(1))];
  }
  return [...versions]
    .filter(([column, versionMs]) => !reaches(watermark, column, versionMs))
    .map(([column, versionMs]) =>
      chain(
        familyIs(WATERMARK_FAMILY),
        qualifierIs(Buffer.from(column, 'latin1')),
        timestampRange(versionMs * 1_000, (versionMs + 1) * 1_000),
      ),
    );
}

/**
 * Whether the write must be in the answer: it is named by the claim, or it is any write of the origin that began long
 * enough before the time in question to have ended by then, and that is not older than what the answer had to show.
 */
function isSuspect(
  { versions, origin, ackedMs, replicatedBeforeMs }: ShardClaim,
  { column, versionMs }: MissedWrite,
  marginMs: number,
): boolean {
  if (versions !== undefined) return versions.get(column) === versionMs;
  const isOwn = column.length === WATERMARK_COLUMN_BYTES && originOf(column) === origin.code;
  return isOwn && versionMs >= replicatedBeforeMs && versionMs <= ackedMs - marginMs;
}

/**
 * Whether the origin shows every write that the answer shows. If it lacks a write of another origin, that write may be
 * a deletion, which has already removed the writes in question where the answer was read, and will here. Watermarks
 * that are no longer valid may be gone from one replica and not from the other.
 */
function isAheadOf(shown: RowWatermark, { watermark, ackedMs }: ShardClaim): boolean {
  return [...watermark].every(
    ([column, versionMs]) => versionMs < ackedMs - WATERMARK_VALID_MS || reaches(shown, column, versionMs),
  );
}

function missedWriteOf({ qualifier, timestampMicros }: Cell): MissedWrite {
  return { column: qualifier.toString('latin1'), versionMs: timestampMicros / 1_000 };
}
