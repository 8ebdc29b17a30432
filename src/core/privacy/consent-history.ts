/** A user's decisions about purposes as a history: what they chose, when, and how it reached the store. */
import { parsePrivacyColumn } from './privacy-family';
import { choiceOf, readSubjectRecord } from './subject-record';

/** A stored decision. `V` is what was stored with it. Times are milliseconds since the Unix epoch. */
interface StoredDecision<V> {
  readonly granted: boolean;
  readonly atMs: number;
  readonly stored: V;
}

/** Present choice of a user about a purpose. `none`: no decision, or none since the user's data was erased. */
type Choice = 'granted' | 'withdrawn' | 'none';

export interface PurposeHistory<V> {
  readonly purpose: string;
  readonly choice: Choice;
  /** Start of the present interval of consent, or time of the last withdrawal. Undefined without a choice. */
  readonly sinceMs: number | undefined;
  /** Decisions that no erasure voids, latest first. */
  readonly decisions: readonly StoredDecision<V>[];
}

interface ValueCell {
  readonly qualifier: Buffer;
  /** Microseconds since the Unix epoch. */
  readonly timestampMicros: number;
  readonly value: Buffer;
}

const MICROS_PER_MS = 1_000;

/**
 * Returns the history of each purpose, in the order of `purposes`, and then of others that the cells name. The cells are
 * those of the privacy family of one row or of several, in any order and with any repetitions.
 */
export function consentHistory<V>(
  cells: readonly ValueCell[],
  {
    purposes,
    orderMicros,
    decode,
  }: {
    readonly purposes: Iterable<string>;
    /** See `choiceOf`. */
    readonly orderMicros: number;
    readonly decode: (value: Buffer) => V;
  },
): readonly PurposeHistory<V>[] {
  const record = readSubjectRecord(cells);
  const { decisionsErasedUpTo } = record;
  const voidedUpTo = { grant: decisionsErasedUpTo, withdrawal: decisionsErasedUpTo - orderMicros };
  const histories = new Map<string, Map<string, StoredDecision<V>>>();
  for (const purpose of purposes) histories.set(purpose, new Map());
  for (const { qualifier, timestampMicros, value } of cells) {
    const column = parsePrivacyColumn(qualifier);
    if (column?.kind !== 'grant' && column?.kind !== 'withdrawal') continue;
    if (timestampMicros <= voidedUpTo[column.kind]) continue;
    const granted = column.kind === 'grant';
    const decision = { granted, atMs: timestampMicros / MICROS_PER_MS, stored: decode(value) };
    const decisions = histories.get(column.purpose) ?? new Map<string, StoredDecision<V>>();
    histories.set(column.purpose, decisions.set(`${timestampMicros} ${granted}`, decision));
  }
  return [...histories].map(([purpose, decisions]) => {
    const { grantedFrom, withdrawnAt } = choiceOf(record, purpose, orderMicros);
    const choice = grantedFrom !== undefined ? 'granted' : withdrawnAt >= 0 ? 'withdrawn' : 'none';
    const since = grantedFrom ?? withdrawnAt;
    return {
      purpose,
      choice,
      sinceMs: choice === 'none' ? undefined : since / MICROS_PER_MS,
      decisions: [...decisions.values()].sort(
        (a, b) => b.atMs - a.atMs || Number(a.granted) - Number(b.granted),
      ),
    };
  });
}
