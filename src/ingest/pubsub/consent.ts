import type { IngestInput } from '../../codec/events/event-inputs';
import { TidemarkError } from '../../errors';
import type { Attributes } from './message-delivery';

/** Name of the message attribute that lists the purposes its users have consented to, separated by commas. */
export const CONSENT_ATTRIBUTE = 'consent';

/**
 * Returns the error of a message that must not be stored, because its users have not consented to the purpose of one
 * of its DataTypes. A missing attribute means that there is no consent. The attribute covers the whole message, so a
 * producer groups events by consent.
 */
export function checkConsent(
  attributes: Attributes,
  inputs: readonly IngestInput[],
): TidemarkError | undefined {
  const given = attributes[CONSENT_ATTRIBUTE] ?? '';
  for (const input of inputs) {
    // An input without an event is rejected later, with its own error.
    if ('error' in input || includesPurpose(given, input.dataType.purpose)) continue;
    const purpose = input.dataType.purpose;
    return new TidemarkError('no_consent', `must list ${purpose}, not ${JSON.stringify(given)}`, {
      field: CONSENT_ATTRIBUTE,
    });
  }
  return undefined;
}

function includesPurpose(given: string, purpose: string): boolean {
  return given === purpose || given.split(',').some((each) => each.trim() === purpose);
}
