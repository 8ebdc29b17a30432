import type { ConsentDecision } from '../../core/privacy/date-decision';
import { objectAt, rejectUnknownFields, stringAt } from '../../core/json/json-fields';
import { parseInstant } from '../../core/time/instant';
import { invalidArgument } from '../../errors';

/**
 * Reads decisions such as `{"ads_personalization": {"granted": true, "source": "…", "at": "2026-11-21T05:35:00Z"}}`.
 * `source` and `at` are optional.
 */
export function consentDecisionsAt(value: unknown, field: string): readonly ConsentDecision[] {
  const purposes = Object.entries(objectAt(value, field));
  if (purposes.length === 0) throw invalidArgument(field, 'must not be empty');
  return purposes.map(([purpose, each]) => {
    const path = `${field}.${purpose}`;
    const decision = objectAt(each, path);
    rejectUnknownFields(decision, ['granted', 'source', 'at'], `${path}.`);
    const { granted, source, at } = decision;
    if (typeof granted !== 'boolean') throw invalidArgument(`${path}.granted`, 'must be true or false');
    return {
      purpose,
      granted,
      source: source === undefined ? undefined : stringAt(source, `${path}.source`),
      atMs: at === undefined ? undefined : parseInstant(at, `${path}.at`),
    };
  });
}
