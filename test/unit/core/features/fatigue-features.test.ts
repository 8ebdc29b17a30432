import fc from 'fast-check';
import { fatigueFeatures } from '../../../../src/core/features/fatigue-features';
import { featureLayoutOf } from '../../../../src/core/features/feature-layout';
import type { FeatureSpec } from '../../../../src/core/features/feature-spec';
import { plainColumns } from '../../../support/plain-columns';
import { referenceFeatures, type PlainEvent, type ReferenceSpec } from '../../../support/reference-features';
import { tidemarkError } from '../../../support/tidemark-error';
import { featureSpec, LENGTHS_MS, LEVELS } from './feature-world';

const AS_OF_MS = Date.UTC(2026, 10, 21);
const DAY_MS = 86_400_000;
const EVENTS_MAX = 60;

const entity = fc.option(fc.constantFrom('1', '2', '3'), { nil: undefined });
/** Times clustered around the edges of windows and the time of the query. */
const age = fc.oneof(
  fc.constantFrom(0, 1, -1, ...Object.values(LENGTHS_MS), ...Object.values(LENGTHS_MS).map((ms) => ms + 1)),
  fc.integer({ min: -DAY_MS, max: 45 * DAY_MS }),
);
const event: fc.Arbitrary<PlainEvent> = fc.record({
  action: fc.constantFrom('impression', 'click', 'view'),
  timeMs: age.map((ms) => AS_OF_MS - ms),
  dimensions: fc.record({
    adId: entity,
    adGroupId: entity,
    campaignId: entity,
    advertiserId: entity,
    viewType: fc.option(fc.constantFrom('home_feed', 'search'), { nil: undefined }),
  }),
});
const events = fc.array(event, { maxLength: EVENTS_MAX });
const candidate = fc
  .record({ adId: entity, adGroupId: entity, campaignId: entity, advertiserId: entity })
  .map(
    (ids) =>
      Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined)) as Record<string, string>,
  );

describe('fatigue features', () => {
  const reference: ReferenceSpec = {
    levels: LEVELS,
    actions: ['impression', 'click'],
    windows: pick('1h', '1d', '30d'),
    halfLives: pick('1h', '1d', '7d'),
    scales: pick('1h', '7d'),
    lookbackMs: LENGTHS_MS['30d'],
    rate: { clicks: 'click', impressions: 'impression' },
  };

  it('equal those of a simple reference, with and without filters and priors', () => {
    const prior = { impressions: 20, rate: 0.05 };
    const variants: [FeatureSpec, ReferenceSpec][] = [
      [featureSpec(reference), reference],
      [
        featureSpec({ ...reference, rate: { ...reference.rate!, prior } }),
        { ...reference, rate: { ...reference.rate!, prior } },
      ],
      [
        featureSpec(reference, [{ name: 'viewType', ids: ['search'], orAbsent: false }]),
        { ...reference, passes: ({ dimensions }) => dimensions.viewType === 'search' },
      ],
      [
        featureSpec(reference, [{ name: 'viewType', ids: ['search'], orAbsent: true }]),
        {
          ...reference,
          passes: ({ dimensions: { viewType } }) => viewType === 'search' || viewType === undefined,
        },
      ],
      [
        featureSpec(reference, [{ name: 'viewType', orAbsent: false }]),
        { ...reference, passes: ({ dimensions }) => dimensions.viewType !== undefined },
      ],
    ];
    fc.assert(
      fc.property(events, fc.array(candidate, { minLength: 1, maxLength: 4 }), (stored, candidates) => {
        for (const [spec, plain] of variants) {
          const vectors = vectorsOf(spec, candidates, [stored]);
          const { names } = featureLayoutOf(spec);
          candidates.forEach((each, i) => {
            const expected = referenceFeatures(stored, plain, { candidate: each, asOfMs: AS_OF_MS });
            expect(names).toEqual(Object.keys(expected));
            const wrong = names.filter(
              (name, j) => !isAbout(vectors[i * names.length + j]!, expected[name]!, name),
            );
            expect(wrong).toEqual([]);
          });
        }
      }),
      { numRuns: 15 },
    );
  });

  it('are identical to the bit for any division of the events into parts', () => {
    const spec = featureSpec(reference);
    const candidates = [
      { adId: '1', campaignId: '2' },
      { adGroupId: '3', advertiserId: '1' },
    ];
    const divided = events.chain((all) =>
      fc.tuple(fc.constant(all), fc.array(fc.nat(4), { minLength: all.length, maxLength: all.length })),
    );
    fc.assert(
      fc.property(divided, fc.infiniteStream(fc.nat()), ([all, partOf], noise) => {
        const whole = vectorsOf(spec, candidates, [all]);
        const parts = [0, 1, 2, 3, 4].map((part) => all.filter((_event, i) => partOf[i] === part));
        const shuffled = parts.map((part) =>
          part.map((each) => ({ each, at: noise.next().value as number })).sort((a, b) => a.at - b.at),
        );
        const again = vectorsOf(
          spec,
          candidates,
          shuffled.reverse().map((part) => part.map(({ each }) => each)),
        );
        expect(bytesOf(again)).toEqual(bytesOf(whole));
      }),
      { numRuns: 40 },
    );
  });

  it('ignore events before the retention', () => {
    const spec = featureSpec(reference);
    const stored = [1, 2].map((days) => ({
      action: 'click',
      timeMs: AS_OF_MS - days * DAY_MS,
      dimensions: { adId: '1' },
    }));
    const query = queryOf(spec, [{ adId: '1' }]);
    const layout = featureLayoutOf(spec);
    const at = layout.names.indexOf('ad.click.count.30d');
    const counted = (countedFromMs: number): number =>
      fatigueFeatures(query, layout, { parts: [plainColumns(stored, spec.dataType.events)], countedFromMs })[
        at
      ]!;
    expect([AS_OF_MS - 2 * DAY_MS, AS_OF_MS - 2 * DAY_MS + 1, AS_OF_MS].map(counted)).toEqual([2, 1, 0]);
  });

  it('are rejected for more events than sums are exact for', () => {
    const spec = featureSpec(reference);
    const one = plainColumns([], spec.dataType.events);
    const query = queryOf(spec, [{ adId: '1' }]);
    const askWith = (...counts: number[]) =>
      fatigueFeatures(query, featureLayoutOf(spec), {
        parts: counts.map((count) => ({ ...one, count })),
        countedFromMs: 0,
      });
    expect(() => askWith(2 ** 20, 2 ** 20)).not.toThrow();
    expect(() => askWith(2 ** 20, 2 ** 20, 1)).toThrow(tidemarkError('too_many_events'));
  });

  it('are NaN where no number exists', () => {
    const spec = featureSpec(reference);
    const { names } = featureLayoutOf(spec);
    const vector = vectorsOf(spec, [{ adId: 'never-seen' }], [[]]);
    const missing = names.filter((_name, i) => Number.isNaN(vector[i]!));
    const absent = names.filter((name) => !name.startsWith('ad.'));
    const never = names.filter((name) => /^ad\.(.*lastSeen|ctr)/.test(name));
    expect(missing).toEqual([...absent, ...never]);
    expect(vector.filter((value) => value === 0)).toHaveLength(names.length - missing.length);
  });
});

function pick(...names: (keyof typeof LENGTHS_MS)[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, LENGTHS_MS[name]]));
}

function queryOf(spec: FeatureSpec, candidates: readonly Record<string, string>[]) {
  const ids = candidates.map((each) => spec.levels.map(({ dimension }) => each[dimension.name]));
  return { spec, userId: 'u', candidates: ids, asOfMs: AS_OF_MS };
}

function vectorsOf(
  spec: FeatureSpec,
  candidates: readonly Record<string, string>[],
  parts: readonly (readonly PlainEvent[])[],
): Float32Array {
  const columns = parts.map((part) => plainColumns(part, spec.dataType.events));
  return fatigueFeatures(queryOf(spec, candidates), featureLayoutOf(spec), {
    parts: columns,
    countedFromMs: 0,
  });
}

function bytesOf(vectors: Float32Array): string {
  return Buffer.from(vectors.buffer).toString('hex');
}

/** Compares counts and times exactly, and sums within their rounding: 2^-33 per event, and that of the float. */
function isAbout(actual: number, expected: number, name: string): boolean {
  if (Number.isNaN(expected)) return Number.isNaN(actual);
  if (/count|lastSeen|ctr/.test(name)) return actual === Math.fround(expected);
  return Math.abs(actual - expected) <= EVENTS_MAX * 2 ** -33 + Math.abs(expected) * 2 ** -23;
}
