import { SKETCH_WRITER_BYTES, type SketchCell } from '../../core/sketches/sketch-row';
import { TidemarkError } from '../../errors';
import type { Random } from '../../platform/random';
import type { FlushCompletion } from './flush-completion';
import type { BufferedRow } from './buffered-row';
import { BufferedSketch } from './buffered-sketch';

/** Limits on the sketches in memory. */
export interface SketchBufferLimits {
  /** Maximum number of sketches in memory. Beyond it, the least recently used ones are evicted. */
  readonly bufferedMax: number;
  readonly idleMs: number;
}

/**
 * The sketches to which this process adds. A sketch without a waiting caller can be evicted at any time: its
 * acknowledged data is stored in columns that nothing overwrites.
 */
export class SketchBuffer {
  readonly #limits: SketchBufferLimits;
  readonly #random: Random;
  readonly #rows = new Map<string, BufferedRow>();
  /** Sketches that can be evicted, roughly in the order of their last use. */
  readonly #evictable = new Set<BufferedSketch>();
  #size = 0;

  constructor(limits: SketchBufferLimits, random: Random) {
    this.#limits = limits;
    this.#random = random;
  }

  get size(): number {
    return this.#size;
  }

  /** Number of sketches with data that may not be stored yet, apart from failed writes without a waiting caller. */
  get dirty(): number {
    return this.#size - this.#evictable.size;
  }

  /** Returns the maximum number of bytes written to one of the buffered rows. */
  rowBytesMax(): number {
    let maximum = 0;
    for (const { bytes } of this.#rows.values()) maximum = Math.max(maximum, bytes);
    return maximum;
  }

  /** Returns the buffered row; undefined when none of its sketches is in memory. */
  row(name: string): BufferedRow | undefined {
    return this.#rows.get(name);
  }

  /**
   * Adds an item. Returns the completion of the flush that makes it durable, or undefined when it already is. Throws `overloaded` when
   * the buffer is full.
   */
  add(row: BufferedRow, cell: SketchCell, item: SketchItem): FlushCompletion | undefined {
    const name = nameOf(cell);
    const sketch = row.sketches.get(name) ?? this.#buffer(row, name, cell);
    sketch.usedMs = item.atMs;
    const completion = row.add(sketch, item.first, item.second);
    if (completion !== undefined) this.#evictable.delete(sketch);
    return completion;
  }

  /** Makes sketches without a waiting caller evictable. */
  release(sketches: readonly BufferedSketch[]): void {
    for (const sketch of sketches) this.#queue(sketch);
  }

  /** Evicts sketches that have been idle for `idleMs`. */
  evictIdle(nowMs: number): void {
    for (const sketch of this.#evictable)
      if (sketch.usedMs < nowMs - this.#limits.idleMs) this.#evict(sketch);
  }

  /** Buffers a new sketch. A row stays in memory as long as any of its sketches. */
  #buffer(row: BufferedRow, name: number | string, cell: SketchCell): BufferedSketch {
    if (this.#size >= this.#limits.bufferedMax) this.#evictOne();
    const sketch = new BufferedSketch({ row, name, cell, writer: this.#newWriter() });
    row.sketches.set(name, sketch);
    this.#rows.set(row.address.bufferKey, row);
    this.#size++;
    return sketch;
  }

  /**
   * Evicts one sketch. A sketch that was used since it was queued moves to the end instead, so that not every use has
   * to change the order.
   */
  #evictOne(): void {
    for (const sketch of this.#evictable) {
      if (sketch.usedMs > sketch.queuedMs) this.#queue(sketch);
      else return this.#evict(sketch);
    }
    throw new TidemarkError('overloaded', `${this.#size} sketches are already waiting to be written`, {
      retryAfterSeconds: 1,
    });
  }

  #queue(sketch: BufferedSketch): void {
    sketch.queuedMs = sketch.usedMs;
    this.#evictable.delete(sketch);
    this.#evictable.add(sketch);
  }

  #evict(sketch: BufferedSketch): void {
    const { row } = sketch;
    this.#evictable.delete(sketch);
    this.#size--;
    row.remove(sketch);
    if (row.sketches.size === 0) this.#rows.delete(row.address.bufferKey);
  }

  /** Returns a random writer id. With 2^48 values, collisions are negligible. */
  #newWriter(): string {
    const bytes = Array.from({ length: SKETCH_WRITER_BYTES }, () => Math.floor(this.#random() * 256));
    return Buffer.from(bytes).toString('latin1');
  }
}

/** An item to be added to sketches. */
export interface SketchItem {
  /** Halves of the item's 64-bit hash. */
  readonly first: number;
  readonly second: number;
  /** Time of the addition, by the monotonic clock, in milliseconds. */
  readonly atMs: number;
}

function nameOf({ hour, actionCode, kind, breakdown }: SketchCell): number | string {
  const period = hour === undefined ? 0 : 1 + hour;
  const number = ((period << 8) | actionCode) * 2 + (kind === 'users' ? 1 : 0);
  return breakdown === undefined ? number : `${number}/${breakdown.index}/${breakdown.value}`;
}
