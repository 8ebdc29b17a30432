import type { Replica } from '../../replication/replica';
import { successor } from '../../store/key-span';
import type { KeySpan } from '../../store/stored-table';
import type { StoredRow } from '../../store/stored-row';

/** Scan of a table's rows in turns, between which the table can change and other calls run. */
export class TurnScan {
  readonly #replica: Replica;
  readonly #reversed: boolean;
  /** Remaining spans; the next one is last. */
  readonly #spans: KeySpan[];

  constructor(replica: Replica, spans: readonly KeySpan[], reversed: boolean) {
    this.#replica = replica;
    this.#reversed = reversed;
    this.#spans = reversed ? [...spans] : spans.toReversed();
  }

  get done(): boolean {
    return this.#spans.length === 0;
  }

  /** Visits rows until `visit` returns false, which ends the turn after this row, or there are none left. */
  turn(visit: (row: StoredRow) => boolean): void {
    for (let span = this.#spans.pop(); span !== undefined; span = this.#spans.pop()) {
      for (const row of this.#replica.scan(span, this.#reversed)) {
        if (visit(row)) continue;
        const rest = this.#rest(span, row.key);
        if (rest.end === undefined || rest.start < rest.end) this.#spans.push(rest);
        return;
      }
    }
  }

  #rest({ start, end }: KeySpan, key: string): KeySpan {
    return this.#reversed ? { start, end: key } : { start: successor(key), end };
  }
}

/** Returns the parts of spans after a key, or before it in a reversed scan. */
export function spansAfter(spans: readonly KeySpan[], key: string, reversed: boolean): KeySpan[] {
  return spans.flatMap(({ start, end }): KeySpan[] => {
    if (reversed) return start >= key ? [] : [{ start, end: end === undefined || end > key ? key : end }];
    const next = successor(key);
    return end !== undefined && end <= next ? [] : [{ start: start > next ? start : next, end }];
  });
}
