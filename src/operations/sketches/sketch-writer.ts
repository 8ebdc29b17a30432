import type { CallOptions } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { eventItem, userItem } from '../../core/sketches/sketch-items';
import type { WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Writer } from '../../consistency/store';
import type { Flush } from './flush';
import { Flusher, type FlushLimits, type FlushObserver } from './flusher';
import { BufferedRow } from './buffered-row';
import { SketchBuffer, type SketchBufferLimits } from './sketch-buffer';
import { withDeadline } from './with-deadline';
import { SketchTarget, type EventSketchTargets, type SketchedEvent } from './sketch-target';

export type SketchWriterLimits = FlushLimits & SketchBufferLimits;

/** Of the time that a caller has: he is not made to wait longer for a pause to end. */
const PAUSE_SHARE_MAX = 1 / 4;

export interface SketchWriterDependencies {
  readonly writer: Writer;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: SketchWriterLimits;
  readonly observer?: FlushObserver | undefined;
}

export interface SketchAddResult {
  /** One for each event: why it is not known to be in the sketches, if it is not. It may be added again. */
  readonly failures: readonly (TidemarkError | undefined)[];
  /** For reads of counts that are to contain all that did not fail. */
  readonly tokens: readonly WriteToken[];
}

export interface SketchWriterState {
  readonly held: number;
  readonly dirty: number;
  readonly rowBytesMax: number;
}

/** Counts over all users, as this process adds to them. */
export interface SketchWriter {
  /** Resolves when all is durable, or is known not to be. Rejects only on a fault of the program. */
  add(events: readonly SketchedEvent[], options?: CallOptions): Promise<SketchAddResult>;
  /** Sketches held, those of which something waits to be written, and the most bytes written of one row of them. */
  state(): SketchWriterState;
  /** Refuses further events as `draining`, and resolves when all is written. */
  close(): Promise<void>;
}

/**
 * Adds events to the sketches that their types declare, and writes these. An event is added any number of times, by any
 * number of processes, and is counted once. See docs/decisions/0006-sketches.md.
 *
 * Errors of events: `overloaded`, `draining`, `deadline_exceeded`, and those of a failed write.
 */
export function createSketchWriter(dependencies: SketchWriterDependencies): SketchWriter {
  return new EventSketches(dependencies);
}

/** The flushes by whose end an event is durable, or why there are none. */
type Waiting = ReadonlySet<Flush> | TidemarkError;

class EventSketches implements SketchWriter {
  readonly #clock: Clock;
  readonly #held: SketchBuffer;
  readonly #flusher: Flusher;
  /** By the family of the events. */
  readonly #targets: ReadonlyMap<string, readonly SketchTarget[]>;
  readonly #sweepMs: number;
  #cancelSweep: (() => void) | undefined;
  #isClosed = false;

  constructor({ writer, schema, clock, random, limits, observer }: SketchWriterDependencies) {
    this.#clock = clock;
    this.#held = new SketchBuffer(limits, random);
    const release = this.#held.release.bind(this.#held);
    this.#flusher = new Flusher({ writer, clock, limits, observer, release });
    this.#targets = new Map(
      schema
        .eventTypes()
        .map(({ family, events }) => [family, events.sketches.map((each) => new SketchTarget(each))]),
    );
    this.#sweepMs = limits.idleMs / 2;
  }

  async add(events: readonly SketchedEvent[], options: CallOptions = {}): Promise<SketchAddResult> {
    const rows = new Set<BufferedRow>();
    const atMs = this.#clock.monotonicMs();
    const waiting = events.map((event) => this.#add(event, rows, atMs));
    const patienceMs = (options.timeoutMs ?? Infinity) * PAUSE_SHARE_MAX;
    for (const row of rows) this.#flusher.schedule(row, patienceMs);
    this.#flusher.flush();
    this.#cancelSweep ??= this.#nextSweep();
    const flushes = new Set(waiting.flatMap((each) => (each instanceof TidemarkError ? [] : [...each])));
    const late = await withDeadline(
      Promise.all([...flushes].map(({ done: ended }) => ended)),
      this.#clock,
      options,
    );
    return {
      failures: waiting.map((each) => failureOf(each, late)),
      tokens: [...rows].flatMap(({ token }) => token ?? []),
    };
  }

  state(): SketchWriterState {
    return { held: this.#held.size, dirty: this.#held.dirty, rowBytesMax: this.#held.rowBytesMax() };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelSweep?.();
    await this.#flusher.close();
  }

  #add(event: SketchedEvent, rows: Set<BufferedRow>, atMs: number): Waiting {
    if (this.#isClosed) return new TidemarkError('draining', 'sketches are closed');
    const flushes = new Set<Flush>();
    try {
      for (const target of this.#targets.get(event.dataType.family) ?? []) {
        const places = target.sketchesOf(event);
        const row = this.#held.row(places.bufferKey) ?? new BufferedRow(target.rowAddressOf(places));
        rows.add(row);
        this.#addTo(row, { event, places, atMs, reach: target.declaration.reach }, flushes);
      }
    } catch (error) {
      if (error instanceof TidemarkError) return error;
      throw error;
    }
    return flushes;
  }

  #addTo(row: BufferedRow, { event, places, atMs, reach }: Addition, flushes: Set<Flush>): void {
    const { userId } = event.event;
    const item = { ...eventItem(event.qualifier, userId), atMs };
    const user = reach ? { ...userItem(userId), atMs } : undefined;
    for (const cell of places.cells) {
      const flush = this.#held.add(row, cell, item);
      if (flush !== undefined) flushes.add(flush);
      if (user === undefined) continue;
      const ofUsers = this.#held.add(row, { ...cell, kind: 'users' }, user);
      if (ofUsers !== undefined) flushes.add(ofUsers);
    }
  }

  #nextSweep(): () => void {
    return this.#clock.schedule(this.#sweepMs, () => {
      this.#held.evictIdle(this.#clock.monotonicMs());
      this.#cancelSweep = this.#held.size === 0 ? undefined : this.#nextSweep();
    });
  }
}

interface Addition {
  readonly event: SketchedEvent;
  readonly places: EventSketchTargets;
  readonly atMs: number;
  readonly reach: boolean;
}

/** `late` is why the caller waits no longer for flushes that have not ended. */
function failureOf(waiting: Waiting, late: TidemarkError | undefined): TidemarkError | undefined {
  if (waiting instanceof TidemarkError) return waiting;
  for (const { outcome = late } of waiting) if (outcome instanceof TidemarkError) return outcome;
  return undefined;
}
