import { parsePrivacyColumn } from './privacy-family';

/** Choices and erasures that hide the data of a user, as one row of theirs has them. Times are microseconds since the Unix epoch. */
export interface SubjectRecord {
  /** Last event time that an erasure hides; -1 without an erasure. */
  readonly eventsErasedUpTo: number;
  /** Last version of objects that an erasure hides; -1 without an erasure. */
  readonly objectsErasedUpTo: number;
  /** Last decision that an erasure voids; -1 without an erasure. */
  readonly decisionsErasedUpTo: number;
  /** Decisions by purpose, those that an erasure voids included. */
  readonly decisions: ReadonlyMap<string, PurposeDecisions>;
  /** Qualifiers of deleted events, as Latin-1, with the times of their markers, by family. */
  readonly deletedEvents: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** Times of a user's decisions about one purpose, in any order. */
interface PurposeDecisions {
  readonly grants: readonly number[];
  readonly withdrawals: readonly number[];
}

interface RecordCell {
  readonly qualifier: Buffer;
  /** Microseconds since the Unix epoch. */
  readonly timestampMicros: number;
}

/** The record of a user without any cell. */
export const EMPTY_RECORD: SubjectRecord = Object.freeze({
  eventsErasedUpTo: -1,
  objectsErasedUpTo: -1,
  decisionsErasedUpTo: -1,
  decisions: new Map(),
  deletedEvents: new Map(),
});

const NO_DECISIONS: PurposeDecisions = Object.freeze({ grants: [], withdrawals: [] });

/**
 * Reads the cells of the privacy family of one row, in any order and with any repetitions. Columns of later versions are
 * ignored.
 */
export function readSubjectRecord(cells: readonly RecordCell[]): SubjectRecord {
  let [eventsErasedUpTo, objectsErasedUpTo, decisionsErasedUpTo] = [-1, -1, -1];
  const decisions = new Map<string, { grants: number[]; withdrawals: number[] }>();
  const deletedEvents = new Map<string, Map<string, number>>();
  for (const { qualifier, timestampMicros } of cells) {
    const column = parsePrivacyColumn(qualifier);
    if (column === undefined) continue;
    if (column.kind === 'events-erased') eventsErasedUpTo = Math.max(eventsErasedUpTo, timestampMicros);
    else if (column.kind === 'objects-erased')
      objectsErasedUpTo = Math.max(objectsErasedUpTo, timestampMicros);
    else if (column.kind === 'decisions-erased')
      decisionsErasedUpTo = Math.max(decisionsErasedUpTo, timestampMicros);
    else if (column.kind === 'deleted-event') {
      const events = deletedEvents.get(column.family) ?? new Map<string, number>();
      const latest = Math.max(timestampMicros, events.get(column.event) ?? -1);
      deletedEvents.set(column.family, events.set(column.event, latest));
    } else {
      const ofPurpose = decisions.get(column.purpose) ?? { grants: [], withdrawals: [] };
      decisions.set(column.purpose, ofPurpose);
      (column.kind === 'grant' ? ofPurpose.grants : ofPurpose.withdrawals).push(timestampMicros);
    }
  }
  return { eventsErasedUpTo, objectsErasedUpTo, decisionsErasedUpTo, decisions, deletedEvents };
}

/** The present choice of a user about a purpose. */
export interface PurposeChoice {
  /**
   * Start of the present interval of consent: the first grant after the last withdrawal. Undefined if the purpose is not
   * granted.
   */
  readonly grantedFrom: number | undefined;
  /** Last withdrawal; -1 if there is none. */
  readonly withdrawnAt: number;
}

/**
 * Returns the present choice. A grant counts if it is more than `orderMicros` later than the last withdrawal: of two
 * decisions whose order the clocks cannot prove, the withdrawal counts. Decisions that were erased do not count, except a
 * withdrawal that may be later than the erasure: it may be dated by a clock behind, at a replica without the tombstone.
 */
export function choiceOf(
  { decisions, decisionsErasedUpTo }: Pick<SubjectRecord, 'decisions' | 'decisionsErasedUpTo'>,
  purpose: string,
  orderMicros: number,
): PurposeChoice {
  const { grants, withdrawals } = decisions.get(purpose) ?? NO_DECISIONS;
  const withdrawnAt = withdrawals.reduce(
    (last, at) => (at > decisionsErasedUpTo - orderMicros ? Math.max(last, at) : last),
    -1,
  );
  const after = withdrawnAt < 0 ? decisionsErasedUpTo : withdrawnAt + orderMicros;
  let grantedFrom: number | undefined;
  for (const at of grants)
    if (at > after && (grantedFrom === undefined || at < grantedFrom)) grantedFrom = at;
  return { grantedFrom, withdrawnAt };
}
