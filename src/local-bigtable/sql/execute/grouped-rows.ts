import { NO_ROW, type EvaluationRow } from '../bind/bound';
import { type Accumulator, ENTRY_BYTES, memoryOf } from '../functions/aggregates';
import type { Grouping } from '../plan/plan-query';
import { groupKey } from '../types/compare';
import type { SqlValue } from '../types/sql-type';
import type { MemoryBudget } from './memory-budget';

interface Group {
  readonly keys: readonly SqlValue[];
  readonly accumulators: readonly Accumulator[];
}

/** Groups of a query with GROUP BY or aggregate functions, within a budget of memory. */
export class GroupedRows {
  readonly #grouping: Grouping;
  readonly #budget: MemoryBudget;
  readonly #groups = new Map<string, Group>();

  constructor(grouping: Grouping, budget: MemoryBudget) {
    this.#grouping = grouping;
    this.#budget = budget;
    // Without GROUP BY there is one group, even without rows.
    if (grouping.keys.length === 0) this.#groupOf([]);
  }

  add(row: EvaluationRow): void {
    const { keys, aggregates } = this.#grouping;
    const group = this.#groupOf(keys.map((key) => key.evaluate(row)));
    aggregates.forEach(({ argument }, index) => {
      const value = argument.evaluate(row);
      if (value !== null) this.#budget.use(group.accumulators[index]!.add(value));
    });
  }

  /** Returns a row for each group, in the order of their first rows. */
  *rows(base: EvaluationRow): Generator<EvaluationRow> {
    for (const { keys, accumulators } of this.#groups.values()) {
      const aggregates = accumulators.map((each) => each.result());
      const { parameters, nowMicros } = base;
      yield { ...NO_ROW, parameters, nowMicros, groups: keys, aggregates };
    }
  }

  #groupOf(keys: readonly SqlValue[]): Group {
    const identity = keys.map(groupKey).join('');
    const known = this.#groups.get(identity);
    if (known !== undefined) return known;
    const group = { keys, accumulators: this.#grouping.aggregates.map(({ create }) => create()) };
    this.#groups.set(identity, group);
    this.#budget.use(identity.length + memoryOf(keys) + ENTRY_BYTES * (group.accumulators.length + 1));
    return group;
  }
}
