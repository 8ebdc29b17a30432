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
  /** One write per origin. Replaced, never changed, so that a copy of the reference is a snapshot. */
  readonly acknowledged: readonly AcknowledgedWrite[];
}

/** Writer id of a row's mutation, and the predecessor that its watermark names at each origin. */
export interface WriterState {
  readonly writer: string;
  /** Returns the version of the last acknowledged write of the row at the origin under this id; 0 if there is none. */
  predecessorAt(origin: OriginCode): number;
}

const NONE: readonly AcknowledgedWrite[] = Object.freeze([]);
const stateWithoutWrites = (writer: string): WriterState => ({ writer, predecessorAt: () => 0 });

/**
 * The ids under which a process writes its rows, and the chains of acknowledged writes under them. An id is 6 random
 * bytes as Latin-1; with 2^48 of them no other process has the same one.
 *
 * A mutation that no caller waits for any longer may yet be committed, at any time. It must then be the last of its
 * column, or a later version there would claim a write that had not happened when it was seen. So the row's next
 * mutation is written under another id, and starts another chain.
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
    this.#unknown = stateWithoutWrites(this.#id);
  }

  /** Returns the current id of the row. `row`: any name of the row, as long as it is always the same one. */
  currentId(row: string): string {
    return this.#rows.get(row)?.id ?? this.#id;
  }

  /** Returns a snapshot for the row's next mutation: the same for each of its attempts, at any origin. */
  snapshot(row: string): WriterState {
    const known = this.#rows.get(row);
    if (known === undefined) return this.#unknown;
    const { id, acknowledged } = known;
    return {
      writer: id,
      predecessorAt: (origin) => acknowledged.find((each) => each.origin === origin)?.versionMs ?? 0,
    };
  }

  /** Records that the origin acknowledged the row's mutation. Does nothing if the row has another id by now. */
  acknowledge(row: string, write: AcknowledgedWrite & { readonly writer: string }): void {
    const { writer, origin, versionMs } = write;
    const known = this.#rows.get(row);
    if ((known?.id ?? this.#id) !== writer) return;
    const others = known?.acknowledged.filter((each) => each.origin !== origin) ?? NONE;
    this.#remember(row, { id: writer, acknowledged: [...others, { origin, versionMs }] });
  }

  /**
   * Gives the row a new id. To be called when a mutation of the row, written under this id, may or may not be
   * committed.
   */
  retire(row: string, id: string): void {
    if (this.currentId(row) !== id) return;
    this.#remember(row, { id: this.#newId(), acknowledged: NONE });
  }

  /** Number of rows that are remembered. */
  get size(): number {
    return this.#rows.size;
  }

  #remember(row: string, memory: RowMemory): void {
    this.#rows.delete(row);
    this.#rows.set(row, memory);
    if (this.#rows.size > this.#rowsMax) this.#forgetHalf();
  }

  #forgetHalf(): void {
    this.#id = this.#newId();
    this.#unknown = stateWithoutWrites(this.#id);
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
