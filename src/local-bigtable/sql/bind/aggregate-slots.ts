import type { AggregateCall } from '../functions/aggregates';

/** Aggregate calls of a query. Equal calls share a slot. */
export class AggregateSlots {
  readonly calls: AggregateCall[] = [];
  readonly #slots = new Map<string, number>();

  /** Returns the index of a call's result. */
  slot(identity: string, call: AggregateCall): number {
    const known = this.#slots.get(identity);
    if (known !== undefined) return known;
    this.#slots.set(identity, this.calls.length);
    return this.calls.push(call) - 1;
  }
}
