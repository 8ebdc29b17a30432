import { WRITER_BYTES, type OriginCode } from '../../core/consistency/row-watermark';
import { DEFAULTS } from '../../config/defaults';
import type { Random } from '../../platform/random';

/** Last acknowledged write of a row at one origin, under the row's current id. */
interface AcknowledgedWrite {
  readonly origin: OriginCode;
  readonly versionMs: number;
}

/** Id and acknowledged writes of a row. */
interface RowMemory {
  readonly id: string;
  /** See `RowToWrite.stay`. */
  readonly stay: number;
  /** One write per origin. Replaced, never changed, so that a copy of the reference is a snapshot. */
  readonly acknowledged: readonly AcknowledgedWrite[];
}

/** Writer id of a row's mutation, and the predecessor that its watermark names at each origin. */
export interface WriterState {
  readonly writer: string;
  /** See `RowToWrite.stay`. */
  readonly stay: number;
  /** Returns the version of the last acknowledged write of the row at the origin under this id; 0 if there is none. */
  predecessorAt(origin: OriginCode): number;
}

/** Stay of rows that are not placed. */
const NO_STAY = 0;

const NONE: readonly AcknowledgedWrite[] = Object.freeze([]);
const stateWithoutWrites = (writer: string, stay: number): WriterState => ({
  writer,
  stay,
  predecessorAt: () => 0,
});

/**
 * The ids under which a process writes its rows, and the chains of acknowledged writes under them. An id is 6 random
 * bytes as Latin-1; with 2^48 of them no other process has the same one.
 *
 * A mutation that no caller waits for any longer may yet be committed, at any time. It must then be the last of its
 * column, or a later version there would claim a write that had not happened when it was seen. So the row's next
 * mutation is written under another id, and starts another chain.
 *
 * The first mutation of another stay of the row (`RowToWrite.stay`) gets another id, too. The row may have been deleted
 * since the last mutation, and a chain must not name a write that is in no replica.
 *
 * The memory is bounded. Whenever it is full, the half that was written least recently is forgotten, and the process
 * takes a new id for all rows that it does not remember: a forgotten row is never written under its old id again, so no
 * chain omits a write. A remembered row keeps its id, and so its column.
 */
export class WriterIds {
  readonly #random: Random;
  readonly #rowsMax: number;
  /** Remembered rows, the least recently acknowledged first. */
  readonly #rows = new Map<string, RowMemory>();
  /** Id of all rows that are not remembered. No row that was forgotten was ever written under it. */
  #id: string;
  /** Snapshot of all rows that are not remembered. */
  #unknown: WriterState;

  constructor(random: Random, rowsMax: number = DEFAULTS.writing.rowsTrackedMax) {
    this.#random = random;
    this.#rowsMax = rowsMax;
    this.#id = this.#newId();
    this.#unknown = stateWithoutWrites(this.#id, NO_STAY);
  }

  /** Returns the current id of the row. `row`: any name of the row, as long as it is always the same one. */
  currentId(row: string): string {
    return this.#rows.get(row)?.id ?? this.#id;
  }

  /**
   * Returns a snapshot for the row's next mutation: the same for each of its attempts, at any origin. `stay`: see
   * `RowToWrite.stay`.
   */
  snapshot(row: string, stay: number = NO_STAY): WriterState {
    const known = this.#rows.get(row);
    if (known === undefined) return stay === NO_STAY ? this.#unknown : stateWithoutWrites(this.#id, stay);
    const { id, acknowledged } = known.stay === stay ? known : this.#begin(row, stay);
    return {
      writer: id,
      stay,
      predecessorAt: (origin) => acknowledged.find((each) => each.origin === origin)?.versionMs ?? 0,
    };
  }

  /** Records that the origin acknowledged the row's mutation. Does nothing if the row has another id by now. */
  acknowledge(
    row: string,
    { writer, stay }: Pick<WriterState, 'writer' | 'stay'>,
    write: AcknowledgedWrite,
  ): void {
    const { origin } = write;
    const known = this.#rows.get(row);
    if ((known?.id ?? this.#id) !== writer) return;
    const others = known?.acknowledged.filter((each) => each.origin !== origin) ?? NONE;
    this.#remember(row, { id: writer, stay, acknowledged: [...others, write] });
  }

  /**
   * Gives the row a new id. To be called when a mutation of the row, written under this id, may or may not be
   * committed.
   */
  retire(row: string, id: string): void {
    if (this.currentId(row) === id) this.#begin(row, this.#rows.get(row)?.stay ?? NO_STAY);
  }

  /** Number of rows that are remembered. */
  get size(): number {
    return this.#rows.size;
  }

  /** Gives the row a new id, and so a chain without any write. */
  #begin(row: string, stay: number): RowMemory {
    const memory = { id: this.#newId(), stay, acknowledged: NONE };
    this.#remember(row, memory);
    return memory;
  }

  #remember(row: string, memory: RowMemory): void {
    this.#rows.delete(row);
    this.#rows.set(row, memory);
    if (this.#rows.size > this.#rowsMax) this.#forgetHalf();
  }

  #forgetHalf(): void {
    this.#id = this.#newId();
    this.#unknown = stateWithoutWrites(this.#id, NO_STAY);
    const keptMax = Math.floor(this.#rowsMax / 2);
    for (const row of this.#rows.keys()) {
      if (this.#rows.size <= keptMax) return;
      this.#rows.delete(row);
    }
  }

  #newId(): string {
    const bytes = Array.from({ length: WRITER_BYTES }, () => Math.floor(this.#random() * 256));
    return Buffer.from(bytes).toString('latin1');
  }
}
