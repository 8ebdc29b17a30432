import { TidemarkError } from '../errors';
import type { Attributes } from './delivery';

/** The message attribute that lists, separated by commas, the purposes that the message's users have consented to. */
export const CONSENT = 'consent';

/**
 * Refuses messages whose users have not consented to the purpose that their DataType is kept for. Where nothing is said,
 * nobody has consented. The attribute speaks for the whole message, so a producer puts events of one consent into it.
 */
export function requireConsent(
  purposeOf: (attributes: Attributes) => string | undefined,
): (attributes: Attributes) => TidemarkError | undefined {
  return (attributes) => {
    const purpose = purposeOf(attributes);
    // A message of no known type is refused for that, by whoever decodes it.
    if (purpose === undefined || hasConsented(attributes[CONSENT], purpose)) return undefined;
    const given = attributes[CONSENT] ?? '';
    return new TidemarkError('no_consent', `does not list ${purpose}, but ${JSON.stringify(given)}`, {
      field: CONSENT,
    });
  };
}

function hasConsented(given: string | undefined, purpose: string): boolean {
  if (given === undefined) return false;
  return given === purpose || given.split(',').some((one) => one.trim() === purpose);
}
