import type { Mutation, RowMutations } from '../../bigtable/client/types';
import type { SketchWrite } from '../../codec/sketches/persisted-sketch';
import { appendAll } from '../../core/shared/lists';
import type { WriteToken } from '../../core/tokens/write-token';
import { FlushCompletion } from './flush-completion';
import type { BufferedSketch, SketchRow } from './buffered-sketch';
import type { SketchRowAddress } from './sketch-row-address';

const MICROS_PER_MS = 1_000;
/** Upper bound of the protobuf framing and the family name of a mutation, in bytes. */
const MUTATION_OVERHEAD_BYTES = 128;

/** Limits of one row entry in a call. */
export interface EntryLimits {
  readonly mutationsPerRowMax: number;
  readonly batchBytesMax: number;
}

/** Limits on how often a row is written. */
export interface PauseLimits {
  /**
   * Minimum time from the start of one write to the start of the next, in milliseconds. Additions in between share
   * the next write.
   */
  readonly flushIntervalMs: number;
  /** Maximum pause of a row with many bytes written, in milliseconds. */
  readonly flushIntervalMaxMs: number;
  /** Bytes that a process writes to a row before its pauses start to grow. */
  readonly flushBytesFree: number;
}

/** Start times of a flush. */
export interface FlushTimes {
  readonly nowMs: number;
  /** Start of the current interval, by the monotonic clock. */
  readonly intervalBeganMs: number;
}

/** A flush in progress: the row's writes, in one entry unless they exceed the limits of an entry. */
export interface RowFlush {
  readonly row: BufferedRow;
  readonly completion: FlushCompletion;
  readonly entries: readonly RowMutations[];
  readonly bytes: number;
  /** Sketches that this flush makes durable. Those that an earlier flush has written meanwhile have no write here. */
  readonly sketches: ReadonlySet<BufferedSketch>;
  readonly writes: ReadonlyMap<BufferedSketch, SketchWrite>;
}

/** The sketches of one entity and day: a row with at most one mutation in flight. */
export class BufferedRow implements SketchRow {
  readonly address: SketchRowAddress;
  readonly sketches = new Map<number | string, BufferedSketch>();
  /**
   * Completion of the flush that will contain the next additions; undefined when everything is written or being
   * written.
   */
  nextCompletion: FlushCompletion | undefined;
  isWriting = false;
  /** Token of everything written; undefined when nothing was. */
  token: WriteToken | undefined;
  #unwritten = new Set<BufferedSketch>();
  #versionMs = 0;
  /** Bytes that this process has written to the row, including failed writes. */
  #bytes = 0;
  /** Start of the interval of the last write, by the monotonic clock. */
  #writtenInMs = -Infinity;
  /** Maximum delay of the next flush: the smallest that any of its callers accepts, in milliseconds. */
  #delayMaxMs = Infinity;

  constructor(place: SketchRowAddress) {
    this.address = place;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Limits the delay of the next flush. */
  limitDelay(delayMaxMs: number): void {
    this.#delayMaxMs = Math.min(this.#delayMaxMs, delayMaxMs);
  }

  /**
   * Whether the row's pause is over in the interval that began at `intervalBeganMs`. Each write leaves bytes in the
   * row until Bigtable compacts it, which may take days, and rows have a size limit. The pause therefore grows with
   * the bytes written.
   */
  canFlush(intervalBeganMs: number, limits: PauseLimits): boolean {
    const { flushIntervalMs, flushIntervalMaxMs, flushBytesFree } = limits;
    const grownMs = (flushIntervalMs * this.#bytes) / flushBytesFree;
    const pauseMs = Math.min(grownMs, flushIntervalMaxMs, this.#delayMaxMs);
    return intervalBeganMs - this.#writtenInMs >= Math.max(flushIntervalMs, pauseMs);
  }

  /** Adds an item. Returns the completion of the flush that makes it durable; undefined when it already is. */
  add(sketch: BufferedSketch, first: number, second: number): FlushCompletion | undefined {
    const isChanged = sketch.add(first, second);
    // Data that an earlier flush failed to write, and that has no waiting caller, is written again.
    if (isChanged || (sketch.completion === undefined && sketch.isDirty)) {
      this.#unwritten.add(sketch);
      sketch.completion = this.nextCompletion ??= new FlushCompletion();
    }
    return sketch.completion;
  }

  /** Removes a sketch that will never be written again. */
  remove(sketch: BufferedSketch): void {
    this.sketches.delete(sketch.name);
    this.#unwritten.delete(sketch);
  }

  /**
   * Starts the next flush, which must exist. Versions of a column only grow, whatever the clock does, so the newest
   * one contains all earlier ones even when it arrives first.
   */
  beginFlush({ nowMs, intervalBeganMs }: FlushTimes, limits: EntryLimits): RowFlush {
    const completion = this.nextCompletion!;
    this.nextCompletion = undefined;
    this.isWriting = true;
    this.#versionMs = Math.max(nowMs, this.#versionMs + 1);
    this.#writtenInMs = intervalBeganMs;
    this.#delayMaxMs = Infinity;
    const sketches = this.#unwritten;
    const writes = new Map<BufferedSketch, SketchWrite>();
    let bytes = 0;
    for (const sketch of sketches) {
      const write = sketch.toWrite();
      if (write === undefined) continue;
      writes.set(sketch, write);
      bytes += bytesOf(write);
    }
    this.#bytes += bytes;
    this.#unwritten = new Set();
    return { row: this, completion, sketches, writes, bytes, entries: this.#entries(writes, limits) };
  }

  /** Ends a flush. Returns the sketches without a waiting caller. Failed writes become part of the next flush. */
  endFlush({ completion, sketches, writes }: RowFlush, isAcknowledged: boolean): BufferedSketch[] {
    this.isWriting = false;
    for (const [sketch, write] of writes) {
      if (isAcknowledged) sketch.markWritten(write);
      else if (this.sketches.get(sketch.name) === sketch) this.#unwritten.add(sketch);
    }
    const released = [...sketches].filter((sketch) => sketch.completion === completion);
    for (const sketch of released) sketch.completion = undefined;
    return released;
  }

  /** The cells of a sketch stay in one entry, because its two parts must be written together. */
  #entries(writes: ReadonlyMap<BufferedSketch, SketchWrite>, limits: EntryLimits): RowMutations[] {
    const { key } = this.address;
    const entries: RowMutations[] = [];
    let mutations: Mutation[] = [];
    let bytes = 0;
    for (const [sketch, write] of writes) {
      const own = sketch.mutationsOf(write, this.#versionMs * MICROS_PER_MS);
      const ownBytes = bytesOf(write);
      const isFull = mutations.length + own.length > limits.mutationsPerRowMax;
      if (mutations.length > 0 && (isFull || bytes + ownBytes > limits.batchBytesMax)) {
        entries.push({ key, mutations });
        mutations = [];
        bytes = 0;
      }
      appendAll(mutations, own);
      bytes += ownBytes;
    }
    if (mutations.length > 0) entries.push({ key, mutations });
    return entries;
  }
}

function bytesOf({ cells }: SketchWrite): number {
  return cells.reduce((sum, { value }) => sum + value.length + MUTATION_OVERHEAD_BYTES, 0);
}
