import type { Mutation, RowMutations } from '../../bigtable/client/types';
import type { SketchWrite } from '../../codec/sketches/persisted-sketch';
import { appendAll } from '../../core/shared/lists';
import type { WriteToken } from '../../core/tokens/write-token';
import { Flush } from './flush';
import type { BufferedSketch } from './buffered-sketch';

const MICROS_PER_MS = 1_000;
/** Protobuf framing and the family's name, per mutation; on the safe side. */
const MUTATION_OVERHEAD_BYTES = 128;

export interface SketchRowAddress {
  readonly table: string;
  readonly family: string;
  readonly key: Buffer;
  /** Of the row among those held. */
  readonly bufferKey: string;
}

/** Of one entry of a call. */
export interface EntryLimits {
  readonly mutationsPerRowMax: number;
  readonly batchBytesMax: number;
}

/** How often a row is written. */
export interface PauseLimits {
  /** From the beginning of one write to that of the next one, at least: what comes in between waits for it. */
  readonly flushIntervalMs: number;
  /** The longest such pause, of rows that much was written of. */
  readonly flushIntervalMaxMs: number;
  /** Bytes that a process writes of a row before its pauses begin to grow with them. */
  readonly flushBytesFree: number;
}

/** When a flush begins. */
export interface FlushTimes {
  readonly nowMs: number;
  /** By the monotonic clock. */
  readonly intervalBeganMs: number;
}

/** A flush that has begun: what is to be written of the row, in one entry unless it is larger than an entry may be. */
export interface RowFlush {
  readonly row: BufferedRow;
  readonly flush: Flush;
  readonly entries: readonly RowMutations[];
  readonly bytes: number;
  /** Of which something is wanted. What an earlier flush has written meanwhile is in no write of this one. */
  readonly sketches: ReadonlySet<BufferedSketch>;
  readonly writes: ReadonlyMap<BufferedSketch, SketchWrite>;
}

/** An entity's sketches of one day: a row, which has one mutation in flight at a time. */
export class BufferedRow {
  readonly address: SketchRowAddress;
  readonly sketches = new Map<number | string, BufferedSketch>();
  /** What is added now goes with it; undefined when all is written, or being written. */
  nextFlush: Flush | undefined;
  isWriting = false;
  /** Of all that was written; undefined when nothing was. */
  token: WriteToken | undefined;
  #unwritten = new Set<BufferedSketch>();
  #versionMs = 0;
  /** Bytes that this process has written of it, in vain or not. */
  #bytes = 0;
  /** When the interval began that it was last written in, by the monotonic clock. */
  #writtenInMs = -Infinity;
  /** For how long the least patient of those wait who wait for the next flush. */
  #patienceMs = Infinity;

  constructor(place: SketchRowAddress) {
    this.address = place;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Somebody waits for the next flush who has no more time than this. */
  limitDelay(patienceMs: number): void {
    this.#patienceMs = Math.min(this.#patienceMs, patienceMs);
  }

  /**
   * Whether its pause is over in an interval that began then. Each write leaves bytes in the row that stay there until Bigtable
   * compacts it, which may take days, and rows have a limit: so the more was written, the longer the pause.
   */
  canFlush(intervalBeganMs: number, limits: PauseLimits): boolean {
    const { flushIntervalMs, flushIntervalMaxMs, flushBytesFree } = limits;
    const grownMs = (flushIntervalMs * this.#bytes) / flushBytesFree;
    const pauseMs = Math.min(grownMs, flushIntervalMaxMs, this.#patienceMs);
    return intervalBeganMs - this.#writtenInMs >= Math.max(flushIntervalMs, pauseMs);
  }

  /** The flush by whose end the item is durable; undefined when it is already. */
  add(sketch: BufferedSketch, first: number, second: number): Flush | undefined {
    const isChanged = sketch.add(first, second);
    // What an earlier flush failed to write, and nobody waits for, is wanted again.
    if (isChanged || (sketch.flush === undefined && sketch.isDirty)) {
      this.#unwritten.add(sketch);
      sketch.flush = this.nextFlush ??= new Flush();
    }
    return sketch.flush;
  }

  /** The sketch will never be written again. */
  remove(sketch: BufferedSketch): void {
    this.sketches.delete(sketch.name);
    this.#unwritten.delete(sketch);
  }

  /**
   * Begins the next flush, which there is. Versions of the columns only grow, whatever the clock does, so the newest one
   * has all that earlier ones had, also where an earlier one arrives later.
   */
  beginFlush({ nowMs, intervalBeganMs }: FlushTimes, limits: EntryLimits): RowFlush {
    const flush = this.nextFlush!;
    this.nextFlush = undefined;
    this.isWriting = true;
    this.#versionMs = Math.max(nowMs, this.#versionMs + 1);
    this.#writtenInMs = intervalBeganMs;
    this.#patienceMs = Infinity;
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
    return { row: this, flush, sketches, writes, bytes, entries: this.#entries(writes, limits) };
  }

  /**
   * Ends a flush, which was acknowledged or was not. Returns the sketches of which nobody waits for anything any more. What
   * failed goes with the next flush.
   */
  endFlush({ flush, sketches, writes }: RowFlush, isAcknowledged: boolean): BufferedSketch[] {
    this.isWriting = false;
    for (const [sketch, write] of writes) {
      if (isAcknowledged) sketch.markWritten(write);
      else if (this.sketches.get(sketch.name) === sketch) this.#unwritten.add(sketch);
    }
    const released = [...sketches].filter((sketch) => sketch.flush === flush);
    for (const sketch of released) sketch.flush = undefined;
    return released;
  }

  /** A sketch's cells stay together: of its two parts neither may be there without the other. */
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
