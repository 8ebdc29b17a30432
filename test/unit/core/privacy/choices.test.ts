/** Choices of users: the order of decisions, ties between clocks, erasures, and joins of records. */
import fc from 'fast-check';
import { consentHistory } from '../../../../src/core/privacy/consent-history';
import { dateDecision } from '../../../../src/core/privacy/date-decision';
import { NO_OMISSIONS, omissionsOf } from '../../../../src/core/privacy/omissions';
import {
  DECISIONS_ERASED,
  decisionColumn,
  deletedEventColumn,
  EVENTS_ERASED,
  OBJECTS_ERASED,
} from '../../../../src/core/privacy/privacy-family';
import type { ConsentPolicy, DataTypeRule, PersonalCorpus } from '../../../../src/core/privacy/privacy-rules';
import { RowPrivacy } from '../../../../src/core/privacy/row-privacy';
import { choiceOf, readSubjectRecord } from '../../../../src/core/privacy/subject-record';
import type { LawfulBasis } from '../../../../src/core/schema/schema';

/** Two clocks of 1 ms each. */
const ORDER = 2_000;
const PURPOSES = ['ads', 'news'];

interface Cell {
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
}

const time = fc.integer({ min: 0, max: 40 }).map((half) => half * 500);
const cell: fc.Arbitrary<Cell> = fc.record({
  qualifier: fc.oneof(
    fc
      .tuple(fc.constantFrom(...PURPOSES), fc.boolean())
      .map(([purpose, granted]) => decisionColumn(purpose, granted)),
    fc.constantFrom(
      EVENTS_ERASED,
      OBJECTS_ERASED,
      DECISIONS_ERASED,
      deletedEventColumn('e', Buffer.from('q')),
      Buffer.from('later'),
    ),
  ),
  timestampMicros: time,
});
const cells = fc.array(cell, { maxLength: 12 });

const isColumn = (column: Buffer) => (each: Cell) => each.qualifier.equals(column);
const timesOf = (list: readonly Cell[], column: Buffer): number[] =>
  list.filter(isColumn(column)).map(({ timestampMicros }) => timestampMicros);

/** Model: whether the purpose is granted now, and from when, read off the decisions one by one. */
function modelOf(list: readonly Cell[], purpose: string): { granted: number | undefined; withdrawn: number } {
  const erased = Math.max(-1, ...timesOf(list, DECISIONS_ERASED));
  const since = (granted: boolean, start: number): number[] =>
    timesOf(list, decisionColumn(purpose, granted)).filter((at) => at > start);
  // A clock behind may date a withdrawal of after the erasure before it.
  const withdrawn = Math.max(-1, ...since(false, erased - ORDER));
  const grants = since(true, erased).filter((at) => withdrawn < 0 || at - withdrawn > ORDER);
  return { granted: grants.length === 0 ? undefined : Math.min(...grants), withdrawn };
}

const choice = (list: readonly Cell[], purpose: string) => choiceOf(readSubjectRecord(list), purpose, ORDER);

describe('The choice about a purpose', () => {
  it('is that of the decisions, of which the last withdrawal prevails unless a grant is provably later', () => {
    fc.assert(
      fc.property(cells, fc.constantFrom(...PURPOSES), (list, purpose) => {
        const { granted, withdrawn } = modelOf(list, purpose);
        expect(choice(list, purpose)).toEqual({ grantedFrom: granted, withdrawnAt: withdrawn });
      }),
      { numRuns: 250 },
    );
  });

  it('does not depend on the order, on repetitions, or on how replicas divide the cells', () => {
    fc.assert(
      fc.property(cells, cells, cells, (a, b, c) => {
        const joined = [...a, ...b, ...c];
        for (const other of [[...c, ...a, ...b], [...joined].reverse(), [...joined, ...b, ...a]])
          for (const purpose of PURPOSES) expect(choice(other, purpose)).toEqual(choice(joined, purpose));
      }),
      { numRuns: 166 },
    );
  });

  it('is a withdrawal if clocks cannot prove that the grant is later', () => {
    const decided = (grant: number): Cell[] => [
      { qualifier: decisionColumn('ads', false), timestampMicros: 10_000 },
      { qualifier: decisionColumn('ads', true), timestampMicros: grant },
    ];
    expect(choice(decided(10_000 + ORDER), 'ads').grantedFrom).toBeUndefined();
    expect(choice(decided(10_000 + ORDER + 1), 'ads').grantedFrom).toBe(10_000 + ORDER + 1);
  });

  it('ignores decisions up to an erasure, and not those after it', () => {
    const list = [
      { qualifier: decisionColumn('ads', true), timestampMicros: 5_000 },
      { qualifier: DECISIONS_ERASED, timestampMicros: 5_000 },
      { qualifier: OBJECTS_ERASED, timestampMicros: 9_000 },
    ];
    expect(choice(list, 'ads')).toEqual({ grantedFrom: undefined, withdrawnAt: -1 });
    const again = { qualifier: decisionColumn('ads', true), timestampMicros: 5_001 };
    expect(choice([...list, again], 'ads').grantedFrom).toBe(5_001);
  });

  it('has a history that agrees with it, latest first', () => {
    fc.assert(
      fc.property(cells, (list) => {
        const stored = list.map((each) => ({ ...each, value: Buffer.from('v') }));
        const histories = consentHistory(stored, { purposes: PURPOSES, orderMicros: ORDER, decode: String });
        for (const { purpose, choice: shown, sinceMs, decisions } of histories) {
          const { granted, withdrawn } = modelOf(list, purpose);
          expect(shown).toBe(granted !== undefined ? 'granted' : withdrawn >= 0 ? 'withdrawn' : 'none');
          expect(sinceMs).toBe(shown === 'none' ? undefined : (granted ?? withdrawn) / 1_000);
          const times = decisions.map(({ atMs }) => atMs);
          expect(times).toEqual([...times].sort((x, y) => y - x));
        }
      }),
    );
  });
});

describe('The history of a purpose', () => {
  it('has the decisions that count, also a withdrawal that clocks cannot prove to be before the erasure', () => {
    const erased = { qualifier: DECISIONS_ERASED, timestampMicros: 10_000 };
    const at = (granted: boolean, timestampMicros: number) => ({
      qualifier: decisionColumn('ads', granted),
      timestampMicros,
    });
    const list = [erased, at(true, 10_000), at(false, 10_000 - ORDER), at(false, 10_001 - ORDER)];
    const stored = list.map((each) => ({ ...each, value: Buffer.from('v') }));
    const [history] = consentHistory(stored, { purposes: ['ads'], orderMicros: ORDER, decode: String });
    expect(history).toMatchObject({ choice: 'withdrawn', decisions: [{ granted: false, atMs: 8.001 }] });
  });
});

describe('The time of a decision', () => {
  const decision = fc.record({ purpose: fc.constantFrom(...PURPOSES), granted: fc.boolean() });

  it('makes a decision without a time prevail over all that are stored', () => {
    fc.assert(
      fc.property(cells, decision, fc.integer({ min: 0, max: 20 }), (list, decided, nowMs) => {
        const record = readSubjectRecord(list);
        const atMs = dateDecision(decided, { record, nowMs, orderMicros: ORDER });
        const written = {
          qualifier: decisionColumn(decided.purpose, decided.granted),
          timestampMicros: atMs * 1_000,
        };
        const { grantedFrom, withdrawnAt } = choice([...list, written], decided.purpose);
        expect(atMs).toBeGreaterThanOrEqual(nowMs);
        if (decided.granted) expect(grantedFrom).toBeDefined();
        else expect(withdrawnAt).toBeGreaterThanOrEqual(written.timestampMicros);
      }),
      { numRuns: 250 },
    );
  });

  it('is the stated one, but never after now', () => {
    const record = readSubjectRecord([]);
    const dated = (atMs: number): number =>
      dateDecision({ purpose: 'ads', granted: true, atMs }, { record, nowMs: 100, orderMicros: ORDER });
    expect([dated(7), dated(100), dated(101)]).toEqual([7, 100, 100]);
  });
});

describe('What a row hides', () => {
  const ruleOf = (lawfulBasis: LawfulBasis, policy: ConsentPolicy, isEvents: boolean): DataTypeRule => ({
    family: 'data',
    purpose: 'ads',
    lawfulBasis,
    policy,
    isEvents,
  });
  const corpusOf = (rule: DataTypeRule): PersonalCorpus => ({
    name: 'users',
    dataTypes: new Map([['data', rule]]),
    orderMicros: ORDER,
  });
  const rules = fc
    .tuple(
      fc.constantFrom<LawfulBasis>('consent', 'contract', 'legitimate_interest', 'not_personal'),
      fc.constantFrom<ConsentPolicy>('enforce', 'report', 'off'),
      fc.boolean(),
    )
    .map((parts) => ruleOf(...parts));

  /** Model by the table of decisions/0013: whether a cell of this time is hidden. */
  function isHidden(
    list: readonly Cell[],
    { lawfulBasis, policy, isEvents }: DataTypeRule,
    at: number,
  ): boolean {
    if (timesOf(list, isEvents ? EVENTS_ERASED : OBJECTS_ERASED).some((erased) => at <= erased)) return true;
    if (policy !== 'enforce' || lawfulBasis === 'contract' || lawfulBasis === 'not_personal') return false;
    const { granted, withdrawn } = modelOf(list, 'ads');
    if (lawfulBasis === 'consent') return granted === undefined || at < granted;
    return withdrawn >= 0 && (granted === undefined || at <= withdrawn);
  }

  it('is what the table of lawful bases and policies states, for each time', () => {
    fc.assert(
      fc.property(cells, rules, time, (list, rule, at) => {
        const privacy = new RowPrivacy(corpusOf(rule), readSubjectRecord(list));
        expect(at <= privacy.upTo('data')).toBe(isHidden(list, rule, at));
        expect(privacy.upTo('_wm')).toBe(-1);
      }),
      { numRuns: 500 },
    );
  });

  it('is an omission if it is everything, and a report if the policy only reports', () => {
    fc.assert(
      fc.property(cells, rules, (list, rule) => {
        const privacy = new RowPrivacy(corpusOf(rule), readSubjectRecord(list));
        const observed: DataTypeRule[] = [];
        const omitted = omissionsOf(privacy, ['data', '_rsv'], (each) => void observed.push(each));
        const enforced = new RowPrivacy(corpusOf({ ...rule, policy: 'enforce' }), readSubjectRecord(list));
        const isUnlawful = enforced.upTo('data') === Infinity;
        expect(omitted).toEqual(
          isUnlawful && rule.policy === 'enforce'
            ? [{ dataType: 'data', purpose: 'ads', reason: 'no_consent' }]
            : [],
        );
        expect(observed).toEqual(isUnlawful && rule.policy !== 'off' ? [rule] : []);
        expect(privacy.forbiddenUpTo('data') === Infinity).toBe(omitted.length > 0);
      }),
      { numRuns: 250 },
    );
  });

  it('is nothing in tables whose rows are not users', () => {
    expect(omissionsOf(undefined, ['data'])).toBe(NO_OMISSIONS);
  });
});
