import type { CallOptions } from '../../bigtable/client/types';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { eventItem, userItem } from '../../core/sketches/sketch-items';
import type { SketchTables } from '../../core/residency/sketch-tables';
import type { WriteToken } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Writer } from '../../consistency/store';
import type { FlushCompletion } from './flush-completion';
import { Flusher, type FlushLimits, type FlushObserver } from './flusher';
import { BufferedRow } from './buffered-row';
import { SketchBuffer, type SketchBufferLimits } from './sketch-buffer';
import { withDeadline } from './with-deadline';
import { SketchTarget, type EventSketchTargets, type SketchedEvent } from './sketch-target';

export type SketchWriterLimits = FlushLimits & SketchBufferLimits;

/** Share of a caller's timeout that the pause of a row may take. */
const PAUSE_SHARE_MAX = 1 / 4;

export interface SketchWriterDependencies {
  readonly writer: Writer;
  readonly sketchTables: Pick<SketchTables, 'tableFor'>;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: SketchWriterLimits;
  readonly observer?: FlushObserver | undefined;
}

/** Result of adding events to sketches. */
interface SketchAddResult {
  /** One for each event: the error if it may be missing from the sketches. Such an event may be added again. */
  readonly failures: readonly (TidemarkError | undefined)[];
  /** Tokens for reads of counts that must contain all events without a failure. */
  readonly tokens: readonly WriteToken[];
}

/** Numbers of sketches in memory, for metrics. */
interface SketchWriterState {
  readonly held: number;
  readonly dirty: number;
  readonly rowBytesMax: number;
}

/** Adds events to the counts over all users. */
export interface SketchWriter {
  /** Resolves when every event is durable or has failed. Rejects only on a program error. */
  add(events: readonly SketchedEvent[], options?: CallOptions): Promise<SketchAddResult>;
  /**
   * Returns the number of sketches in memory, of those with data to write, and the maximum bytes written to one row.
   */
  state(): SketchWriterState;
  /** Rejects further events with `draining`, and resolves when everything is written. */
  close(): Promise<void>;
}

/**
 * Creates a writer that adds events to the sketches their types declare. An event may be added any number of times,
 * by any number of processes, and counts once. See docs/decisions/0006-sketches.md.
 *
 * Errors of events: `overloaded`, `draining`, `deadline_exceeded`, and those of failed writes.
 */
export function createSketchWriter(dependencies: SketchWriterDependencies): SketchWriter {
  return new EventSketches(dependencies);
}

/** Completions of the flushes that make an event durable, or its error. */
type PendingEvent = ReadonlySet<FlushCompletion> | TidemarkError;

class EventSketches implements SketchWriter {
  readonly #clock: Clock;
  readonly #buffer: SketchBuffer;
  readonly #flusher: Flusher;
  /** Targets by the family of the events. */
  readonly #targets: ReadonlyMap<string, readonly SketchTarget[]>;
  readonly #sweepMs: number;
  #cancelSweep: (() => void) | undefined;
  #isClosed = false;

  constructor(dependencies: SketchWriterDependencies) {
    const { writer, sketchTables, schema, clock, random, limits, observer } = dependencies;
    this.#clock = clock;
    this.#buffer = new SketchBuffer(limits, random);
    const release = this.#buffer.release.bind(this.#buffer);
    this.#flusher = new Flusher({ writer, clock, limits, observer, release });
    this.#targets = new Map(
      schema
        .eventTypes()
        .map(({ family, events }) => [
          family,
          events.sketches.map((each) => new SketchTarget(each, sketchTables.tableFor)),
        ]),
    );
    this.#sweepMs = limits.idleMs / 2;
  }

  async add(events: readonly SketchedEvent[], options: CallOptions = {}): Promise<SketchAddResult> {
    const rows = new Set<BufferedRow>();
    const atMs = this.#clock.monotonicMs();
    const pending = events.map((event) => this.#add(event, rows, atMs));
    const delayMaxMs = (options.timeoutMs ?? Infinity) * PAUSE_SHARE_MAX;
    for (const row of rows) this.#flusher.schedule(row, delayMaxMs);
    this.#flusher.startDueFlushes();
    this.#cancelSweep ??= this.#nextSweep();
    const completions = new Set(pending.flatMap((each) => (each instanceof TidemarkError ? [] : [...each])));
    const late = await withDeadline(
      Promise.all([...completions].map(({ done }) => done)),
      this.#clock,
      options,
    );
    return {
      failures: pending.map((each) => failureOf(each, late)),
      tokens: [...rows].flatMap(({ token }) => token ?? []),
    };
  }

  state(): SketchWriterState {
    return { held: this.#buffer.size, dirty: this.#buffer.dirty, rowBytesMax: this.#buffer.rowBytesMax() };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelSweep?.();
    await this.#flusher.close();
  }

  #add(event: SketchedEvent, rows: Set<BufferedRow>, atMs: number): PendingEvent {
    if (this.#isClosed) return new TidemarkError('draining', 'sketches are closed');
    const completions = new Set<FlushCompletion>();
    try {
      for (const target of this.#targets.get(event.dataType.family) ?? []) {
        const targets = target.sketchesOf(event);
        const row = this.#buffer.row(targets.bufferKey) ?? new BufferedRow(target.rowAddressOf(targets));
        rows.add(row);
        this.#addTo(row, { event, places: targets, atMs, reach: target.declaration.reach }, completions);
      }
    } catch (error) {
      if (error instanceof TidemarkError) return error;
      throw error;
    }
    return completions;
  }

  #addTo(
    row: BufferedRow,
    { event, places: targets, atMs, reach }: Addition,
    completions: Set<FlushCompletion>,
  ): void {
    const { userId } = event.event;
    const item = { ...eventItem(event.qualifier, userId), atMs };
    const user = reach ? { ...userItem(userId), atMs } : undefined;
    for (const cell of targets.cells) {
      const completion = this.#buffer.add(row, cell, item);
      if (completion !== undefined) completions.add(completion);
      if (user === undefined) continue;
      const userCompletion = this.#buffer.add(row, { ...cell, kind: 'users' }, user);
      if (userCompletion !== undefined) completions.add(userCompletion);
    }
  }

  #nextSweep(): () => void {
    return this.#clock.schedule(this.#sweepMs, () => {
      this.#buffer.evictIdle(this.#clock.monotonicMs());
      this.#cancelSweep = this.#buffer.size === 0 ? undefined : this.#nextSweep();
    });
  }
}

interface Addition {
  readonly event: SketchedEvent;
  readonly places: EventSketchTargets;
  readonly atMs: number;
  readonly reach: boolean;
}

/** Returns the error of an event. `late` is the reason why flushes that have not ended are no longer waited for. */
function failureOf(pending: PendingEvent, late: TidemarkError | undefined): TidemarkError | undefined {
  if (pending instanceof TidemarkError) return pending;
  for (const { outcome = late } of pending) if (outcome instanceof TidemarkError) return outcome;
  return undefined;
}
