import type { Topic } from '@google-cloud/pubsub';
import { CONSENT_ATTRIBUTE } from '../pubsub/consent';
import type { Attributes, DeadLetter } from '../pubsub/message-delivery';
import { FIRST_PUBLISHED_ATTRIBUTE } from '../pubsub/first-published';
import { ATTRIBUTES_MAX, CONTENT_TYPE_ATTRIBUTE, DATA_TYPE_ATTRIBUTE } from '../pubsub/message-format';

/** Pub/Sub's limit on an attribute. */
const ATTRIBUTE_BYTES_MAX = 1_024;
/** What is added to a message that is put aside; taken off again when it is sent once more. */
export const DEAD_LETTER_ATTRIBUTES = ['reason', 'field', 'detail', 'truncatedFrom'] as const;
/** Before the name of one that the message has itself: consumers may filter by it when it comes again. */
const ORIGINAL = 'original-';
/** Without these a message could not be read when it is sent once more: where there are too many, others are left out. */
const READ_AGAIN: ReadonlySet<string> = new Set([
  CONTENT_TYPE_ATTRIBUTE,
  DATA_TYPE_ATTRIBUTE,
  CONSENT_ATTRIBUTE,
]);
/** Pub/Sub takes 10 MB in one message and in one request; attributes may take a hundred times 1.25 KB of it. */
const BODY_BYTES_MAX = 9_500_000;

/**
 * A function that publishes rejected messages as they came, with `reason`, `field` and `detail` beside their attributes.
 * A body that leaves no room for these under Pub/Sub's limits is cut, and `truncatedFrom` tells its length: a message that
 * could not be put aside would come again for ever.
 */
export function deadLetterPublisher(topic: Topic): (letter: DeadLetter) => Promise<void> {
  return async (letter) => {
    await topic.publishMessage(deadLetterMessage(letter));
  };
}

export function deadLetterMessage({ delivery, error }: DeadLetter): {
  readonly data: Buffer;
  readonly attributes: Record<string, string>;
} {
  const { data } = delivery;
  const original = Object.entries(delivery.attributes)
    // Whoever sends it once more publishes it anew: it comes late by his decision, not because ingestion is behind.
    .filter(([name]) => name !== FIRST_PUBLISHED_ATTRIBUTE)
    .sort(([a], [b]) => Number(READ_AGAIN.has(b)) - Number(READ_AGAIN.has(a)))
    .slice(0, ATTRIBUTES_MAX - DEAD_LETTER_ATTRIBUTES.length)
    .map(([name, value]) => [isAdded(name) ? ORIGINAL + name : name, value] as const);
  return {
    data: data.length > BODY_BYTES_MAX ? data.subarray(0, BODY_BYTES_MAX) : data,
    attributes: {
      ...Object.fromEntries(original),
      reason: error.code,
      ...(error.field !== undefined && { field: shortened(error.field) }),
      detail: shortened(error.message),
      ...(data.length > BODY_BYTES_MAX && { truncatedFrom: String(data.length) }),
    },
  };
}

/** What the message carried before it was put aside. */
export function withoutDeadLetterAttributes(attributes: Attributes): Record<string, string> {
  const entries = Object.entries(attributes).filter(([name]) => !isAdded(name));
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const own = name.startsWith(ORIGINAL) ? name.slice(ORIGINAL.length) : name;
      return [isAdded(own) ? own : name, value];
    }),
  );
}

const isAdded = (name: string): boolean => (DEAD_LETTER_ATTRIBUTES as readonly string[]).includes(name);

/** A UTF-16 unit takes at most three bytes in UTF-8, and so does the ellipsis. */
function shortened(text: string): string {
  if (Buffer.byteLength(text) <= ATTRIBUTE_BYTES_MAX) return text;
  return `${text.slice(0, ATTRIBUTE_BYTES_MAX / 3 - 1)}…`;
}
