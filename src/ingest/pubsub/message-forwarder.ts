import { backoffMs } from '../../platform/time/backoff';
import type { Clock } from '../../platform/time/clock';
import { sleep } from '../../platform/time/clock';
import type { Random } from '../../platform/random';
import type { Attributes, MessageDelivery, MessageHandler } from './message-delivery';
import { withFirstPublished } from './first-published';

export interface ForwarderDependencies {
  readonly clock: Clock;
  readonly random: Random;
  /** Selects the messages that are forwarded. Others are acknowledged without being decoded. */
  readonly accepts: (attributes: Attributes) => boolean;
  /** Resolves once the message is stored in the other topic. */
  readonly publish: (message: Pick<MessageDelivery, 'data' | 'attributes'>) => Promise<unknown>;
  readonly limits: ForwarderLimits;
  readonly observer?: ForwarderObserver;
}

/**
 * Bounds of the delay before a message that could not be published is handed back, in milliseconds. The delay grows
 * with consecutive failures.
 */
interface ForwarderLimits {
  readonly failureInitialDelayMs: number;
  readonly failureMaxDelayMs: number;
}

/** Observer of a forwarder's work. */
export interface ForwarderObserver {
  onForwarded?(delivery: MessageDelivery): void;
  onFiltered?(): void;
  onFault?(error: unknown): void;
}

/**
 * Clickstream filter as a stage of its own. It copies accepted messages to another topic, unchanged apart from an
 * attribute with their first publication time, and acknowledges each one when the copy is published. Delivery is at
 * least once, which is harmless because consumers deduplicate; order is not preserved.
 */
export class MessageForwarder implements MessageHandler {
  readonly #forwarding = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #failuresInRow = 0;

  constructor(readonly dependencies: ForwarderDependencies) {}

  handle(delivery: MessageDelivery): void {
    const { accepts, observer } = this.dependencies;
    if (accepts(delivery.attributes)) {
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
      // Closing ends the delay early, which is not an error.
      await sleep(clock, this.#nextDelayMs(), this.#closing.signal).catch(() => undefined);
      delivery.nack();
    }
  }

  #nextDelayMs(): number {
    const { random, limits } = this.dependencies;
    const { failureInitialDelayMs: initialDelayMs, failureMaxDelayMs: maxDelayMs } = limits;
    return backoffMs({ initialDelayMs, maxDelayMs }, this.#failuresInRow++, random);
  }
}
