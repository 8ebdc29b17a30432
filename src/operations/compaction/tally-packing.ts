import type { Cell } from '../../bigtable/client/types';
import type { PackedRow } from '../../core/compaction/pack-row-cells';
import type { EventCell } from '../../core/columns/event-cell';
import { countCompactionFailure, type CompactionTally } from './compaction-tally';

const TIMESTAMP_BYTES = 8;
const RECENT_MICROS = 30 * 86_400_000_000;

/** Adds the result of one step to the totals of the row. */
export function tallyPackedRow(tally: CompactionTally, packed: PackedRow<Cell>, nowMs: number): void {
  const { removed, blocks, skipped, hiddenEvents, periods } = packed;
  tally.cellsRemoved += removed.length;
  tally.blocksWritten += blocks.length;
  tally.bytesRemoved += bytesOf(removed);
  tally.bytesWritten += bytesOf(blocks);
  tally.hiddenEventsRemoved += hiddenEvents;
  for (const { isOpen, packing } of periods) {
    tally.eventsPacked += packing.eventsPacked;
    tally.duplicatesDropped += packing.eventsRead - packing.eventsPacked;
    if (packing.blocks.length > 1) tally.rowsOverBlock = 1;
    if (isOpen && packing.blocks.length > 0) tally.openDaysPacked += 1;
  }
  for (const { error } of skipped) countCompactionFailure(tally, error.code, error.message);
  tally.cellsLeft += skipped.length;
  tallyRecent(tally, packed, nowMs);
}

function tallyRecent({ recent }: CompactionTally, { removed, blocks }: PackedRow<Cell>, nowMs: number): void {
  const isRecent = ({ timestampMicros }: EventCell): boolean =>
    timestampMicros >= nowMs * 1_000 - RECENT_MICROS;
  const [before, after] = [removed.filter(isRecent), blocks.filter(isRecent)];
  if (before.length > 0) recent.rows = 1;
  recent.cellsBefore += before.length;
  recent.cellsAfter += after.length;
  recent.bytesBefore += bytesOf(before);
  recent.bytesAfter += bytesOf(after);
}

/** Sums the bytes of qualifiers, timestamps and values. */
function bytesOf(cells: readonly EventCell[]): number {
  return cells.reduce(
    (sum, { qualifier, value }) => sum + qualifier.length + TIMESTAMP_BYTES + value.length,
    0,
  );
}
