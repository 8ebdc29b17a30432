import type { DataType } from '../schema/schema';
import type { HiddenReason } from './hidden-reason';

/**
 * Which stored data that reads do not return an export has, marked with the reason:
 *
 * - `none`: none of it, as reads do;
 * - `no_consent`: what is stored although the user has not allowed its purpose, and is not deleted yet;
 * - `all`: also what is erased, deleted or past its retention, and not yet removed from the store.
 */
export const HIDDEN_CHOICES = ['none', 'no_consent', 'all'] as const;
export type HiddenChoice = (typeof HIDDEN_CHOICES)[number];

/**
 * A request for access covers everything that is held about a person. What is erased, deleted or past its retention is
 * being removed; what lacks consent may be held for longer.
 */
export const HIDDEN_DEFAULT: HiddenChoice = 'no_consent';

/** Whether an export has data that is hidden for this reason; undefined stands for data that is not hidden. */
export function isExported(reason: HiddenReason | undefined, choice: HiddenChoice): boolean {
  return reason === undefined || choice === 'all' || (choice === 'no_consent' && reason === 'no_consent');
}

/** One line of an export, ready for `JSON.stringify`. */
export interface ExportLine {
  readonly type:
    | 'subject'
    | 'location'
    | 'object'
    | 'event'
    | 'reservation'
    | 'consent'
    | 'erasure'
    | 'complete';
  readonly [member: string]: unknown;
}

/** Declaration of the data of a line. */
export interface ExportedDataType {
  readonly corpus: string;
  readonly dataType: string;
  readonly owner: string;
  readonly provenance: string;
  readonly purpose: string;
  readonly lawfulBasis: DataType['lawfulBasis'];
  readonly retention: DataType['retention'];
}

export function exportedDataType(dataType: DataType): ExportedDataType {
  const { corpus, family, owner, provenance, purpose, lawfulBasis, retention } = dataType;
  return { corpus, dataType: family, owner, provenance, purpose, lawfulBasis, retention };
}
