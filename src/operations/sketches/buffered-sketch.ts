import { setCell } from '../../bigtable/write/mutations';
import type { Mutation } from '../../bigtable/client/types';
import { PersistedSketch, type SketchWrite } from '../../codec/sketches/persisted-sketch';
import { sketchColumn, type SketchCell } from '../../core/sketches/sketch-row';
import type { FlushCompletion } from './flush-completion';
import type { SketchRowAddress } from './sketch-row-address';

/** The row of a buffered sketch, as far as the sketch and its buffer use it. */
export interface SketchRow {
  readonly address: SketchRowAddress;
  /** The row's buffered sketches, by their keys within the row. */
  readonly sketches: ReadonlyMap<number | string, unknown>;
  /** Removes a sketch that will never be written again. */
  remove(sketch: BufferedSketch): void;
}

export interface BufferedSketchOptions {
  readonly row: SketchRow;
  /** Key of this sketch within its row. */
  readonly name: number | string;
  readonly cell: SketchCell;
  /** Writer id: 6 bytes, as Latin-1. */
  readonly writer: string;
}

/**
 * A sketch to which this process adds, written into columns of its own. The writer id belongs to the sketch and not
 * to the process: the process may evict the sketch and later start another one for the same cell, which would
 * overwrite the stored one with less under the same id.
 */
export class BufferedSketch {
  readonly row: SketchRow;
  readonly name: number | string;
  /** Completion of the flush that contains, or will contain, the last addition; undefined when that flush has ended. */
  completion: FlushCompletion | undefined;
  /**
   * Times by the monotonic clock, in milliseconds: of the last use, and of the use that determined the position in
   * the eviction queue.
   */
  usedMs = 0;
  queuedMs = 0;
  readonly #sketch = new PersistedSketch();
  readonly #cell: SketchCell;
  readonly #writer: string;

  constructor({ row, name, cell, writer }: BufferedSketchOptions) {
    this.row = row;
    this.name = name;
    this.#cell = cell;
    this.#writer = writer;
  }

  get isDirty(): boolean {
    return this.#sketch.isDirty;
  }

  /** Adds an item. Returns whether it changed the sketch. */
  add(first: number, second: number): boolean {
    return this.#sketch.add(first, second);
  }

  toWrite(): SketchWrite | undefined {
    return this.#sketch.pendingWrite();
  }

  markWritten(write: SketchWrite): void {
    this.#sketch.confirmWritten(write);
  }

  mutationsOf({ cells }: SketchWrite, timestampMicros: number): Mutation[] {
    const { family } = this.row.address;
    return cells.map(({ part, value }) =>
      setCell(family, sketchColumn({ ...this.#cell, writer: this.#writer, part }), timestampMicros, value),
    );
  }
}
