import type { TidemarkError } from '../../errors';

export type Attributes = Readonly<Record<string, string>>;

/** A message as whoever takes it sees it, whichever queue it came from. */
export interface MessageDelivery {
  readonly data: Buffer;
  readonly attributes: Attributes;
  /** When it was first published, before a filter passed it on. */
  readonly publishTimeMs: number;
  /** It is done with and never comes back. */
  ack(): void;
  /** It comes again. */
  nack(): void;
}

/** What a subscriber hands messages to. Each is acknowledged or handed back by the time `drain` resolves. */
export interface MessageHandler {
  handle(delivery: MessageDelivery): void;
  /** From now on nothing waits for company or for better times. */
  close(): void;
  /** Resolves when all that was taken is settled. */
  drain(): Promise<void>;
}

/** Why a message was put aside: the first of its errors. */
export interface DeadLetter {
  readonly delivery: Pick<MessageDelivery, 'data' | 'attributes'>;
  readonly error: TidemarkError;
}
