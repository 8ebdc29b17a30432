import type { ConsentOperations } from '../../operations/privacy/consent';
import { TidemarkError } from '../../errors';
import { backoffMs } from '../../platform/time/backoff';
import { sleep, type Clock } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { ConsumerObserver } from '../pubsub/event-consumer';
import type { Attributes, DeadLetter, MessageDelivery, MessageHandler } from '../pubsub/message-delivery';
import { decodeConsentMessage, isConsentMessage } from './consent-message';

export interface ConsentConsumerDependencies {
  readonly recordConsent: ConsentOperations['recordConsent'];
  readonly clock: Clock;
  readonly random: Random;
  readonly limits: {
    /** Maximum number of messages that are written at the same time. Others wait. */
    readonly decisionsInFlight: number;
    readonly failureInitialDelayMs: number;
    readonly failureMaxDelayMs: number;
  };
  /** Resolves once the message is stored in the dead-letter topic. */
  readonly deadLetter: (letter: DeadLetter) => Promise<void>;
  readonly observer?: Pick<ConsumerObserver, 'onConsent' | 'onDeadLettered' | 'onFault'> | undefined;
}

/**
 * Handles messages with decisions: acknowledges a message when its decisions are durable, or the message is in the
 * dead-letter topic. Decisions have times, so the order of messages and redeliveries do not matter. Waiting messages are
 * bounded by the subscriber's flow control.
 */
export class ConsentConsumer implements MessageHandler {
  readonly #dependencies: ConsentConsumerDependencies;
  readonly #waiting: MessageDelivery[] = [];
  readonly #tasks = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #failuresInRow = 0;

  constructor(dependencies: ConsentConsumerDependencies) {
    this.#dependencies = dependencies;
  }

  handle(delivery: MessageDelivery): void {
    this.#waiting.push(delivery);
    this.#begin();
  }

  close(): void {
    this.#closing.abort(new Error('closing'));
  }

  async drain(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
  }

  #begin(): void {
    while (this.#tasks.size < this.#dependencies.limits.decisionsInFlight && this.#waiting.length > 0) {
      const task: Promise<void> = this.#record(this.#waiting.shift()!).finally(() => {
        this.#tasks.delete(task);
        this.#begin();
      });
      this.#tasks.add(task);
    }
  }

  /** Never rejects. */
  async #record(delivery: MessageDelivery): Promise<void> {
    const { recordConsent, observer } = this.#dependencies;
    try {
      const { accessLocation, ...request } = decodeConsentMessage(delivery);
      await recordConsent(request, { accessLocation });
      this.#failuresInRow = 0;
      delivery.ack();
      observer?.onConsent?.();
    } catch (error) {
      if (error instanceof TidemarkError && isOfMessage(error)) return this.#deadLetter(delivery, error);
      observer?.onFault?.(error);
      await this.#nackAfterBackoff(delivery);
    }
  }

  async #deadLetter(delivery: MessageDelivery, error: TidemarkError): Promise<void> {
    const { deadLetter, observer } = this.#dependencies;
    try {
      await deadLetter({ delivery, error });
      delivery.ack();
      observer?.onDeadLettered?.(error.code);
    } catch (fault) {
      observer?.onFault?.(fault);
      await this.#nackAfterBackoff(delivery);
    }
  }

  async #nackAfterBackoff(delivery: MessageDelivery): Promise<void> {
    const { clock, random, limits } = this.#dependencies;
    const { failureInitialDelayMs: initialDelayMs, failureMaxDelayMs: maxDelayMs } = limits;
    const delayMs = backoffMs({ initialDelayMs, maxDelayMs }, this.#failuresInRow++, random);
    // Closing ends the delay early, which is not an error.
    await sleep(clock, delayMs, this.#closing.signal).catch(() => undefined);
    delivery.nack();
  }
}

/** Whether the message itself is at fault, so that a redelivery does not help. */
const isOfMessage = ({ code }: TidemarkError): boolean =>
  code === 'invalid_argument' ||
  code === 'malformed_body' ||
  code === 'location_required' ||
  code === 'wrong_region';

/** Returns a handler that passes messages with decisions to one handler, and all others to another. */
export function withConsentMessages(
  consents: MessageHandler,
  events: MessageHandler,
  accepts: ((attributes: Attributes) => boolean) | undefined,
): MessageHandler {
  return {
    handle(delivery) {
      const isConsent = isConsentMessage(delivery.attributes) && accepts?.(delivery.attributes) !== false;
      (isConsent ? consents : events).handle(delivery);
    },
    close() {
      consents.close();
      events.close();
    },
    drain: async () => void (await Promise.all([consents.drain(), events.drain()])),
  };
}
