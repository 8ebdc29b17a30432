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

/** Told of what happens; must not throw. */
export interface ConsumerObserver {
  onBatch?(report: BatchReport): void;
  /** The same batch, with one outcome for each of its inputs. */
  onOutcomes?(batch: readonly PendingMessage[], outcomes: readonly IngestOutcome[]): void;
  /** A message that the filter did not want. */
  onFiltered?(): void;
  onDeadLettered?(reason: ErrorCode): void;
  /** A fault of the program, or a dead-letter topic that cannot be written; the messages come again. */
  onFault?(error: unknown): void;
}

export interface EventConsumerLimits extends BatchLimits {
  readonly batchEvents: number;
  readonly batchDelayMs: number;
  /** Batches being written at once; while there are so many the next one grows. */
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
  /** Resolves once the message is safe in the dead-letter topic. */
  readonly deadLetter: (letter: DeadLetter) => Promise<void>;
  /** The clickstream's filter: other messages are acknowledged unread. */
  readonly accepts?: (attributes: Attributes) => boolean;
  /** Why the message's events may not be kept, if they may not. */
  readonly rejects?: (attributes: Attributes, inputs: readonly IngestInput[]) => TidemarkError | undefined;
  readonly observer?: ConsumerObserver;
}

/**
 * Takes messages, writes their events in batches, and acknowledges each message only when all of it is durable or in
 * the dead-letter topic. What fails comes again, after a pause that grows while nothing can be written: the messages held
 * meanwhile fill the subscriber's flow control, which stops the intake. Bounded by that alone.
 *
 * A batch is cut when it is full or its first message has waited long enough, and written when one of the few places is
 * free: so a slow store gets larger batches, not more of them.
 */
export class EventConsumer implements MessageHandler {
  readonly #held = new Set<MessageDelivery>();
  /** Writes, and whatever follows them until a message is settled. */
  readonly #tasks = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #pending: PendingMessage[] = [];
  #pendingEvents = 0;
  #isDue = false;
  #cancelFlush: (() => void) | undefined;
  #writing = 0;
  #failuresInRow = 0;

  constructor(readonly dependencies: EventConsumerDependencies) {}

  handle(delivery: MessageDelivery): void {
    const { accepts: wants, observer } = this.dependencies;
    if (wants?.(delivery.attributes) === false) {
      delivery.ack();
      observer?.onFiltered?.();
      return;
    }
    this.#held.add(delivery);
    this.#enqueue(delivery);
  }

  /** Messages held, and for how long the oldest of them has waited since it was published. */
  lag(): { readonly heldMessages: number; readonly oldestUnackedMs: number } {
    const nowMs = this.dependencies.clock.nowMs();
    let oldestMs = nowMs;
    for (const { publishTimeMs } of this.#held) oldestMs = Math.min(oldestMs, publishTimeMs);
    return { heldMessages: this.#held.size, oldestUnackedMs: nowMs - oldestMs };
  }

  /** From now on nothing waits for company or for better times; `drain` tells when all that was taken is settled. */
  close(): void {
    this.#closing.abort(new Error('closing'));
    this.#flushDue();
  }

  async drain(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  #enqueue(delivery: MessageDelivery): void {
    const { limits, clock, rejects: refuses } = this.dependencies;
    const inputs = this.#decode(delivery);
    if (inputs === undefined) return;
    const refusal = refuses?.(delivery.attributes, inputs);
    if (refusal !== undefined) return this.#track(this.#putAside(delivery, refusal));
    this.#pending.push({ delivery, inputs });
    this.#pendingEvents += inputs.length;
    if (this.#closing.signal.aborted) this.#flushDue();
    else if (this.#pendingEvents >= limits.batchEvents) this.#flush();
    else if (!this.#isDue)
      this.#cancelFlush ??= clock.schedule(limits.batchDelayMs, () => this.#flushDue(), { keepAlive: true });
  }

  #decode(delivery: MessageDelivery): readonly IngestInput[] | undefined {
    try {
      return decodeEventMessage(delivery, this.dependencies);
    } catch (error) {
      this.dependencies.observer?.onFault?.(error);
      this.#track(this.#handBackLater([delivery]));
      return undefined;
    }
  }

  /** Also what is no full batch is to be written. */
  #flushDue(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    this.#isDue = true;
    this.#flush();
  }

  #flush(): void {
    const { batchEvents, batchesInFlight } = this.dependencies.limits;
    while (this.#writing < batchesInFlight && this.#pending.length > 0) {
      if (this.#pendingEvents < batchEvents && !this.#isDue) return;
      this.#track(this.#write(this.#nextBatch()));
    }
  }

  /** One message at least; and no more events than a batch should have, if that can be. */
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
    if (this.#pending.length === 0) this.#isDue = this.#closing.signal.aborted;
    return batch;
  }

  /** Never rejects: whatever happens, each message is acknowledged or comes again. */
  async #write(batch: readonly PendingMessage[]): Promise<void> {
    const { ingest, clock, observer } = this.dependencies;
    const leavePlace = this.#takePlace();
    const startedMs = clock.monotonicMs();
    try {
      const inputs = batch.flatMap((each) => each.inputs);
      const { outcomes } = await ingest(inputs, { onStored: leavePlace });
      const durationMs = clock.monotonicMs() - startedMs;
      observer?.onBatch?.(createBatchReport(batch, outcomes, { nowMs: clock.nowMs(), durationMs }));
      observer?.onOutcomes?.(batch, outcomes);
      await this.#settle(batch, outcomes);
    } catch (error) {
      observer?.onFault?.(error);
      this.#failuresInRow++;
      await this.#handBackLater(batch.map(({ delivery }) => delivery));
    } finally {
      leavePlace();
    }
  }

  /** Who waits for counts over all users only leaves his place: else so many batches, and no more, could join each flush. */
  #takePlace(): () => void {
    let isTaken = true;
    this.#writing++;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#writing--;
      this.#flush();
    };
  }

  /**
   * Resolves when the next batch may have its turn: at once where anything could be written, so that what failed does
   * not hold up the rest; after a pause where nothing could.
   */
  async #settle(batch: readonly PendingMessage[], outcomes: readonly IngestOutcome[]): Promise<void> {
    const isWritten = outcomes.some(({ status }) => status === 'accepted' || status === 'duplicate');
    const failed: MessageDelivery[] = [];
    let at = 0;
    for (const { delivery, inputs } of batch) {
      const trouble = failedOutcomeOf(outcomes, at, (at += inputs.length));
      if (trouble === undefined) this.#release(delivery, 'ack');
      else if (isPermanent(trouble, isWritten)) this.#track(this.#putAside(delivery, trouble.error));
      else failed.push(delivery);
    }
    if (failed.length === 0) {
      if (isWritten) this.#failuresInRow = 0;
      return;
    }
    this.#failuresInRow++;
    const handedBack = this.#handBackLater(failed);
    if (isWritten) this.#track(handedBack);
    else await handedBack;
  }

  /** Never rejects. */
  async #putAside(delivery: MessageDelivery, error: TidemarkError): Promise<void> {
    const { deadLetter: putAside, observer } = this.dependencies;
    try {
      await putAside({ delivery, error });
      this.#release(delivery, 'ack');
      observer?.onDeadLettered?.(error.code);
    } catch (fault) {
      observer?.onFault?.(fault);
      await this.#handBackLater([delivery]);
    }
  }

  async #handBackLater(deliveries: readonly MessageDelivery[]): Promise<void> {
    const { clock, random, limits } = this.dependencies;
    const { failureInitialDelayMs: initialDelayMs, failureMaxDelayMs: maxDelayMs } = limits;
    const retry = this.#failuresInRow / limits.batchesInFlight;
    const delayMs = backoffMs({ initialDelayMs, maxDelayMs }, retry, random);
    // Closing ends the pause; that is no failure.
    await sleep(clock, delayMs, this.#closing.signal).catch(() => undefined);
    for (const delivery of deliveries) this.#release(delivery, 'nack');
  }

  /** Once: a fault after some of a batch was settled hands back the others only. */
  #release(delivery: MessageDelivery, how: 'ack' | 'nack'): void {
    if (this.#held.delete(delivery)) delivery[how]();
  }

  #track(task: Promise<void>): void {
    const tracked: Promise<void> = task.finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }
}

type FailedOutcome = Extract<IngestOutcome, { readonly error: TidemarkError }>;

/** What keeps a message from being acknowledged: a failure, which a retry may mend, before a rejection. */
function failedOutcomeOf(
  outcomes: readonly IngestOutcome[],
  start: number,
  end: number,
): FailedOutcome | undefined {
  let rejected: FailedOutcome | undefined;
  for (let at = start; at < end; at++) {
    const outcome = outcomes[at]!;
    if (outcome.status === 'failed') return outcome;
    if (outcome.status === 'rejected') rejected ??= outcome;
  }
  return rejected;
}

/** What is refused for good while others are written is the message's own fault, not that of a missing table. */
function isPermanent({ status, error }: FailedOutcome, isWritten: boolean): boolean {
  return status === 'rejected' || (isWritten && !error.retryable);
}
