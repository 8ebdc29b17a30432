/**
 * Family of what hides a user's data: tombstones of erasures, decisions about purposes, and deletions of events. It is in
 * the user's row, so the read of the data reads it too. docs/decisions/0013-privacy.md has the columns.
 */
export const PRIVACY_FAMILY = '_prv';

/** Column of tombstones of events. A cell's timestamp is the last event time that it hides. */
export const EVENTS_ERASED = Buffer.from('e');
/** Column of tombstones of objects. A cell's timestamp is the last version that it hides. */
export const OBJECTS_ERASED = Buffer.from('o');
/**
 * Column of tombstones of decisions. A cell's timestamp is the last decision that it voids. Later steps of an erasure hide
 * more objects, but void no decision that the user has made since.
 */
export const DECISIONS_ERASED = Buffer.from('d');

const GRANT = 'g';
const WITHDRAWAL = 'w';
const DELETED_EVENT = 'x';
const SEPARATOR = '\0';

/** First column that withdrawals may have, and the end of their columns. */
export const FIRST_WITHDRAWAL = Buffer.from(WITHDRAWAL);
export const WITHDRAWALS_END = Buffer.from(DELETED_EVENT);

/** Column of the grants or of the withdrawals of a purpose. A cell's timestamp is the time of the decision. */
export function decisionColumn(purpose: string, isGrant: boolean): Buffer {
  return Buffer.from((isGrant ? GRANT : WITHDRAWAL) + purpose);
}

/**
 * Column of the markers of a deleted event: hides the events with this qualifier, in cells and in blocks. A cell's timestamp
 * is the latest time of the event when it was deleted.
 */
export function deletedEventColumn(family: string, qualifier: Buffer): Buffer {
  return Buffer.concat([Buffer.from(DELETED_EVENT + family + SEPARATOR), qualifier]);
}

/** Meaning of a column of the family. */
export type PrivacyColumn =
  | { readonly kind: 'events-erased' }
  | { readonly kind: 'objects-erased' }
  | { readonly kind: 'decisions-erased' }
  | { readonly kind: 'grant' | 'withdrawal'; readonly purpose: string }
  /** `event`: qualifier of the hidden event, as Latin-1. */
  | { readonly kind: 'deleted-event'; readonly family: string; readonly event: string };

/** Returns the meaning of a column; undefined for one that this version does not know. */
export function parsePrivacyColumn(qualifier: Buffer): PrivacyColumn | undefined {
  const rest = qualifier.toString('latin1', 1);
  switch (String.fromCharCode(qualifier[0] ?? 0)) {
    case 'e':
      return rest === '' ? { kind: 'events-erased' } : undefined;
    case 'o':
      return rest === '' ? { kind: 'objects-erased' } : undefined;
    case 'd':
      return rest === '' ? { kind: 'decisions-erased' } : undefined;
    case GRANT:
      return { kind: 'grant', purpose: rest };
    case WITHDRAWAL:
      return { kind: 'withdrawal', purpose: rest };
    case DELETED_EVENT: {
      const end = rest.indexOf(SEPARATOR);
      return end < 0
        ? undefined
        : { kind: 'deleted-event', family: rest.slice(0, end), event: rest.slice(end + 1) };
    }
    default:
      return undefined;
  }
}
