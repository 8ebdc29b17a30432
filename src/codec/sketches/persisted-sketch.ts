import { HASH_BYTES } from '../../core/sketches/pack-hashes';
import { registerOf } from '../../core/sketches/registers';
import { Sketch } from '../../core/sketches/sketch';
import type { SketchPart } from '../../core/sketches/sketch-row';
import { encodeHashes, encodeRaised, encodeSketch } from './sketch-codec';

/** Maximum number of raised registers since all were written. Beyond it all are written again, which limits memory. */
const RAISED_MAX = 1_024;
const RAISED_BYTES = 3;

/** Cells to write in one mutation of the row. */
export interface SketchWrite {
  readonly cells: readonly { readonly part: SketchPart; readonly value: Buffer }[];
  /** Argument of `confirmWritten`. */
  readonly upTo: LogPosition;
}

/** Position in the log of additions: hashes while the sketch is exact, raised registers afterwards. */
interface LogPosition {
  readonly isExact: boolean;
  readonly place: number;
}

/** State of the stored `whole`: it contains everything added before `place`, and has `bytes` bytes. */
interface StoredWhole {
  readonly place: number;
  readonly bytes: number;
}

/**
 * Sketch of one writer, persisted with few bytes. The store has it in two cells, which together are the sketch:
 * `whole`, and `added`, which contains the items added since the whole was written. A write sets one of them: `added`
 * while the bytes of it written so far are fewer than the whole would take, otherwise the whole again. The costs of
 * both are then about equal, which minimizes their sum.
 *
 * If the outcome of a write is unknown, the next write is still correct, because it contains everything not known to be
 * stored.
 */
export class PersistedSketch {
  readonly #sketch = new Sketch();
  /** Registers raised since the whole was written, in order. The first is at position `#raisedFrom`. */
  #raised: number[] = [];
  #raisedFrom = 0;
  #whole: StoredWhole | undefined;
  /** Position up to which everything is stored. */
  #storedUpTo = 0;
  /** Bytes of `added` written since the whole was. */
  #addedBytes = 0;
  /** Whether the cell `added` may contain anything. */
  #mayHaveAdded = false;

  /** The complete sketch. Do not modify. */
  get sketch(): Sketch {
    return this.#sketch;
  }

  /** Whether anything is not known to be stored. */
  get isDirty(): boolean {
    return this.#place() > this.#storedUpTo;
  }

  /** Adds an item and returns whether the sketch changed. */
  add(first: number, second: number): boolean {
    const wasExact = this.#sketch.isExact;
    if (!this.#sketch.add(first, second)) return false;
    if (!wasExact) this.#addRaised(registerOf(first));
    else if (!this.#sketch.isExact) this.#beginRegisters();
    return true;
  }

  /**
   * Returns what the store lacks, or undefined. Writes must arrive in the order in which they are created, or be
   * ordered by timestamps.
   */
  pendingWrite(): SketchWrite | undefined {
    if (!this.isDirty) return undefined;
    const upTo = { isExact: this.#sketch.isExact, place: this.#place() };
    const whole = this.#whole;
    if (whole === undefined || this.#addedBytes + this.#bytesSince(whole) > whole.bytes) {
      return { cells: this.#wholeCells(), upTo };
    }
    this.#mayHaveAdded = true;
    return { cells: [{ part: 'added', value: this.#encodeSince(whole) }], upTo };
  }

  /** Confirms that the write is stored. */
  confirmWritten({ cells, upTo }: SketchWrite): void {
    // The store contains hashes, and registers cannot be added to them.
    if (upTo.isExact !== this.#sketch.isExact) return;
    const [cell] = cells;
    if (cell?.part === 'whole') this.#wholeWritten(upTo.place, cell.value.length);
    else this.#addedBytes += cell?.value.length ?? 0;
    this.#storedUpTo = Math.max(this.#storedUpTo, upTo.place);
  }

  #wholeWritten(place: number, bytes: number): void {
    this.#addedBytes = 0;
    this.#mayHaveAdded = false;
    // The registers raised since then are not known any more.
    if (place < this.#raisedFrom) return;
    this.#whole = { place, bytes };
    if (this.#sketch.isExact) return;
    this.#raised.splice(0, place - this.#raisedFrom);
    this.#raisedFrom = place;
  }

  #wholeCells(): SketchWrite['cells'] {
    const whole = { part: 'whole', value: encodeSketch(this.#sketch) } as const;
    if (!this.#mayHaveAdded) return [whole];
    return [whole, { part: 'added', value: encodeHashes(new Uint32Array(0)) }];
  }

  #place(): number {
    return this.#sketch.hashes?.size ?? this.#raisedFrom + this.#raised.length;
  }

  #bytesSince(whole: StoredWhole): number {
    return (this.#place() - whole.place) * (this.#sketch.isExact ? HASH_BYTES : RAISED_BYTES);
  }

  #encodeSince(whole: StoredWhole): Buffer {
    const { hashes, registers } = this.#sketch;
    if (hashes !== undefined) return encodeHashes(hashes.halves(whole.place));
    const indexes = [...new Set(this.#raised)].sort((a, b) => a - b);
    return encodeRaised(registers!, indexes);
  }

  #addRaised(index: number): void {
    this.#raised.push(index);
    if (this.#raised.length > RAISED_MAX) this.#forgetRaised();
  }

  /** Forgets the raised registers, so that only the whole can be written. */
  #forgetRaised(): void {
    this.#raisedFrom += this.#raised.length;
    this.#raised = [];
    this.#whole = undefined;
  }

  /** Switches to registers. Their first position stands for all of them, of which nothing is stored. */
  #beginRegisters(): void {
    this.#whole = undefined;
    this.#raisedFrom = 1;
    this.#storedUpTo = 0;
  }
}
