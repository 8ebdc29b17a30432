import { hash128 } from '../../../../src/core/shared/hash64';
import { fatigueFeatures } from '../../../../src/core/features/fatigue-features';
import { FEATURES_VERSION, featureLayoutOf } from '../../../../src/core/features/feature-layout';
import { fatigueProtobuf } from '../../../../src/codec/answers/fatigue-protobuf';
import { tidemark } from '../../../gen/tidemark';
import { plainColumns } from '../../../support/plain-columns';
import { AD_EVENTS, featureSpec, LENGTHS_MS, LEVELS } from './feature-world';

const AS_OF_MS = Date.UTC(2026, 10, 21);
const DAY_MS = LENGTHS_MS['1d'];
const { '1h': hour, '1d': day, '7d': week, '30d': month } = LENGTHS_MS;
const DEFAULT = {
  levels: LEVELS,
  actions: ['impression', 'click'],
  windows: { '1h': hour, '1d': day, '7d': week, '30d': month },
  halfLives: { '1h': hour, '1d': day, '7d': week },
  scales: { '1h': hour, '1d': day, '7d': week },
  lookbackMs: month,
  rate: { clicks: 'click', impressions: 'impression' },
};
const SMALL = { ...DEFAULT, windows: { '1d': day }, halfLives: { '1d': day }, scales: { '7d': week } };

/**
 * Expected bytes: version, layout, names, user and time; then a candidate with both actions, and one without events.
 */
const BYTES =
  '08011210356364323038613931333732633034381a1661642e696d7072657373696f6e2e636f756e742e31641a1d61642e69' +
  '6d7072657373696f6e2e6c6173745365656e5365636f6e64731a1661642e696d7072657373696f6e2e64656361792e31641a' +
  '1861642e696d7072657373696f6e2e696e76657273652e37641a1161642e636c69636b2e636f756e742e31641a1861642e63' +
  '6c69636b2e6c6173745365656e5365636f6e64731a1161642e636c69636b2e64656361792e31641a1361642e636c69636b2e' +
  '696e76657273652e37641a0961642e6374722e31642a06757365722d313080b09cdb9f34' +
  '22260a24000040406f12833afdeb3240a38b84400000803f0000f0413bf07f3fc0fc7f3fabaaaa3e' +
  '22260a24000000000000c07f0000000000000000000000000000c07f00000000000000000000c07f';

/**
 * Models depend on these values. When one of these tests fails, the features have changed: increase `FEATURES_VERSION`,
 * and keep serving the models that were trained on the previous version with it.
 */
describe('version 1 of the features', () => {
  it('has this order of names', () => {
    expect(FEATURES_VERSION).toBe(1);
    const { names, id, version } = featureLayoutOf(featureSpec(DEFAULT));
    expect(names.slice(-26)).toEqual([
      'ad.impression.count.1h',
      'ad.impression.count.1d',
      'ad.impression.count.7d',
      'ad.impression.count.30d',
      'ad.impression.lastSeenSeconds',
      'ad.impression.decay.1h',
      'ad.impression.decay.1d',
      'ad.impression.decay.7d',
      'ad.impression.inverse.1h',
      'ad.impression.inverse.1d',
      'ad.impression.inverse.7d',
      'ad.click.count.1h',
      'ad.click.count.1d',
      'ad.click.count.7d',
      'ad.click.count.30d',
      'ad.click.lastSeenSeconds',
      'ad.click.decay.1h',
      'ad.click.decay.1d',
      'ad.click.decay.7d',
      'ad.click.inverse.1h',
      'ad.click.inverse.1d',
      'ad.click.inverse.7d',
      'ad.ctr.1h',
      'ad.ctr.1d',
      'ad.ctr.7d',
      'ad.ctr.30d',
    ]);
    expect(names).toHaveLength(104);
    expect(new Set(names.map((name) => name.split('.')[0]))).toEqual(
      new Set(['advertiser', 'campaign', 'adGroup', 'ad']),
    );
    expect(hash128(Buffer.from(names.join())).toString('hex')).toBe('2c060207d618085d8b28db2b6aba6a83');
    expect({ version, id }).toEqual({ version: 1, id: '52c64a8169d68abc' });
  });

  it('has these bytes', () => {
    const spec = featureSpec({ ...SMALL, levels: LEVELS.slice(3) });
    const oneLevel = { ...spec, levels: AD_EVENTS.events.levels.slice(3) };
    const layout = featureLayoutOf(oneLevel);
    const times = [1, 30_000, DAY_MS / 3, DAY_MS, DAY_MS + 1, 9 * DAY_MS];
    const stored = times.map((ageMs, i) => ({
      action: i === 1 ? 'click' : 'impression',
      timeMs: AS_OF_MS - ageMs,
      dimensions: { adId: '1' },
    }));
    const parts = [plainColumns(stored, AD_EVENTS.events)];
    const query = { spec: oneLevel, userId: 'user-1', candidates: [['1'], ['2']], asOfMs: AS_OF_MS };
    const vectors = fatigueFeatures(query, layout, { parts, countedFromMs: 0 });
    const bytes = fatigueProtobuf({
      userId: 'user-1',
      asOfMs: AS_OF_MS,
      layout,
      vectors,
      withNames: true,
    });
    expect(bytes.toString('hex')).toBe(BYTES);
    const read = tidemark.v1.FatigueFeatures.decode(bytes);
    expect({ ...read, candidates: [] }).toEqual({
      version: 1,
      layout: layout.id,
      names: layout.names,
      candidates: [],
      userId: 'user-1',
      asOfMs: AS_OF_MS,
      omitted: [],
    });
    expect(read.candidates.map(({ values }) => values)).toEqual([
      [...vectors.subarray(0, layout.names.length)],
      [...vectors.subarray(layout.names.length)],
    ]);
  });

  it('has another id wherever the meaning differs', () => {
    const search = { name: 'viewType', ids: ['search', 'home'], orAbsent: false };
    const specs = [
      featureSpec(DEFAULT),
      featureSpec(SMALL),
      featureSpec({ ...DEFAULT, lookbackMs: 2 * month }),
      featureSpec({ ...DEFAULT, actions: ['click', 'impression'] }),
      featureSpec({ ...DEFAULT, rate: { clicks: 'impression', impressions: 'click' } }),
      featureSpec({ ...DEFAULT, rate: { ...DEFAULT.rate, prior: { impressions: 10, rate: 0.1 } } }),
      featureSpec({ ...DEFAULT, rate: { ...DEFAULT.rate, prior: { impressions: 10, rate: 0.2 } } }),
      featureSpec(DEFAULT, [search]),
      featureSpec(DEFAULT, [{ ...search, orAbsent: true }]),
      featureSpec(DEFAULT, [{ name: 'viewType', orAbsent: false }]),
      featureSpec(DEFAULT, [{ ...search, name: 'sessionId' }]),
      { ...featureSpec(DEFAULT), levels: AD_EVENTS.events.levels.slice(1) },
      { ...featureSpec(DEFAULT), dataType: { ...AD_EVENTS, family: 'other' } },
    ];
    expect(new Set(specs.map((spec) => featureLayoutOf(spec).id)).size).toBe(specs.length);
    const otherOrder = featureSpec(DEFAULT, [{ ...search, ids: ['home', 'search'] }]);
    expect(featureLayoutOf(otherOrder).id).toBe(featureLayoutOf(featureSpec(DEFAULT, [search])).id);
  });
});
