import { purposesJson } from '../../codec/answers/consent-json';
import type { SubjectConsent } from '../../operations/privacy/consent';
import { DEFAULTS } from '../../config/defaults';
import { textTable } from '../shared/text-table';

type Purposes = SubjectConsent['purposes'];

/** Returns the JSON of the purposes, as the API has it. */
export function purposesForJson(purposes: Purposes): object {
  return purposesJson(purposes, { historyMax: DEFAULTS.consent.historyMax });
}

/** Returns a table with a line for each purpose, and one for each earlier decision about it. */
export function purposeTable(purposes: Purposes): string {
  const rows = purposes.flatMap(({ purpose, choice, sinceMs, decisions }) => [
    [purpose, choice, sinceMs === undefined ? '' : iso(sinceMs), ''],
    ...decisions.map(({ granted, atMs, stored }) => [
      '',
      granted ? '  grant' : '  withdrawal',
      iso(atMs),
      stored.source ?? '',
    ]),
  ]);
  return textTable(['purpose', 'choice', 'since', 'source'], rows);
}

const iso = (ms: number): string => new Date(ms).toISOString();
