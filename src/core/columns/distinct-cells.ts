import { DEDUP_PREFIX_BYTES, QUALIFIER_BYTES } from '../events/dedup-key';
import { orderOfTimes } from './order-of-times';
import type { EventCell } from './read-events';
import { float64s } from './pooled-arrays';

/**
 * The cells of single events that count, by time: of those with equal dedup keys the earliest, at equal times that of the
 * smaller content hash. In the order of their columns, versions of one event are neighbours.
 */
export function distinctCells(cells: readonly EventCell[]): readonly EventCell[] {
  const distinct = distinctInOrder(cells);
  if (distinct !== undefined) return byTime(distinct);
  return byTime(distinctInOrder([...cells].sort((a, b) => Buffer.compare(a.qualifier, b.qualifier)))!);
}

/** Undefined where the cells are not in the order of their columns. */
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

/** Where the columns' names differ first; their length if they don't. */
function firstDifference(a: Uint8Array, b: Uint8Array): number {
  let at = 0;
  while (at < QUALIFIER_BYTES && a[at] === b[at]) at++;
  return at;
}

/** Equal times stay in the order of their columns. */
function byTime(cells: readonly EventCell[]): readonly EventCell[] {
  const timesMs = float64s(cells.length);
  for (let i = 0; i < cells.length; i++) timesMs[i] = cells[i]!.timestampMicros / 1_000;
  const order = orderOfTimes(timesMs);
  const sorted: EventCell[] = [];
  for (let i = 0; i < order.length; i++) sorted.push(cells[order[i]!]!);
  return sorted;
}
