import type { TidemarkError } from '../../errors';

/** Attributes of a message by name. */
export type Attributes = Readonly<Record<string, string>>;

/** One delivery of a message to a handler, independent of the queue it comes from. */
export interface MessageDelivery {
  readonly data: Buffer;
  readonly attributes: Attributes;
  /** Time of the first publication, before a filter forwarded the message; milliseconds since the Unix epoch. */
  readonly publishTimeMs: number;
  /** Acknowledges the message: it is not delivered again. */
  ack(): void;
  /** Hands the message back: it is delivered again. */
  nack(): void;
}

/**
 * Consumer of a subscriber's messages. It has acknowledged or handed back each message by the time `drain` resolves.
 */
export interface MessageHandler {
  handle(delivery: MessageDelivery): void;
  /** Ends all waiting: batches are written at once and backoff delays end. */
  close(): void;
  /** Resolves when every message that was handled is acknowledged or handed back. */
  drain(): Promise<void>;
}

/** A rejected message and the first of its errors. */
export interface DeadLetter {
  readonly delivery: Pick<MessageDelivery, 'data' | 'attributes'>;
  readonly error: TidemarkError;
}
