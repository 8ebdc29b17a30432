import {
  DECISIONS_ERASED,
  decisionColumn,
  EVENTS_ERASED,
  OBJECTS_ERASED,
} from '../../../../src/core/privacy/privacy-family';
import { privacyRulesOf, type ConsentPolicy } from '../../../../src/core/privacy/privacy-rules';
import { RowPrivacy } from '../../../../src/core/privacy/row-privacy';
import { readSubjectRecord } from '../../../../src/core/privacy/subject-record';
import { seededRandom } from '../../../../src/platform/random';
import type { Corpus } from '../../../../src/core/schema/schema';
import { TEST_SEED } from '../../../support/test-seed';

const ORDER_MICROS = 200_000;
const DATA_TYPES = [
  { family: 'consented', lawfulBasis: 'consent' },
  { family: 'legitimate', lawfulBasis: 'legitimate_interest' },
  { family: 'contract', lawfulBasis: 'contract' },
].map((each) => ({ ...each, purpose: 'ads', events: {} })) as unknown as Corpus['dataTypes'];

const corpusOf = (policy: ConsentPolicy) =>
  privacyRulesOf([{ name: 'users', dataTypes: DATA_TYPES }], {
    policy,
    policies: new Map(),
    clockSkewMaxMs: ORDER_MICROS / 2_000,
  }).get('users')!;
const ENFORCED = corpusOf('enforce');
const FAMILIES = DATA_TYPES.map(({ family }) => family);

interface RecordCell {
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
}

const cell = (qualifier: Buffer, timestampMicros: number): RecordCell => ({ qualifier, timestampMicros });
const grant = (at: number): RecordCell => cell(decisionColumn('ads', true), at);
const withdrawal = (at: number): RecordCell => cell(decisionColumn('ads', false), at);
const evaluated = (cells: readonly RecordCell[], corpus = ENFORCED): RowPrivacy =>
  new RowPrivacy(corpus, readSubjectRecord(cells));

describe(`RowPrivacy.removableUpTo (seed ${TEST_SEED})`, () => {
  it('has nothing to remove where data is hidden only because no grant is known', () => {
    const privacy = evaluated([]);
    expect(privacy.upTo('consented')).toBe(Infinity);
    expect(privacy.removableUpTo('consented')).toBe(-1);
  });

  it('ends at the withdrawal, although everything is hidden', () => {
    const privacy = evaluated([grant(1_000), withdrawal(5_000_000)]);
    for (const family of ['consented', 'legitimate']) {
      expect(privacy.upTo(family)).toBe(Infinity);
      expect(privacy.removableUpTo(family)).toBe(5_000_000);
    }
    expect(privacy.removableUpTo('contract')).toBe(-1);
  });

  it('does not reach the grant that a read knows, because an earlier one may be on its way', () => {
    const privacy = evaluated([withdrawal(1_000_000), grant(9_000_000)]);
    expect(privacy.upTo('consented')).toBe(8_999_999);
    expect(privacy.removableUpTo('consented')).toBe(1_000_000);
  });

  it('is the time of an erasure whatever the policy, and of a withdrawal only where it is enforced', () => {
    const cells = [cell(EVENTS_ERASED, 3_000_000), withdrawal(5_000_000)];
    expect(evaluated(cells, corpusOf('report')).removableUpTo('consented')).toBe(3_000_000);
    expect(evaluated(cells).removableUpTo('consented')).toBe(5_000_000);
  });

  it('never covers what a read shows, whatever part of the record arrives later', () => {
    const random = seededRandom(TEST_SEED);
    const below = (count: number): number => Math.floor(random() * count);
    for (let run = 0; run < 800; run++) {
      // Tombstones of objects are later than all decisions that are void, and those of events are later still.
      const erasedAt = below(2) * below(2_000_000);
      const erasure = [
        cell(DECISIONS_ERASED, erasedAt),
        cell(OBJECTS_ERASED, erasedAt + below(300_000)),
        cell(EVENTS_ERASED, erasedAt + 300_000),
      ];
      const decisions = Array.from({ length: below(6) }, () =>
        (random() < 0.5 ? grant : withdrawal)(below(2_000_000)),
      );
      const cells = [...(erasedAt > 0 ? erasure : []), ...decisions];
      const known = cells.filter(() => random() < 0.6);
      for (const family of FAMILIES) {
        const removable = evaluated(known).removableUpTo(family);
        expect(removable).toBeLessThanOrEqual(evaluated(known).upTo(family));
        expect(removable).toBeLessThanOrEqual(evaluated(cells).upTo(family));
      }
    }
  });
});
