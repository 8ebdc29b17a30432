import { DEDUP_PREFIX_BYTES } from '../events/dedup-key';
import { orderOfTimes } from './order-of-times';
import type { EventCell } from './read-events';

/**
 * The cells of single events that count, by time: of those with equal dedup keys the earliest, at equal times that of the
 * smaller content hash. In the order of their columns, versions of one event are neighbours.
 */
export function distinctCells(cells: readonly EventCell[]): readonly EventCell[] {
  const distinct: EventCell[] = [];
  for (const cell of inColumnOrder(cells)) {
    const last = distinct.length - 1;
    if (last < 0 || !isSameEvent(distinct[last]!.qualifier, cell.qualifier)) distinct.push(cell);
    else if (cell.timestampMicros < distinct[last]!.timestampMicros) distinct[last] = cell;
  }
  return byTime(distinct);
}

function inColumnOrder(cells: readonly EventCell[]): readonly EventCell[] {
  for (let i = 1; i < cells.length; i++) {
    if (compareColumns(cells[i - 1]!.qualifier, cells[i]!.qualifier) > 0) {
      return [...cells].sort((a, b) => compareColumns(a.qualifier, b.qualifier));
    }
  }
  return cells;
}

function compareColumns(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
  return 0;
}

/** Compares from the end: the hash differs sooner than the time. */
function isSameEvent(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = DEDUP_PREFIX_BYTES - 1; i >= 0; i--) if (a[i] !== b[i]) return false;
  return true;
}

/** Equal times stay in the order of their columns. */
function byTime(cells: readonly EventCell[]): readonly EventCell[] {
  const timesMs = new Float64Array(cells.length);
  for (let i = 0; i < cells.length; i++) timesMs[i] = cells[i]!.timestampMicros / 1_000;
  const order = orderOfTimes(timesMs);
  const sorted: EventCell[] = [];
  for (let i = 0; i < order.length; i++) sorted.push(cells[order[i]!]!);
  return sorted;
}
