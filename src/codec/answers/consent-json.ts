import type { PurposeHistory } from '../../core/privacy/consent-history';
import { formatInstant } from '../../core/time/instant';
import type { ConsentRecord } from '../privacy/consent-record';

/** Returns the JSON of the purposes of a subject, which the API and the CLI share. */
export function purposesJson(
  purposes: readonly PurposeHistory<ConsentRecord>[],
  { historyMax }: { readonly historyMax: number },
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    purposes.map(({ purpose, choice, sinceMs, decisions }) => [
      purpose,
      {
        choice,
        since: sinceMs === undefined ? undefined : formatInstant(sinceMs),
        history: decisions.slice(0, historyMax).map(({ granted, atMs, stored }) => ({
          granted,
          at: formatInstant(atMs),
          source: stored.source,
          recordedAt: formatInstant(stored.recordedAtMs),
        })),
      },
    ]),
  );
}
