import type { Topic } from '@google-cloud/pubsub';
import { ACCESS_LOCATION } from '../../core/residency/access-location';
import { CONSENT_ATTRIBUTE } from '../pubsub/consent';
import type { Attributes, DeadLetter } from '../pubsub/message-delivery';
import { FIRST_PUBLISHED_ATTRIBUTE } from '../pubsub/first-published';
import { ATTRIBUTES_MAX, CONTENT_TYPE_ATTRIBUTE, DATA_TYPE_ATTRIBUTE } from '../pubsub/message-format';

/** Maximum size of an attribute value in Pub/Sub, in bytes. */
const ATTRIBUTE_BYTES_MAX = 1_024;
/** Attributes that dead-lettering adds to a message and a replay removes. */
const DEAD_LETTER_ATTRIBUTES = ['reason', 'field', 'detail', 'truncatedFrom'] as const;
/** Prefix for attributes of the message that have one of these names: consumers may filter by them after a replay. */
const ORIGINAL = 'original-';
/**
 * Attributes that a replayed message needs in order to be decoded, accepted and placed. They are kept when a message
 * has too many attributes.
 */
const READ_AGAIN: ReadonlySet<string> = new Set([
  CONTENT_TYPE_ATTRIBUTE,
  DATA_TYPE_ATTRIBUTE,
  CONSENT_ATTRIBUTE,
  ACCESS_LOCATION,
]);
/**
 * Maximum size of a body, in bytes. Pub/Sub accepts 10 MB per message and per request, of which 100 attributes may
 * take 1.25 KB each.
 */
const BODY_BYTES_MAX = 9_500_000;

/**
 * Returns a function that publishes rejected messages unchanged, with `reason`, `field` and `detail` as additional
 * attributes. A body that leaves no room for these is truncated, and `truncatedFrom` has its original length: a
 * message that could not be dead-lettered would be redelivered forever.
 */
export function deadLetterPublisher(topic: Topic): (letter: DeadLetter) => Promise<void> {
  return async (letter) => {
    await topic.publishMessage(deadLetterMessage(letter));
  };
}

/** Returns the message to publish for a dead letter. */
export function deadLetterMessage({ delivery, error }: DeadLetter): {
  readonly data: Buffer;
  readonly attributes: Record<string, string>;
} {
  const { data } = delivery;
  const original = Object.entries(delivery.attributes)
    // A replay publishes the message anew. Its lateness is then the operator's decision and not a lag of ingestion.
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

/** Returns the attributes that the message had before it was dead-lettered. */
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

/** A UTF-16 code unit takes at most three bytes in UTF-8, and so does the ellipsis. */
function shortened(text: string): string {
  if (Buffer.byteLength(text) <= ATTRIBUTE_BYTES_MAX) return text;
  return `${text.slice(0, ATTRIBUTE_BYTES_MAX / 3 - 1)}…`;
}
