import type { BatchLimits, IngestInput } from '../codec/ad-action';
import type { ErrorCode } from '../errors';
import type { TidemarkError } from '../errors';
import type { IngestEvents, IngestOutcome } from '../operations/ingest-events';
import { sleep, type Clock } from '../platform/clock';
import { decodeMessage } from './message-format';

/** A message as the consumer sees it, whichever queue it came from. */
export interface Delivery {
  readonly data: Buffer;
  readonly attributes: Readonly<Record<string, string>>;
  readonly publishTimeMs: number;
  /** It is done with and never comes back. */
  ack(): void;
  /** It comes again. */
  nack(): void;
}

/** Why a message was put aside: the first of its errors. */
export interface DeadLetter {
  readonly delivery: Delivery;
  readonly error: TidemarkError;
}

/** What became of one batch, for metrics and logs. */
export interface BatchReport {
  readonly messages: number;
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: number;
  readonly failed: number;
  readonly durationMs: number;
  /** Age of the oldest event that became durable with this batch. */
  readonly eventLagMs: number;
}

/** Told of what happens; must not throw. */
export interface ConsumerObserver {
  onBatch?(report: BatchReport): void;
  /** A message that the filter did not want. */
  onFiltered?(): void;
  onDeadLettered?(reason: ErrorCode): void;
  /** A fault of the program, or a dead-letter topic that cannot be written; the messages come again. */
  onFault?(error: unknown): void;
}

export interface ConsumerLimits extends BatchLimits {
  readonly batchEvents: number;
  readonly batchDelayMs: number;
  readonly failureInitialDelayMs: number;
  readonly failureMaxDelayMs: number;
}

export interface ConsumerDependencies {
  readonly ingest: IngestEvents;
  readonly clock: Clock;
  readonly limits: ConsumerLimits;
  /** Resolves once the message is safe in the dead-letter topic. */
  readonly putAside: (letter: DeadLetter) => Promise<void>;
  /** The clickstream's filter: other messages are acknowledged unread. */
  readonly wants?: (attributes: Readonly<Record<string, string>>) => boolean;
  readonly observer?: ConsumerObserver;
}

interface PendingMessage {
  readonly delivery: Delivery;
  readonly inputs: readonly IngestInput[];
}

/**
 * Takes messages, writes their events in batches, and acknowledges each message only when all of it is durable or in
 * the dead-letter topic. What fails retryably comes again, after a pause that grows while the store stays away: the
 * messages held meanwhile fill the subscriber's flow control, which stops the intake. Bounded by that alone.
 */
export class EventConsumer {
  readonly #held = new Set<Delivery>();
  readonly #writing = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #pending: PendingMessage[] = [];
  #pendingEvents = 0;
  #cancelFlush: (() => void) | undefined;
  #failuresInRow = 0;

  constructor(readonly dependencies: ConsumerDependencies) {}

  take(delivery: Delivery): void {
    const { wants, limits, clock, observer } = this.dependencies;
    if (wants?.(delivery.attributes) === false) {
      delivery.ack();
      observer?.onFiltered?.();
      return;
    }
    const inputs = decodeMessage(delivery, limits);
    this.#held.add(delivery);
    this.#pending.push({ delivery, inputs });
    this.#pendingEvents += inputs.length;
    if (this.#pendingEvents >= limits.batchEvents || this.#closing.signal.aborted) this.#flush();
    else this.#cancelFlush ??= clock.schedule(limits.batchDelayMs, () => this.#flush(), { keepAlive: true });
  }

  /** Messages held, and for how long the oldest of them has waited since it was published. */
  lag(): { readonly heldMessages: number; readonly oldestUnackedMs: number } {
    let oldestMs = this.dependencies.clock.nowMs();
    for (const { publishTimeMs } of this.#held) oldestMs = Math.min(oldestMs, publishTimeMs);
    const oldestUnackedMs = this.dependencies.clock.nowMs() - oldestMs;
    return { heldMessages: this.#held.size, oldestUnackedMs };
  }

  /** From now on nothing waits for company or for better times; `drain` tells when all that was taken is settled. */
  close(): void {
    this.#closing.abort(new Error('closing'));
    this.#flush();
  }

  async drain(): Promise<void> {
    while (this.#writing.size > 0) await Promise.all(this.#writing);
  }

  #flush(): void {
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    if (this.#pending.length === 0) return;
    const batch = this.#pending;
    this.#pending = [];
    this.#pendingEvents = 0;
    const writing = this.#write(batch).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  /** Never rejects: whatever happens, each message is acknowledged or comes again. */
  async #write(batch: readonly PendingMessage[]): Promise<void> {
    const { ingest, clock, observer } = this.dependencies;
    const startedMs = clock.monotonicMs();
    try {
      const { outcomes } = await ingest(batch.flatMap(({ inputs }) => inputs));
      observer?.onBatch?.(this.#report(batch, outcomes, clock.monotonicMs() - startedMs));
      await this.#pauseAfterFailure(outcomes);
      await Promise.all(perMessage(batch, outcomes).map((settled) => this.#settle(settled)));
    } catch (error) {
      observer?.onFault?.(error);
      for (const { delivery } of batch) if (this.#held.has(delivery)) this.#release(delivery, 'nack');
    }
  }

  async #settle({ delivery, outcomes }: SettledMessage): Promise<void> {
    if (outcomes.some(({ status }) => status === 'failed')) {
      this.#release(delivery, 'nack');
      return;
    }
    const rejected = outcomes.find((outcome) => outcome.status === 'rejected');
    this.#release(
      delivery,
      rejected === undefined || (await this.#putAside(delivery, rejected.error)) ? 'ack' : 'nack',
    );
  }

  async #putAside(delivery: Delivery, error: TidemarkError): Promise<boolean> {
    const { putAside, observer } = this.dependencies;
    try {
      await putAside({ delivery, error });
      observer?.onDeadLettered?.(error.code);
      return true;
    } catch (fault) {
      observer?.onFault?.(fault);
      return false;
    }
  }

  #release(delivery: Delivery, how: 'ack' | 'nack'): void {
    this.#held.delete(delivery);
    delivery[how]();
  }

  async #pauseAfterFailure(outcomes: readonly IngestOutcome[]): Promise<void> {
    if (outcomes.every(({ status }) => status !== 'failed')) {
      this.#failuresInRow = 0;
      return;
    }
    const { clock, limits } = this.dependencies;
    const growth = 2 ** Math.min(this.#failuresInRow++, 30);
    const delayMs = Math.min(limits.failureMaxDelayMs, limits.failureInitialDelayMs * growth);
    // Closing ends the pause; that is no failure.
    await sleep(clock, delayMs, this.#closing.signal).catch(() => undefined);
  }

  #report(
    batch: readonly PendingMessage[],
    outcomes: readonly IngestOutcome[],
    durationMs: number,
  ): BatchReport {
    const count = (wanted: IngestOutcome['status']): number =>
      outcomes.filter(({ status }) => status === wanted).length;
    const nowMs = this.dependencies.clock.nowMs();
    const inputs = batch.flatMap((message) => message.inputs);
    const lagsMs = inputs.map((input, i) =>
      'event' in input && outcomes[i]!.status === 'accepted' ? nowMs - input.event.eventTimeMs : 0,
    );
    return {
      messages: batch.length,
      accepted: count('accepted'),
      duplicates: count('duplicate'),
      rejected: count('rejected'),
      failed: count('failed'),
      durationMs,
      eventLagMs: lagsMs.reduce((most, lag) => Math.max(most, lag), 0),
    };
  }
}

interface SettledMessage {
  readonly delivery: Delivery;
  readonly outcomes: readonly IngestOutcome[];
}

function perMessage(batch: readonly PendingMessage[], outcomes: readonly IngestOutcome[]): SettledMessage[] {
  let start = 0;
  return batch.map(({ delivery, inputs }) => ({
    delivery,
    outcomes: outcomes.slice(start, (start += inputs.length)),
  }));
}
