import { SKETCH_WRITER_BYTES, type SketchCell } from '../../core/sketches/sketch-row';
import { TidemarkError } from '../../errors';
import type { Random } from '../../platform/random';
import type { Flush } from './flush';
import type { BufferedRow } from './buffered-row';
import { BufferedSketch } from './buffered-sketch';

export interface SketchBufferLimits {
  /** Sketches held, of which those used least recently go. */
  readonly bufferedMax: number;
  readonly idleMs: number;
}

/**
 * The sketches that this process adds to. Any that nobody waits for may be let go at any time: what was acknowledged of it
 * is in the store, in columns that are left as they are.
 */
export class SketchBuffer {
  readonly #limits: SketchBufferLimits;
  readonly #random: Random;
  readonly #rows = new Map<string, BufferedRow>();
  /** Those that may be let go: about in the order of their last use. */
  readonly #free = new Set<BufferedSketch>();
  #size = 0;

  constructor(limits: SketchBufferLimits, random: Random) {
    this.#limits = limits;
    this.#random = random;
  }

  get size(): number {
    return this.#size;
  }

  /** Those of which something is not known to be in the store, but for failures that nobody waits for. */
  get dirty(): number {
    return this.#size - this.#free.size;
  }

  /** The most that was written of one row, of those that are held. */
  rowBytesMax(): number {
    let most = 0;
    for (const { bytes } of this.#rows.values()) most = Math.max(most, bytes);
    return most;
  }

  /** Undefined when none of its sketches is held. */
  row(name: string): BufferedRow | undefined {
    return this.#rows.get(name);
  }

  /** The flush by whose end the item is durable; undefined when it is. Throws `overloaded` when no more can be held. */
  add(row: BufferedRow, cell: SketchCell, item: SketchItem): Flush | undefined {
    const name = nameOf(cell);
    const sketch = row.sketches.get(name) ?? this.#hold(row, name, cell);
    sketch.usedMs = item.atMs;
    const flush = row.add(sketch, item.first, item.second);
    if (flush !== undefined) this.#free.delete(sketch);
    return flush;
  }

  /** Nobody waits for these any longer. */
  release(sketches: readonly BufferedSketch[]): void {
    for (const sketch of sketches) this.#place(sketch);
  }

  /** Lets go of what has not been used for long. */
  evictIdle(nowMs: number): void {
    for (const sketch of this.#free) if (sketch.usedMs < nowMs - this.#limits.idleMs) this.#letGo(sketch);
  }

  /** Rows are held as long as any of their sketches is. */
  #hold(row: BufferedRow, name: number | string, cell: SketchCell): BufferedSketch {
    if (this.#size >= this.#limits.bufferedMax) this.#makeRoom();
    const sketch = new BufferedSketch({ row, name, cell, writer: this.#newWriter() });
    row.sketches.set(name, sketch);
    this.#rows.set(row.address.bufferKey, row);
    this.#size++;
    return sketch;
  }

  /** Who was used since he got his place goes to the end instead, so that each use is not a change of the order. */
  #makeRoom(): void {
    for (const sketch of this.#free) {
      if (sketch.usedMs > sketch.queuedMs) this.#place(sketch);
      else return this.#letGo(sketch);
    }
    throw new TidemarkError('overloaded', `${this.#size} sketches wait to be written already`, {
      retryAfterSeconds: 1,
    });
  }

  #place(sketch: BufferedSketch): void {
    sketch.queuedMs = sketch.usedMs;
    this.#free.delete(sketch);
    this.#free.add(sketch);
  }

  #letGo(sketch: BufferedSketch): void {
    const { row } = sketch;
    this.#free.delete(sketch);
    this.#size--;
    row.remove(sketch);
    if (row.sketches.size === 0) this.#rows.delete(row.address.bufferKey);
  }

  /** Nobody else has the same, 2^48 being many. */
  #newWriter(): string {
    const bytes = Array.from({ length: SKETCH_WRITER_BYTES }, () => Math.floor(this.#random() * 256));
    return Buffer.from(bytes).toString('latin1');
  }
}

export interface SketchItem {
  /** The two halves of its hash. */
  readonly first: number;
  readonly second: number;
  /** By the monotonic clock. */
  readonly atMs: number;
}

function nameOf({ hour, actionCode, kind, breakdown }: SketchCell): number | string {
  const period = hour === undefined ? 0 : 1 + hour;
  const number = ((period << 8) | actionCode) * 2 + (kind === 'users' ? 1 : 0);
  return breakdown === undefined ? number : `${number}/${breakdown.index}/${breakdown.value}`;
}
