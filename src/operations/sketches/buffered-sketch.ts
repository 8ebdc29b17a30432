import { setCell } from '../../bigtable/write/mutations';
import type { Mutation } from '../../bigtable/client/types';
import { PersistedSketch, type SketchWrite } from '../../codec/sketches/persisted-sketch';
import { sketchColumn, type SketchCell } from '../../core/sketches/sketch-row';
import type { Flush } from './flush';
import type { BufferedRow } from './buffered-row';

export interface BufferedSketchOptions {
  readonly row: BufferedRow;
  /** Of the sketch among those of its row. */
  readonly name: number | string;
  readonly cell: SketchCell;
  /** 6 bytes, as Latin-1. */
  readonly writer: string;
}

/**
 * A sketch that this process adds to, and writes into columns that nobody else ever writes: their id is the sketch's, not
 * the process's. For the process may let go of it and begin another one for the same cell, which would overwrite under the
 * same id what was there with less.
 */
export class BufferedSketch {
  readonly row: BufferedRow;
  readonly name: number | string;
  /** That which has, or will have, what was added last; undefined when it is over. */
  flush: Flush | undefined;
  /** By the monotonic clock: of the last use, and of the use that its place among those that may be let go is for. */
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

  /** Whether this has changed it. */
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
