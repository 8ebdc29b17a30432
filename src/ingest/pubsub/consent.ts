import type { IngestInput } from '../../codec/events/event-inputs';
import { TidemarkError } from '../../errors';
import type { Attributes } from './message-delivery';

/** The message attribute that lists, separated by commas, the purposes that the message's users have consented to. */
export const CONSENT_ATTRIBUTE = 'consent';

/**
 * Why a message may not be kept: its users have not consented to the purpose that one of its events' DataTypes is kept
 * for. Where nothing is said, nobody has consented. The attribute speaks for the whole message, so a producer puts only
 * events of the same consent into one.
 */
export function checkConsent(
  attributes: Attributes,
  inputs: readonly IngestInput[],
): TidemarkError | undefined {
  const given = attributes[CONSENT_ATTRIBUTE] ?? '';
  for (const input of inputs) {
    // What holds no event is refused for that.
    if ('error' in input || includesPurpose(given, input.dataType.consentPurpose)) continue;
    const purpose = input.dataType.consentPurpose;
    return new TidemarkError('no_consent', `must list ${purpose}, not ${JSON.stringify(given)}`, {
      field: CONSENT_ATTRIBUTE,
    });
  }
  return undefined;
}

function includesPurpose(given: string, purpose: string): boolean {
  return given === purpose || given.split(',').some((one) => one.trim() === purpose);
}
