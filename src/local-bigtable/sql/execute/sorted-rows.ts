import type { EvaluationRow } from '../bind/bound';
import { memoryOf } from '../functions/aggregates';
import type { QueryPlan, SortKey } from '../plan/plan-query';
import { compareForOrder } from '../types/compare';
import type { SqlValue } from '../types/sql-type';
import type { MemoryBudget } from './memory-budget';

interface SortedRow {
  readonly keys: readonly SqlValue[];
  readonly values: readonly SqlValue[];
  readonly bytes: number;
  /** Sequence number: rows that are equal in the order stay in the order in which they came. */
  readonly sequence: number;
}

/**
 * Rows of a result that ORDER BY sorts, within a budget of memory. With a limit only the first rows are kept. They are a
 * heap, whose steps are short, so that no turn of the event loop has to sort all of them.
 */
export class SortedRows {
  readonly #plan: QueryPlan;
  readonly #rowsMax: number;
  readonly #budget: MemoryBudget;
  /** Binary heap: no row comes after its parent in the order, and the first one is the last of all. */
  readonly #heap: SortedRow[] = [];
  #added = 0;

  constructor(plan: QueryPlan, rowsMax: number, budget: MemoryBudget) {
    this.#plan = plan;
    this.#rowsMax = rowsMax;
    this.#budget = budget;
  }

  add(row: EvaluationRow): void {
    const keys = this.#plan.order.map(({ value }) => value.evaluate(row));
    const values = this.#plan.outputs.map((output) => output.evaluate(row));
    const bytes = memoryOf(keys) + memoryOf(values);
    const added = { keys, values, bytes, sequence: this.#added++ };
    if (this.#heap.length === this.#rowsMax) {
      const [last] = this.#heap;
      if (last === undefined || this.#compare(added, last) > 0) return;
      this.#budget.use(-this.#pop()!.bytes);
    }
    this.#budget.use(bytes);
    this.#push(added);
  }

  /** Removes the rows, from the last to the first. */
  *fromLast(): Generator<readonly SqlValue[]> {
    for (let row = this.#pop(); row !== undefined; row = this.#pop()) yield row.values;
  }

  #push(row: SortedRow): void {
    const heap = this.#heap;
    let at = heap.push(row) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(heap[parent]!, row) > 0) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = row;
  }

  #pop(): SortedRow | undefined {
    const heap = this.#heap;
    const [last] = heap;
    const row = heap.pop();
    if (row === undefined || heap.length === 0) return last;
    let at = 0;
    for (let child = 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && this.#compare(heap[child + 1]!, heap[child]!) > 0) child++;
      if (this.#compare(row, heap[child]!) > 0) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = row;
    return last;
  }

  #compare(a: SortedRow, b: SortedRow): number {
    return compareRows(this.#plan.order, a.keys, b.keys) || a.sequence - b.sequence;
  }
}

function compareRows(order: readonly SortKey[], a: readonly SqlValue[], b: readonly SqlValue[]): number {
  for (const [index, { value, descending, nullsFirst }] of order.entries()) {
    const [one, other] = [a[index]!, b[index]!];
    if (one === null || other === null) {
      if (one === other) continue;
      return (one === null) === nullsFirst ? -1 : 1;
    }
    const compared = compareForOrder(value.type, one, other);
    if (compared !== 0) return descending ? -compared : compared;
  }
  return 0;
}
