import type { ChangeStreamEvent, DataChange, StreamClosed } from '../../../bigtable/changes/change-types';
import type { Clock } from '../../../platform/time/clock';

/** Object with changes of one batch. */
export interface ChangedObject {
  readonly key: Buffer;
  /** Latest commit time of its changes, in microseconds since the Unix epoch. */
  readonly commitMicros: number;
}

/** Changes of a short time, by object. */
export interface ChangeBatch {
  readonly objects: readonly ChangedObject[];
  /** Number of changes, including those that are no reason to process an object. */
  readonly changes: number;
  /** Position behind the batch. Undefined: no event but the end of the stream. */
  readonly progress: { readonly token: string; readonly lowWatermarkMicros: number } | undefined;
  /** End of the stream, if the batch is the last one. */
  readonly closed: StreamClosed | undefined;
}

export interface ChangeBatchLimits {
  /** Time for which changes are collected after the first one, in milliseconds. */
  readonly batchMs: number;
  /** Maximum number of objects in a batch. */
  readonly batchObjectsMax: number;
}

export interface ChangeBatchesOptions {
  readonly events: AsyncIterator<ChangeStreamEvent>;
  readonly isTrigger: (change: DataChange) => boolean;
  readonly clock: Clock;
  readonly limits: ChangeBatchLimits;
}

const WAITED = Symbol('the time is over');

/**
 * Divides a change stream into batches: the changes of a short time, with each object once. Nothing is read ahead beyond what
 * the stream buffers, so a slow consumer slows the stream.
 */
export class ChangeBatches {
  readonly #options: ChangeBatchesOptions;
  /** Event that was awaited when the last batch ended. */
  #pending: Promise<IteratorResult<ChangeStreamEvent>> | undefined;

  constructor(options: ChangeBatchesOptions) {
    this.#options = options;
  }

  /** Waits for the next event, and returns the batch that it begins. Rejects with the failure of the stream. */
  async next(): Promise<ChangeBatch> {
    const { clock, limits } = this.#options;
    const batch = new OpenBatch(this.#options.isTrigger);
    batch.add(await this.#event());
    const untilMs = clock.monotonicMs() + limits.batchMs;
    while (batch.isOpen && batch.size < limits.batchObjectsMax) {
      const event = await this.#eventWithin(untilMs - clock.monotonicMs());
      if (event === undefined) break;
      batch.add(event);
    }
    return batch.close();
  }

  async #event(): Promise<ChangeStreamEvent> {
    const next = (this.#pending ??= this.#options.events.next());
    const result = await next;
    this.#pending = undefined;
    if (result.done === true) throw new Error('the change stream has no further events');
    return result.value;
  }

  /** Returns the next event; undefined if there is none within the time. */
  async #eventWithin(ms: number): Promise<ChangeStreamEvent | undefined> {
    if (ms <= 0) return undefined;
    this.#pending ??= this.#options.events.next();
    // Whether it fails is seen when it is awaited by the next batch.
    this.#pending.catch(() => undefined);
    let cancelTimer: () => void = () => undefined;
    const waited = new Promise<typeof WAITED>((resolve) => {
      cancelTimer = this.#options.clock.schedule(ms, () => resolve(WAITED));
    });
    const first = await Promise.race([this.#pending.catch(() => WAITED), waited]);
    cancelTimer();
    return first === WAITED ? undefined : this.#event();
  }
}

class OpenBatch {
  readonly #isTrigger: (change: DataChange) => boolean;
  readonly #objects = new Map<string, ChangedObject>();
  #changes = 0;
  #progress: ChangeBatch['progress'];
  #closed: StreamClosed | undefined;

  constructor(isTrigger: (change: DataChange) => boolean) {
    this.#isTrigger = isTrigger;
  }

  get size(): number {
    return this.#objects.size;
  }

  /** Whether further events may be added. A batch without objects is complete: there is nothing to wait for. */
  get isOpen(): boolean {
    return this.#closed === undefined && this.#objects.size > 0;
  }

  add(event: ChangeStreamEvent): void {
    if (event.kind === 'closed') {
      this.#closed = event;
      return;
    }
    this.#progress = { token: event.token, lowWatermarkMicros: event.lowWatermarkMicros };
    if (event.kind === 'heartbeat') return;
    this.#changes += 1;
    if (!this.#isTrigger(event)) return;
    const name = event.key.toString('latin1');
    const commitMicros = Math.max(event.commitMicros, this.#objects.get(name)?.commitMicros ?? 0);
    this.#objects.set(name, { key: event.key, commitMicros });
  }

  close(): ChangeBatch {
    const objects = [...this.#objects.values()];
    return { objects, changes: this.#changes, progress: this.#progress, closed: this.#closed };
  }
}
