import { HASH_BYTES } from '../../core/sketches/pack-hashes';
import { registerOf } from '../../core/sketches/registers';
import { Sketch } from '../../core/sketches/sketch';
import type { SketchPart } from '../../core/sketches/sketch-row';
import { encodeHashes, encodeRaised, encodeSketch } from './sketch-codec';

/** Registers that may have been raised since all were written; beyond, all are written again: a bound on memory. */
const RAISED_MAX = 1_024;
const RAISED_BYTES = 3;

/** What is to be written, in one mutation of the row. */
export interface SketchWrite {
  readonly cells: readonly { readonly part: SketchPart; readonly value: Buffer }[];
  /** For `written`. */
  readonly upTo: LogPosition;
}

/** A place in what was added: hashes while the sketch is exact, raised registers afterwards. */
interface LogPosition {
  readonly isExact: boolean;
  readonly place: number;
}

/** What the store is known to hold: all that was added before `place`, in so many bytes. */
interface StoredWhole {
  readonly place: number;
  readonly bytes: number;
}

/**
 * The sketch of a writer, and how it gets into the store with few bytes. The store has it in two cells, which together are
 * the sketch: `whole`, and `added`, what has come since the whole was written. A write sets one: `added` as long as all the
 * bytes of it written so far are fewer than the whole would take, else the whole again. The costs of both are then about
 * equal, which is where their sum is least.
 *
 * Whether a write whose outcome is unknown has happened or not, the next one is right: it holds all that is not known to
 * be stored.
 */
export class PersistedSketch {
  readonly #sketch = new Sketch();
  /** Registers raised since those of the whole, in the order of that; the first is at place `#raisedFrom`. */
  #raised: number[] = [];
  #raisedFrom = 0;
  #whole: StoredWhole | undefined;
  /** All before it is stored. */
  #storedUpTo = 0;
  /** Bytes of `added` written since the whole was. */
  #addedBytes = 0;
  /** Whether there may be something in the cell `added`. */
  #mayHaveAdded = false;

  /** All that was added. Not to be changed. */
  get sketch(): Sketch {
    return this.#sketch;
  }

  /** Whether there is something that is not known to be stored. */
  get isDirty(): boolean {
    return this.#place() > this.#storedUpTo;
  }

  /** Whether this has changed the sketch. */
  add(first: number, second: number): boolean {
    const wasExact = this.#sketch.isExact;
    if (!this.#sketch.add(first, second)) return false;
    if (!wasExact) this.#addRaised(registerOf(first));
    else if (!this.#sketch.isExact) this.#beginRegisters();
    return true;
  }

  /** What the store lacks; undefined when it lacks nothing. Writes must arrive, or be ordered by timestamps, as they are made. */
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

  /** The write is in the store. */
  confirmWritten({ cells, upTo }: SketchWrite): void {
    // Hashes are in the store, and registers cannot be added to them.
    if (upTo.isExact !== this.#sketch.isExact) return;
    const [cell] = cells;
    if (cell?.part === 'whole') this.#wholeWritten(upTo.place, cell.value.length);
    else this.#addedBytes += cell?.value.length ?? 0;
    this.#storedUpTo = Math.max(this.#storedUpTo, upTo.place);
  }

  #wholeWritten(place: number, bytes: number): void {
    this.#addedBytes = 0;
    this.#mayHaveAdded = false;
    // What has been raised since then is not known any more.
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

  /** Only the whole can be written now. */
  #forgetRaised(): void {
    this.#raisedFrom += this.#raised.length;
    this.#raised = [];
    this.#whole = undefined;
  }

  /** The first place of registers is that of all of them, of which nothing is stored. */
  #beginRegisters(): void {
    this.#whole = undefined;
    this.#raisedFrom = 1;
    this.#storedUpTo = 0;
  }
}
