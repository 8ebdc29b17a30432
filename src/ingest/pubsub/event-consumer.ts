import type { BatchLimits, IngestInput } from '../../codec/events/event-inputs';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import type { ErrorCode, TidemarkError } from '../../errors';
import type { IngestEvents, IngestOutcome } from '../../operations/events/ingest-events';
import { backoffMs } from '../../platform/time/backoff';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import { createBatchReport, type BatchReport, type PendingMessage } from './batch-report';
import type { Attributes, DeadLetter, MessageDelivery, MessageHandler } from './message-delivery';
import { decodeEventMessage } from './message-format';

/** Observer of a consumer's work. Its methods must not throw. */
export interface ConsumerObserver {
  onBatch?(report: BatchReport): void;
  /** Reports the same batch with one outcome for each of its inputs. */
  onOutcomes?(batch: readonly PendingMessage[], outcomes: readonly IngestOutcome[]): void;
  /** Reports a message that the filter did not accept. */
  onFiltered?(): void;
  /** Reports a message whose decisions about purposes are durable; see `ConsentConsumer`. */
  onConsent?(): void;
  onDeadLettered?(reason: ErrorCode): void;
  /**
   * Reports a program error or a dead-letter topic that cannot be written. The messages concerned are delivered
   * again.
   */
  onFault?(error: unknown): void;
}

interface EventConsumerLimits extends BatchLimits {
  readonly batchEvents: number;
  readonly batchDelayMs: number;
  /** Maximum number of batches written at the same time. While it is reached, the next batch grows. */
  readonly batchesInFlight: number;
  readonly failureInitialDelayMs: number;
  readonly failureMaxDelayMs: number;
}

export interface EventConsumerDependencies {
  readonly ingest: IngestEvents;
  readonly schema: SchemaRegistry;
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: EventConsumerLimits;
  /** Resolves once the message is stored in the dead-letter topic. */
  readonly deadLetter: (letter: DeadLetter) => Promise<void>;
  /** Filter by attributes: other messages are acknowledged without being decoded. Default: all are accepted. */
  readonly accepts?: (attributes: Attributes) => boolean;
  /** Returns the error for a message whose events must not be stored, undefined for others. */
  readonly rejects?:
    | ((attributes: Attributes, inputs: readonly IngestInput[]) => TidemarkError | undefined)
    | undefined;
  readonly observer?: ConsumerObserver;
}

/**
 * Handles messages: writes their events in batches, and acknowledges a message only when all of it is durable or in
 * the dead-letter topic. A failed message is delivered again after a delay that grows while no write succeeds. The
 * messages held meanwhile fill the subscriber's flow control, which stops the intake; nothing else bounds them.
 *
 * A batch is closed when it is full or its first message has waited long enough, and is written when a write slot is
 * free. A slow store therefore gets larger batches, not more of them.
 */
export class EventConsumer implements MessageHandler {
  readonly #held = new Set<MessageDelivery>();
  /** Writes and the work that follows them until their messages are acknowledged or handed back. */
  readonly #tasks = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #pending: PendingMessage[] = [];
  #pendingEvents = 0;
  #isDue = false;
  #cancelBatchDelay: (() => void) | undefined;
  #writing = 0;
  #failuresInRow = 0;

  constructor(readonly dependencies: EventConsumerDependencies) {}

  handle(delivery: MessageDelivery): void {
    const { accepts, observer } = this.dependencies;
    if (accepts?.(delivery.attributes) === false) {
      delivery.ack();
      observer?.onFiltered?.();
      return;
    }
    this.#held.add(delivery);
    this.#enqueue(delivery);
  }

  /** Returns the number of messages held and the age of the oldest one since its publication. */
  lag(): { readonly heldMessages: number; readonly oldestUnackedMs: number } {
    const nowMs = this.dependencies.clock.nowMs();
    let oldestMs = nowMs;
    for (const { publishTimeMs } of this.#held) oldestMs = Math.min(oldestMs, publishTimeMs);
    return { heldMessages: this.#held.size, oldestUnackedMs: nowMs - oldestMs };
  }

  /** Ends all waiting; `drain` resolves when every message is acknowledged or handed back. */
  close(): void {
    this.#closing.abort(new Error('closing'));
    this.#writeAllBatches();
  }

  async drain(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  #enqueue(delivery: MessageDelivery): void {
    const { limits, clock, rejects } = this.dependencies;
    const inputs = this.#decode(delivery);
    if (inputs === undefined) return;
    const error = rejects?.(delivery.attributes, inputs);
    if (error !== undefined) return this.#track(this.#deadLetter(delivery, error));
    this.#pending.push({ delivery, inputs });
    this.#pendingEvents += inputs.length;
    if (this.#closing.signal.aborted) this.#writeAllBatches();
    else if (this.#pendingEvents >= limits.batchEvents) this.#writeBatches();
    else if (!this.#isDue)
      this.#cancelBatchDelay ??= clock.schedule(limits.batchDelayMs, () => this.#writeAllBatches(), {
        keepAlive: true,
      });
  }

  #decode(delivery: MessageDelivery): readonly IngestInput[] | undefined {
    try {
      return decodeEventMessage(delivery, this.dependencies);
    } catch (error) {
      this.dependencies.observer?.onFault?.(error);
      this.#track(this.#nackAfterBackoff([delivery]));
      return undefined;
    }
  }

  /** Writes incomplete batches too. */
  #writeAllBatches(): void {
    this.#endBatchDelay();
    this.#isDue = true;
    this.#writeBatches();
  }

  #endBatchDelay(): void {
    this.#cancelBatchDelay?.();
    this.#cancelBatchDelay = undefined;
  }

  #writeBatches(): void {
    const { batchEvents, batchesInFlight } = this.dependencies.limits;
    while (this.#writing < batchesInFlight && this.#pending.length > 0) {
      if (this.#pendingEvents < batchEvents && !this.#isDue) return;
      this.#track(this.#write(this.#nextBatch()));
    }
  }

  /** Takes at least one message, and otherwise no more events than a batch may have. */
  #nextBatch(): readonly PendingMessage[] {
    const { batchEvents } = this.dependencies.limits;
    let events = 0;
    let count = 0;
    for (const { inputs } of this.#pending) {
      if (count > 0 && events + inputs.length > batchEvents) break;
      events += inputs.length;
      count++;
    }
    const batch = this.#pending.splice(0, count);
    this.#pendingEvents -= events;
    if (this.#pending.length === 0) {
      // A delay that ended while nothing is pending would leave the next message without one of its own.
      this.#endBatchDelay();
      this.#isDue = this.#closing.signal.aborted;
    }
    return batch;
  }

  /** Never rejects: each message is acknowledged or delivered again, whatever happens. */
  async #write(batch: readonly PendingMessage[]): Promise<void> {
    const { ingest, clock, observer } = this.dependencies;
    const freeSlot = this.#takeSlot();
    const startedMs = clock.monotonicMs();
    try {
      const inputs = batch.flatMap((each) => each.inputs);
      const { outcomes } = await ingest(inputs, { onStored: freeSlot });
      const durationMs = clock.monotonicMs() - startedMs;
      observer?.onBatch?.(createBatchReport(batch, outcomes, { nowMs: clock.nowMs(), durationMs }));
      observer?.onOutcomes?.(batch, outcomes);
      await this.#settle(batch, outcomes);
    } catch (error) {
      observer?.onFault?.(error);
      this.#failuresInRow++;
      await this.#nackAfterBackoff(batch.map(({ delivery }) => delivery));
    } finally {
      freeSlot();
    }
  }

  /**
   * Takes a write slot and returns a function that frees it. A batch frees its slot as soon as only the counts over
   * all users are pending; otherwise the number of slots would limit the batches that can share one flush.
   */
  #takeSlot(): () => void {
    let isOccupied = true;
    this.#writing++;
    return () => {
      if (!isOccupied) return;
      isOccupied = false;
      this.#writing--;
      this.#writeBatches();
    };
  }

  /**
   * Resolves when this batch frees its slot, unless it was freed before: at once when anything could be written, so
   * that failed messages do not delay the others, and after a delay when nothing could be.
   */
  async #settle(batch: readonly PendingMessage[], outcomes: readonly IngestOutcome[]): Promise<void> {
    const isWritten = outcomes.some(({ status }) => status === 'accepted' || status === 'duplicate_in_call');
    const failed: MessageDelivery[] = [];
    let at = 0;
    for (const { delivery, inputs } of batch) {
      const errorOutcome = errorOutcomeOf(outcomes, at, (at += inputs.length));
      if (errorOutcome === undefined) this.#release(delivery, 'ack');
      else if (isPermanent(errorOutcome, isWritten))
        this.#track(this.#deadLetter(delivery, errorOutcome.error));
      else failed.push(delivery);
    }
    if (failed.length === 0) {
      if (isWritten) this.#failuresInRow = 0;
      return;
    }
    this.#failuresInRow++;
    const nacked = this.#nackAfterBackoff(failed);
    if (isWritten) this.#track(nacked);
    else await nacked;
  }

  /** Never rejects. */
  async #deadLetter(delivery: MessageDelivery, error: TidemarkError): Promise<void> {
    const { deadLetter, observer } = this.dependencies;
    try {
      await deadLetter({ delivery, error });
      this.#release(delivery, 'ack');
      observer?.onDeadLettered?.(error.code);
    } catch (fault) {
      observer?.onFault?.(fault);
      await this.#nackAfterBackoff([delivery]);
    }
  }

  async #nackAfterBackoff(deliveries: readonly MessageDelivery[]): Promise<void> {
    const { clock, random, limits } = this.dependencies;
    const { failureInitialDelayMs: initialDelayMs, failureMaxDelayMs: maxDelayMs } = limits;
    const retry = this.#failuresInRow / limits.batchesInFlight;
    const delayMs = backoffMs({ initialDelayMs, maxDelayMs }, retry, random);
    // Closing ends the delay early, which is not an error.
    await sleep(clock, delayMs, this.#closing.signal).catch(() => undefined);
    for (const delivery of deliveries) this.#release(delivery, 'nack');
  }

  /**
   * Acknowledges or hands back a message at most once: after an error, only the messages of the batch that are still
   * held are handed back.
   */
  #release(delivery: MessageDelivery, how: 'ack' | 'nack'): void {
    if (this.#held.delete(delivery)) delivery[how]();
  }

  #track(task: Promise<void>): void {
    const tracked: Promise<void> = task.finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }
}

/** Outcome that keeps a message from being acknowledged: rejected or failed. */
type ErrorOutcome = Extract<IngestOutcome, { readonly error: TidemarkError }>;

/**
 * Returns the outcome that keeps a message from being acknowledged. A failure, which a retry may fix, takes
 * precedence over a rejection.
 */
function errorOutcomeOf(
  outcomes: readonly IngestOutcome[],
  start: number,
  end: number,
): ErrorOutcome | undefined {
  let rejected: ErrorOutcome | undefined;
  for (let at = start; at < end; at++) {
    const outcome = outcomes[at]!;
    if (outcome.status === 'failed') return outcome;
    if (outcome.status === 'rejected') rejected ??= outcome;
  }
  return rejected;
}

/**
 * Whether no retry can help. A non-retryable failure counts as the message's own fault only when other events were
 * written; otherwise the cause may be a missing table.
 */
function isPermanent({ status, error }: ErrorOutcome, isWritten: boolean): boolean {
  return status === 'rejected' || (isWritten && !error.retryable);
}
