import type { Attributes, MessageDelivery } from './message-delivery';
import { ATTRIBUTES_MAX } from './message-format';

/**
 * Attribute that a filter sets on forwarded messages: the time of the first publication, in milliseconds since the
 * Unix epoch.
 */
export const FIRST_PUBLISHED_ATTRIBUTE = 'first-published-ms';

const MILLISECONDS = /^\d{1,15}$/;

/**
 * Returns the time at which a message entered ingestion, in milliseconds since the Unix epoch. A filter that lags
 * publishes old messages anew; this attribute lets the consumer measure the whole delay. A malformed time, or one
 * after the publication, is ignored.
 */
export function firstPublishedMs({
  attributes,
  publishTimeMs,
}: {
  readonly attributes: Attributes;
  readonly publishTimeMs: number;
}): number {
  const attribute = attributes[FIRST_PUBLISHED_ATTRIBUTE];
  if (attribute === undefined || !MILLISECONDS.test(attribute)) return publishTimeMs;
  return Math.min(Number(attribute), publishTimeMs);
}

/**
 * Returns the message's attributes with the first publication time added, unless the message already has the maximum
 * number of attributes.
 */
export function withFirstPublished({ attributes, publishTimeMs }: MessageDelivery): Attributes {
  const named = { ...attributes, [FIRST_PUBLISHED_ATTRIBUTE]: String(publishTimeMs) };
  return Object.keys(named).length > ATTRIBUTES_MAX ? attributes : named;
}
