import { DEDUP_PREFIX_BYTES, QUALIFIER_BYTES } from '../events/dedup-key';
import { orderOfTimes } from './order-of-times';
import type { EventCell } from './event-cell';
import { float64s } from './pooled-arrays';

/**
 * Returns the cells of single events that count, by time. Of equal dedup keys the earliest counts, and at equal times
 * the one with the smaller content hash. Versions of one event are neighbours in the order of their columns.
 */
export function distinctCells(cells: readonly EventCell[]): readonly EventCell[] {
  const distinct = distinctInOrder(cells);
  if (distinct !== undefined) return byTime(distinct);
  return byTime(distinctInOrder([...cells].sort((a, b) => Buffer.compare(a.qualifier, b.qualifier)))!);
}

/** Returns undefined if the cells are not in the order of their columns. */
function distinctInOrder(cells: readonly EventCell[]): readonly EventCell[] | undefined {
  const distinct: EventCell[] = cells.slice(0, 1);
  for (let i = 1; i < cells.length; i++) {
    const cell = cells[i]!;
    const before = cells[i - 1]!.qualifier;
    const difference = firstDifference(before, cell.qualifier);
    const last = distinct.length - 1;
    if (difference < QUALIFIER_BYTES && before[difference]! > cell.qualifier[difference]!) return undefined;
    if (difference < DEDUP_PREFIX_BYTES) distinct.push(cell);
    else if (cell.timestampMicros < distinct[last]!.timestampMicros) distinct[last] = cell;
  }
  return distinct;
}

/** Returns the index of the first difference between two qualifiers, or their length if they are equal. */
function firstDifference(a: Uint8Array, b: Uint8Array): number {
  let at = 0;
  while (at < QUALIFIER_BYTES && a[at] === b[at]) at++;
  return at;
}

/** Sorts cells by time. Cells with equal times stay in the order of their columns. */
function byTime(cells: readonly EventCell[]): readonly EventCell[] {
  const timesMs = float64s(cells.length);
  for (let i = 0; i < cells.length; i++) timesMs[i] = cells[i]!.timestampMicros / 1_000;
  const order = orderOfTimes(timesMs);
  const sorted: EventCell[] = [];
  for (let i = 0; i < order.length; i++) sorted.push(cells[order[i]!]!);
  return sorted;
}
