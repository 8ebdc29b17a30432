/**
 * Rows that list the open entries of the ledger, so that workers need not read all of it. Unlike entries they have the
 * id of the subject, encrypted, and are deleted with the last step. A row is written before its entry.
 */
import { objectAt, stringAt } from '../json/json-fields';
import { TidemarkError } from '../../errors';

const PREFIX = '!open:';

/** Column of the listed entry. */
export const OPEN_QUALIFIER = Buffer.from('open');

export const openKey = (id: string): Buffer => Buffer.from(PREFIX + id);

/** Keys of all rows of open entries, from `start`, inclusive, to `end`, exclusive: ";" comes after ":". */
export const OPEN_KEYS = { start: Buffer.from(PREFIX), end: Buffer.from(PREFIX.replace(':', ';')) } as const;

export interface OpenRow {
  /** Id of the entry. */
  readonly id: string;
  /** Name of the subject in the ledger. */
  readonly subject: string;
  /** Encrypted id of the subject: see `LedgerKeys.seal`. */
  readonly sealed: string;
}

export const encodeOpenRow = ({ subject, sealed }: OpenRow): Buffer =>
  Buffer.from(JSON.stringify({ subject, sealed }));

/** Throws `data_corrupted`. */
export function decodeOpenRow(key: Buffer, value: Buffer): OpenRow {
  try {
    const fields = objectAt(JSON.parse(value.toString('utf8')), 'open');
    return {
      id: key.toString('latin1', PREFIX.length),
      subject: stringAt(fields['subject'], 'subject'),
      sealed: stringAt(fields['sealed'], 'sealed'),
    };
  } catch (cause) {
    throw new TidemarkError('data_corrupted', 'the list of open entries of the privacy ledger is corrupted', {
      cause,
    });
  }
}
