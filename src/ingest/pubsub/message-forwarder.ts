import { backoffMs } from '../../platform/time/backoff';
import type { Clock } from '../../platform/time/clock';
import { sleep } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Attributes, MessageDelivery, MessageHandler } from './message-delivery';
import { withFirstPublished } from './first-published';

export interface ForwarderDependencies {
  readonly clock: Clock;
  readonly random: Random;
  /** Which messages go on; the others are acknowledged unread. */
  readonly accepts: (attributes: Attributes) => boolean;
  /** Resolves once the message is safe in the other topic. */
  readonly publish: (message: Pick<MessageDelivery, 'data' | 'attributes'>) => Promise<unknown>;
  readonly limits: ForwarderLimits;
  readonly observer?: ForwarderObserver;
}

/** Pauses before a message that could not be published is handed back, in milliseconds: they grow with the failures in a row. */
export interface ForwarderLimits {
  readonly failureInitialDelayMs: number;
  readonly failureMaxDelayMs: number;
}

export interface ForwarderObserver {
  onForwarded?(delivery: MessageDelivery): void;
  onFiltered?(): void;
  onFault?(error: unknown): void;
}

/**
 * The clickstream's filter as a stage of its own: copies the messages that are wanted to another topic, untouched but for
 * an attribute that says when they were first published, and acknowledges each when it is there. At least once: consumers
 * count once whatever comes twice. Order is not kept.
 */
export class MessageForwarder implements MessageHandler {
  readonly #forwarding = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #failuresInRow = 0;

  constructor(readonly dependencies: ForwarderDependencies) {}

  handle(delivery: MessageDelivery): void {
    const { accepts: wants, observer } = this.dependencies;
    if (wants(delivery.attributes)) {
      const forwarding = this.#forward(delivery).finally(() => this.#forwarding.delete(forwarding));
      this.#forwarding.add(forwarding);
    } else {
      delivery.ack();
      observer?.onFiltered?.();
    }
  }

  close(): void {
    this.#closing.abort(new Error('closing'));
  }

  async drain(): Promise<void> {
    while (this.#forwarding.size > 0) await Promise.all(this.#forwarding);
  }

  /** Never rejects. */
  async #forward(delivery: MessageDelivery): Promise<void> {
    const { publish, clock, observer } = this.dependencies;
    try {
      await publish({ data: delivery.data, attributes: withFirstPublished(delivery) });
      this.#failuresInRow = 0;
      delivery.ack();
      observer?.onForwarded?.(delivery);
    } catch (error) {
      observer?.onFault?.(error);
      // Closing ends the pause; that is no failure.
      await sleep(clock, this.#pauseMs(), this.#closing.signal).catch(() => undefined);
      delivery.nack();
    }
  }

  #pauseMs(): number {
    const { random, limits } = this.dependencies;
    const { failureInitialDelayMs: initialDelayMs, failureMaxDelayMs: maxDelayMs } = limits;
    return backoffMs({ initialDelayMs, maxDelayMs }, this.#failuresInRow++, random);
  }
}
