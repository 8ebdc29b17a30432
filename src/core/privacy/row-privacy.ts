import type { HiddenCells } from '../rows/hide-cells';
import type { DataTypeRule, PersonalCorpus } from './privacy-rules';
import { choiceOf, EMPTY_RECORD, type SubjectRecord } from './subject-record';

/** First character of the families that are no data, such as watermarks and the record itself. */
const SYSTEM_PREFIX = '_';

/** Evaluates what a user's record hides of a row. */
export class RowPrivacy implements HiddenCells {
  readonly record: SubjectRecord;
  readonly #corpus: PersonalCorpus;
  readonly #bounds = new Map<string, number>();
  readonly #named = new Map<string, ReadonlyMap<string, number>>();

  constructor(corpus: PersonalCorpus, record: SubjectRecord) {
    this.record = record;
    this.#corpus = corpus;
  }

  /**
   * Returns the time up to which the cells of a family are hidden, inclusive, in microseconds since the Unix epoch: -1 if
   * none is hidden, Infinity if all are. An erasure also hides families that the schema does not declare any more. System
   * families hide nothing.
   */
  upTo(family: string): number {
    const known = this.#bounds.get(family);
    if (known !== undefined) return known;
    const rule = this.#corpus.dataTypes.get(family);
    const bound = rule === undefined ? this.#undeclaredUpTo(family) : this.#boundOf(rule);
    this.#bounds.set(family, bound);
    return bound;
  }

  /**
   * Returns the time up to which cells of the family may be deleted, inclusive, in microseconds since the Unix epoch; -1
   * if none may be. It is at or below `upTo`.
   *
   * No read shows these cells again, whatever the row still receives. What is hidden for lack of a grant is not among
   * them: the grant may be on its way, with an earlier time than the cells. Nor is what is older than a grant: an earlier
   * grant may be on its way.
   */
  removableUpTo(family: string): number {
    const rule = this.#corpus.dataTypes.get(family);
    if (rule === undefined) return this.#undeclaredUpTo(family);
    const { lawfulBasis, purpose } = rule;
    const erased = this.#erasedUpTo(rule);
    if (rule.policy !== 'enforce' || lawfulBasis === 'contract' || lawfulBasis === 'not_personal')
      return erased;
    return Math.max(erased, choiceOf(this.record, purpose, this.#corpus.orderMicros).withdrawnAt);
  }

  /**
   * Returns the time up to which an erasure has voided decisions, or markers of deleted events, inclusive, in microseconds
   * since the Unix epoch; negative for none. A withdrawal just before the erasure still counts: see `choiceOf`. A marker
   * has the time of its event, so it is voided by the erasure that hides the event.
   */
  voidedUpTo(kind: 'grant' | 'withdrawal' | 'deleted-event'): number {
    const { eventsErasedUpTo, decisionsErasedUpTo } = this.record;
    if (kind === 'deleted-event') return eventsErasedUpTo;
    return kind === 'withdrawal' ? decisionsErasedUpTo - this.#corpus.orderMicros : decisionsErasedUpTo;
  }

  /**
   * Returns the qualifiers of deleted events of the family, as Latin-1, with the times of their markers; undefined if there
   * are none. Markers that an erasure voids are not among them, whether a sweep has removed them or not.
   */
  named(family: string): ReadonlyMap<string, number> | undefined {
    const all = this.record.deletedEvents.get(family);
    if (all === undefined || this.record.eventsErasedUpTo < 0) return all;
    const known = this.#named.get(family);
    if (known !== undefined) return known.size === 0 ? undefined : known;
    const named = new Map([...all].filter(([, at]) => at > this.voidedUpTo('deleted-event')));
    this.#named.set(family, named);
    return named.size === 0 ? undefined : named;
  }

  /**
   * Returns the rule of a DataType whose data its lawful basis does not allow to use now, although its policy requires
   * that, or at least a report. Undefined for all others.
   */
  unlawful(family: string): DataTypeRule | undefined {
    const rule = this.#corpus.dataTypes.get(family);
    if (rule === undefined || rule.policy === 'off') return undefined;
    // An erasure alone never hides everything: its time is finite.
    const isAllowed =
      rule.policy === 'enforce' ? this.upTo(family) !== Infinity : this.#allowedAfter(rule) !== Infinity;
    return isAllowed ? undefined : rule;
  }

  /**
   * Returns the time up to which the policy of the DataType forbids to store its events, inclusive, in microseconds since
   * the Unix epoch: -1 if it forbids none, Infinity if it forbids all. Erasures do not count.
   */
  forbiddenUpTo(family: string): number {
    const rule = this.#corpus.dataTypes.get(family);
    return rule?.policy === 'enforce' ? this.#allowedAfter(rule) : -1;
  }

  #erasedUpTo({ isEvents }: DataTypeRule): number {
    return isEvents ? this.record.eventsErasedUpTo : this.record.objectsErasedUpTo;
  }

  #undeclaredUpTo(family: string): number {
    return family.startsWith(SYSTEM_PREFIX) ? -1 : this.record.objectsErasedUpTo;
  }

  #boundOf(rule: DataTypeRule): number {
    return Math.max(this.#erasedUpTo(rule), this.forbiddenUpTo(rule.family));
  }

  /** Returns the time up to which the lawful basis allows no use of the data: -1 for none, Infinity for all. */
  #allowedAfter({ lawfulBasis, purpose }: DataTypeRule): number {
    if (lawfulBasis === 'contract' || lawfulBasis === 'not_personal') return -1;
    const { grantedFrom, withdrawnAt } = choiceOf(this.record, purpose, this.#corpus.orderMicros);
    if (lawfulBasis === 'consent') return grantedFrom === undefined ? Infinity : grantedFrom - 1;
    return withdrawnAt >= 0 && grantedFrom === undefined ? Infinity : withdrawnAt;
  }
}

const emptyByCorpus = new WeakMap<PersonalCorpus, RowPrivacy>();

/** Returns the evaluation of a user without a record. */
export function withoutRecord(corpus: PersonalCorpus): RowPrivacy {
  const known = emptyByCorpus.get(corpus);
  if (known !== undefined) return known;
  const empty = new RowPrivacy(corpus, EMPTY_RECORD);
  emptyByCorpus.set(corpus, empty);
  return empty;
}
