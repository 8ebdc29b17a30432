import type { DatedDecision } from '../../core/privacy/date-decision';
import { countryAt } from '../../core/residency/countries';
import { parseInstant } from '../../core/time/instant';
import { invalidArgument, TidemarkError } from '../../errors';
import type { SourceRecord } from '../files/record-source';

/** One decision of one subject, as a record of a file states it. */
export interface ConsentInput {
  readonly subjectId: string;
  readonly decision: DatedDecision;
  /** Country from which the subject was served; undefined if the record states none. */
  readonly accessLocation: string | undefined;
}

const COLUMNS = ['subjectId', 'purpose', 'granted', 'at', 'source', 'accessLocation'] as const;

/**
 * Reads a record with the fields `subjectId`, `purpose`, `granted`, `at`, and optionally `source` and `accessLocation`.
 * `at` is required, so that a repeated import changes nothing. Returns the error of an invalid record.
 */
export function consentInputOf({ fields }: SourceRecord): ConsentInput | TidemarkError {
  if (fields instanceof TidemarkError) return fields;
  try {
    return inputOf(fields);
  } catch (error) {
    if (error instanceof TidemarkError) return error;
    throw error;
  }
}

function inputOf(fields: Readonly<Record<string, unknown>>): ConsentInput {
  for (const name of Object.keys(fields))
    if (!(COLUMNS as readonly string[]).includes(name))
      throw invalidArgument(name, `unknown field; a record has ${COLUMNS.join(', ')}`);
  const { accessLocation, granted, at } = fields;
  return {
    subjectId: textAt(fields, 'subjectId'),
    decision: {
      purpose: textAt(fields, 'purpose'),
      granted: booleanAt(granted),
      atMs: parseInstant(typeof at === 'string' && /^\d+$/.test(at) ? Number(at) : at, 'at'),
      source: fields['source'] === undefined ? undefined : textAt(fields, 'source'),
    },
    accessLocation:
      accessLocation === undefined
        ? undefined
        : countryAt(textAt(fields, 'accessLocation'), 'accessLocation'),
  };
}

function textAt(fields: Readonly<Record<string, unknown>>, field: (typeof COLUMNS)[number]): string {
  const value = fields[field];
  if (value === undefined) throw invalidArgument(field, 'is required');
  if (typeof value !== 'string') throw invalidArgument(field, 'must be a string');
  return value;
}

function booleanAt(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw invalidArgument('granted', 'must be true or false');
}
