import type { Attributes, MessageDelivery } from './message-delivery';
import { ATTRIBUTES_MAX } from './message-format';

/** Set by a filter on what it passes on: when the message was first published, in milliseconds since the Unix epoch. */
export const FIRST_PUBLISHED_ATTRIBUTE = 'first-published-ms';

const MILLISECONDS = /^\d{1,15}$/;

/**
 * When a message entered ingestion: a filter that is behind publishes old messages anew, and how late they come is to be
 * seen by whoever writes them. What is no time, or lies after the publication, says nothing.
 */
export function firstPublishedMs({
  attributes,
  publishTimeMs,
}: {
  readonly attributes: Attributes;
  readonly publishTimeMs: number;
}): number {
  const told = attributes[FIRST_PUBLISHED_ATTRIBUTE];
  if (told === undefined || !MILLISECONDS.test(told)) return publishTimeMs;
  return Math.min(Number(told), publishTimeMs);
}

/** The message's attributes, with that one where there is room for another: what has too many cannot be published. */
export function withFirstPublished({ attributes, publishTimeMs }: MessageDelivery): Attributes {
  const named = { ...attributes, [FIRST_PUBLISHED_ATTRIBUTE]: String(publishTimeMs) };
  return Object.keys(named).length > ATTRIBUTES_MAX ? attributes : named;
}
