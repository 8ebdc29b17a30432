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
}

/** Rows of a result that ORDER BY sorts, within a budget of memory. With a limit only the first rows are kept. */
export class SortedRows {
  readonly #plan: QueryPlan;
  readonly #rowsMax: number;
  readonly #budget: MemoryBudget;
  #rows: SortedRow[] = [];

  constructor(plan: QueryPlan, rowsMax: number, budget: MemoryBudget) {
    this.#plan = plan;
    this.#rowsMax = rowsMax;
    this.#budget = budget;
  }

  add(row: EvaluationRow): void {
    const keys = this.#plan.order.map(({ value }) => value.evaluate(row));
    const values = this.#plan.outputs.map((output) => output.evaluate(row));
    const bytes = memoryOf(keys) + memoryOf(values);
    this.#budget.use(bytes);
    this.#rows.push({ keys, values, bytes });
    if (this.#rows.length >= 2 * this.#rowsMax + ROWS_BEFORE_CUT) this.#cut();
  }

  /** Returns the rows in order. Rows that are equal in it stay in the order in which they came. */
  values(): (readonly SqlValue[])[] {
    this.#cut();
    return this.#rows.map(({ values }) => values);
  }

  #cut(): void {
    const { order } = this.#plan;
    if (order.length > 0) this.#rows.sort((a, b) => compareRows(order, a.keys, b.keys));
    for (const { bytes } of this.#rows.slice(this.#rowsMax)) this.#budget.use(-bytes);
    this.#rows = this.#rows.slice(0, this.#rowsMax);
  }
}

/** Sorting more rows than these at a time makes up for a small limit. */
const ROWS_BEFORE_CUT = 1_000;

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
