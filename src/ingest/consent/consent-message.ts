import { consentDecisionsAt } from '../../codec/messages/consent-decisions';
import { parseJsonBody } from '../../codec/json/json-body';
import type { DatedDecision } from '../../core/privacy/date-decision';
import { objectAt, rejectUnknownFields, stringAt } from '../../core/json/json-fields';
import { ACCESS_LOCATION } from '../../core/residency/access-location';
import { countryAt } from '../../core/residency/countries';
import { CONTENT_TYPE_ATTRIBUTE } from '../pubsub/message-format';
import type { Attributes, MessageDelivery } from '../pubsub/message-delivery';

/** Content type of messages with decisions of a user about purposes. */
export const CONSENT_MEDIA_TYPE = 'application/vnd.tidemark.consent+json';

/** Decisions of one message. */
export interface ConsentMessage {
  readonly subjectId: string;
  readonly decisions: readonly DatedDecision[];
  readonly accessLocation: string | undefined;
}

export function isConsentMessage(attributes: Attributes): boolean {
  return attributes[CONTENT_TYPE_ATTRIBUTE]?.trim().toLowerCase() === CONSENT_MEDIA_TYPE;
}

/**
 * Reads `{"subjectId": "user-1", "purposes": {"ads_personalization": {"granted": true}}}`. A decision without a time has
 * that of the first publication, so a redelivered message is the same decision.
 */
export function decodeConsentMessage({
  data,
  attributes,
  publishTimeMs,
}: Pick<MessageDelivery, 'data' | 'attributes' | 'publishTimeMs'>): ConsentMessage {
  const body = objectAt(parseJsonBody(data), 'body');
  rejectUnknownFields(body, ['subjectId', 'purposes'], '');
  const country = attributes[ACCESS_LOCATION];
  return {
    subjectId: stringAt(body['subjectId'], 'subjectId'),
    decisions: consentDecisionsAt(body['purposes'], 'purposes').map((decision) => ({
      ...decision,
      atMs: decision.atMs ?? Math.floor(publishTimeMs),
    })),
    accessLocation: country === undefined ? undefined : countryAt(country, ACCESS_LOCATION),
  };
}
