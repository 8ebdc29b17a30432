import fc from 'fast-check';
import { DAY, WEEK, type BlockDays } from '../../../../src/core/blocks/block-column';
import { readEvents } from '../../../../src/core/columns/read-events';
import type { EventCell } from '../../../../src/core/columns/event-cell';
import { fatigueFeatures } from '../../../../src/core/features/fatigue-features';
import { featureLayoutOf } from '../../../../src/core/features/feature-layout';
import type { FatigueQuery, FeatureSpec } from '../../../../src/core/features/feature-spec';
import {
  DAYS,
  dimensionOf,
  events,
  FIRST_DAY_MS,
  LEVELS,
  MIXED,
  packed,
  periodNumber,
  POLICIES,
  rawCell,
} from '../../../support/mixed-events';
import { withoutDuplicates, type PlainEvent } from '../../../support/plain-counts';
import { referenceFeatures } from '../../../support/reference-features';
import { AD_EVENTS } from './feature-world';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WINDOWS = { '1h': HOUR_MS, '1d': DAY_MS, '7d': 7 * DAY_MS };
const SCALES = { '1h': HOUR_MS, '7d': 7 * DAY_MS };
const lengths = (named: Readonly<Record<string, number>>) =>
  Object.entries(named).map(([name, lengthMs]) => ({ name, lengthMs }));
const actions = MIXED.actions.filter(({ name }) => ['impression', 'click'].includes(name));

const SPEC: FeatureSpec = {
  dataType: { ...AD_EVENTS, events: MIXED },
  levels: LEVELS,
  actions,
  rate: { clicks: 1, impressions: 0 },
  windows: lengths(WINDOWS),
  halfLives: lengths(SCALES),
  scales: lengths(SCALES),
  lookbackMs: 9 * DAY_MS,
  where: [],
};
const LAYOUT = featureLayoutOf(SPEC);
const BY_SEARCH: FeatureSpec['where'] = [
  { dimension: dimensionOf('viewType'), ids: ['a', '0'], orAbsent: true },
  { dimension: dimensionOf('insertionId'), orAbsent: false },
];

/** One run of a packer: the cells that it reads, and whether it finishes deleting them. */
interface Packing {
  readonly days: BlockDays;
  readonly reads: (place: number) => boolean;
  readonly deletes: boolean;
}

const packing: fc.Arbitrary<Packing> = fc.record({
  days: fc.constantFrom(DAY, WEEK),
  reads: fc.func(fc.boolean()),
  deletes: fc.boolean(),
});

/** Simulates packers. Some never finish. Each leaves a state that a reader may find. */
function pack(cells: readonly EventCell[], { days, reads, deletes }: Packing): readonly EventCell[] {
  const isDayOrRaw = ({ qualifier }: EventCell): boolean => qualifier.length === 21 || qualifier[5] === DAY;
  const chosen = cells.filter((cell, place) => reads(place) && (days === WEEK || isDayOrRaw(cell)));
  const periods = new Map<number, EventCell[]>();
  for (const cell of chosen) {
    const period = periodNumber(cell, days);
    periods.set(period, [...(periods.get(period) ?? []), cell]);
  }
  const kept = deletes ? cells.filter((cell) => !chosen.includes(cell)) : cells;
  return [...kept, ...[...periods.values()].map((own) => packed(own, days))];
}

const query = fc.record({
  asOfMs: fc
    .tuple(fc.nat(DAYS), fc.oneof(fc.constantFrom(0, 1, 10_000), fc.nat(DAY_MS)))
    .map(([day, ms]) => FIRST_DAY_MS + day * DAY_MS + ms),
  filtered: fc.boolean(),
});

/** Candidates with events, one without, and one with few known entities. */
function candidatesOf(deliveries: readonly PlainEvent[]): FatigueQuery['candidates'] {
  const some = deliveries.filter((_event, i) => i % 7 === 0).slice(0, 5);
  const known = some.map(({ ids }) => LEVELS.map(({ dimension }) => ids[dimension.name]));
  return [...known, LEVELS.map(() => 'never'), [undefined, undefined, undefined, '7']];
}

function vectorsOf(cells: readonly EventCell[], asked: FatigueQuery, countedFromMs = 0): Float32Array {
  const { parts } = readEvents(cells, MIXED);
  return fatigueFeatures(asked, LAYOUT, { parts, countedFromMs });
}

test('features equal the reference, and are identical to the bit however events are packed, delivered and repeated', () => {
  fc.assert(
    fc.property(
      events,
      query,
      fc.array(packing, { maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 5 }),
      (deliveries, { asOfMs, filtered }, packings, late) => {
        const raw = deliveries.map(rawCell);
        const spec = filtered ? { ...SPEC, where: BY_SEARCH } : SPEC;
        const asked = { spec, userId: 'u', candidates: candidatesOf(deliveries), asOfMs };
        const whole = vectorsOf(raw, asked);
        const again = late.flatMap((place) => raw[place % Math.max(1, raw.length)] ?? []);
        const row = [...packings.reduce(pack, raw), ...again].reverse();
        expect(bytesOf(vectorsOf(row, asked))).toBe(bytesOf(whole));
        expectReference(whole, asked, withoutDuplicates(deliveries, POLICIES));
      },
    ),
    { numRuns: 25 },
  );
});

function expectReference(vectors: Float32Array, asked: FatigueQuery, kept: readonly PlainEvent[]): void {
  const plain = kept.map(({ action, timeMs, ids }) => ({ action, timeMs, dimensions: ids }));
  const isSearch = (type: string | undefined): boolean => type === undefined || ['a', '0'].includes(type);
  const spec = {
    levels: LEVELS.map(({ name, dimension }) => [name, dimension.name] as const),
    actions: actions.map(({ name }) => name),
    windows: WINDOWS,
    halfLives: SCALES,
    scales: SCALES,
    lookbackMs: SPEC.lookbackMs,
    rate: { clicks: 'click', impressions: 'impression' },
    passes: ({ dimensions: { viewType, insertionId } }: (typeof plain)[number]) =>
      asked.spec.where.length === 0 || (isSearch(viewType) && insertionId !== undefined),
  };
  asked.candidates.forEach((ids, candidate) => {
    const named = LEVELS.map(({ dimension }, level) => [dimension.name, ids[level]] as const);
    const known = named.filter((entry): entry is [string, string] => entry[1] !== undefined);
    const expected = referenceFeatures(plain, spec, {
      candidate: Object.fromEntries(known),
      asOfMs: asked.asOfMs,
    });
    const wrong = LAYOUT.names.filter((name, i) => {
      const actual = vectors[candidate * LAYOUT.names.length + i]!;
      return !isAbout(actual, expected[name]!, /decay|inverse/.test(name) ? plain.length : 0);
    });
    expect(wrong).toEqual([]);
  });
}

/** Compares within the rounding of this many weights and of the float. */
function isAbout(actual: number, expected: number, weights: number): boolean {
  if (Number.isNaN(expected)) return Number.isNaN(actual);
  if (weights === 0) return actual === Math.fround(expected);
  return Math.abs(actual - expected) <= weights * 2 ** -33 + Math.abs(expected) * 2 ** -23;
}

function bytesOf(vectors: Float32Array): string {
  return Buffer.from(vectors.buffer).toString('hex');
}

test('features support dimensions that differ for every event, which are not part of combinations', () => {
  const each = Array.from({ length: 2_000 }, (_, i) => ({
    action: 'impression',
    timeMs: FIRST_DAY_MS + i * 60_000,
    ids: { adId: `${1_000 + (i % 4)}`, campaignId: undefined, insertionId: `${7_000 + i}`, viewType: 'a' },
  }));
  const cells = each.map(rawCell);
  const block = packed(cells, WEEK);
  const [columns] = readEvents([block], MIXED).parts;
  expect(columns!.dimension(dimensionOf('insertionId').index).by).toBe('event');
  const where = [{ dimension: dimensionOf('insertionId'), ids: ['7005', '7006'], orAbsent: false }];
  const asked = (spec: FeatureSpec): FatigueQuery => ({
    spec,
    userId: 'u',
    asOfMs: FIRST_DAY_MS + 2 * DAY_MS,
    candidates: ['1001', '1003', '5'].map((id) => [undefined, undefined, undefined, id]),
  });
  const at = LAYOUT.names.indexOf('ad.impression.count.7d');
  const counts = (row: readonly EventCell[], spec: FeatureSpec): number[] => {
    const vectors = vectorsOf(row, asked(spec));
    return [0, 1, 2].map((i) => vectors[i * LAYOUT.names.length + at]!);
  };
  for (const row of [cells, [block], [block, ...cells.slice(0, 500)]]) {
    expect(counts(row, SPEC)).toEqual([500, 500, 0]);
    expect(counts(row, { ...SPEC, where })).toEqual([1, 0, 0]);
  }
});
