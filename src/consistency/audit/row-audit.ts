import {
  chain,
  cellsPerColumnLimit,
  qualifierRange,
  stripValue,
  timestampRange,
} from '../../bigtable/read/filters';
import type { Cell, Filter } from '../../bigtable/client/types';
import {
  decodeWatermarkColumn,
  originColumns,
  isRowWatermarkCell,
  WATERMARK_FAMILY,
  WATERMARK_VERSIONS_MAX,
} from '../../core/consistency/row-watermark';
import type { MissedWrite } from './shard-audit';
import type { RowProofClaim } from './proof-claim';
import { maxOf } from '../../core/shared/lists';

/**
 * Returns the filter for the origin's own cells up to the latest version that the answer claims, as far back as the
 * answer had to show them.
 */
export function rowAuditFilter({ origin, versions, replicatedBeforeMs }: RowProofClaim): Filter {
  const own = qualifierRange({ family: WATERMARK_FAMILY, ...originColumns(origin.code) });
  const untilMs = Math.max(0, maxOf(versions.values()));
  const sinceMs = Math.min(Math.max(0, replicatedBeforeMs), untilMs);
  const claimed = timestampRange(sinceMs * 1_000, (untilMs + 1) * 1_000);
  return chain(own, claimed, cellsPerColumnLimit(WATERMARK_VERSIONS_MAX), stripValue());
}

/**
 * Returns a write of the origin that is not newer than what the answer claims of its column, and that the answer did
 * not show. Undefined if there is none: then the chain that was the proof names every write that the origin has.
 */
export function findWriteMissedByRow(
  { versions, links, replicatedBeforeMs }: RowProofClaim,
  cells: readonly Cell[],
): MissedWrite | undefined {
  return cells
    .filter(isRowWatermarkCell)
    .map(({ qualifier, timestampMicros }) => ({
      column: decodeWatermarkColumn(qualifier),
      versionMs: timestampMicros / 1_000,
    }))
    .find(({ column, versionMs }) => {
      if (versionMs < replicatedBeforeMs || versionMs > (versions.get(column) ?? -Infinity)) return false;
      return !links.get(column)?.some((link) => link.versionMs === versionMs);
    });
}
