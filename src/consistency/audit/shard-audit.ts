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

/** A write that the origin had certainly acknowledged by then and that the answer does not contain. */
export interface MissedWrite {
  readonly column: WatermarkColumn;
  readonly versionMs: number;
}

/**
 * What of the origin's row tells whether the claim was right: all of its watermark as it is now, and among older versions
 * the very writes in question. What is newer than they are says nothing of them: a row may have been deleted and written
 * again.
 */
export function shardAuditFilter(claim: ShardClaim, marginMs: number): Filter {
  const newest = chain(familyIs(WATERMARK_FAMILY), cellsPerColumnLimit(1));
  return chain(interleave(newest, ...suspectFilters(claim, marginMs)), stripValue());
}

/** Undefined when the origin's row does not show that the answer lacks anything. */
export function findWriteMissedByShard(
  claim: ShardClaim,
  cells: readonly Cell[],
  marginMs: number,
): MissedWrite | undefined {
  if (!isAheadOf(watermarkOf(cells), claim)) return undefined;
  return cells
    .map(versionOf)
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
 * Writes that are named, or else any of the origin's that was begun so long before that it had come to an end; but not so
 * long that the answer was not asked to show it.
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
 * Whether the origin has whatever the answer has. If it lacks a write of another origin, that may be a deletion, which
 * took the writes in question with it where the answer was read, and will here. What is too old to speak may be gone from
 * one and not from the other.
 */
function isAheadOf(shown: RowWatermark, { watermark, ackedMs }: ShardClaim): boolean {
  return [...watermark].every(
    ([column, versionMs]) => versionMs < ackedMs - WATERMARK_VALID_MS || reaches(shown, column, versionMs),
  );
}

function versionOf({ qualifier, timestampMicros }: Cell): MissedWrite {
  return { column: qualifier.toString('latin1'), versionMs: timestampMicros / 1_000 };
}
