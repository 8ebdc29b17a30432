import { hash128Into } from '../shared/hash64';
import type { FeatureSpec } from './feature-spec';

/**
 * Version of the features. Increase it whenever the order of the features or the meaning of a name changes. Models are
 * trained on one version: never change an existing feature, add another.
 */
export const FEATURES_VERSION = 1;

/** Positions of the features in a candidate's vector. */
export interface FeatureLayout {
  readonly version: number;
  /**
   * Id of the layout, 16 hex digits. It differs for any two specs, so that a model can reject vectors that it was not
   * trained on.
   */
  readonly id: string;
  /** Names in the order of the vector. */
  readonly names: readonly string[];
  /** Number of features per level: level i begins at `i * levelSize`. */
  readonly levelSize: number;
  /** Number of features per action. The rates follow the last action. */
  readonly actionSize: number;
}

/**
 * Returns the layout of a spec: levels, outermost first; in each level the actions; for each action the counts by
 * window, the last time, the exponential decays and the inverse ones; after the actions the rates by window.
 */
export function featureLayoutOf(spec: FeatureSpec): FeatureLayout {
  const ofAction = [
    ...spec.windows.map(({ name }) => `count.${name}`),
    'lastSeenSeconds',
    ...spec.halfLives.map(({ name }) => `decay.${name}`),
    ...spec.scales.map(({ name }) => `inverse.${name}`),
  ];
  const rates = spec.rate === undefined ? [] : spec.windows.map(({ name }) => `ctr.${name}`);
  const ofLevel = [
    ...spec.actions.flatMap((action) => ofAction.map((feature) => `${action.name}.${feature}`)),
    ...rates,
  ];
  return {
    version: FEATURES_VERSION,
    id: idOf(spec),
    names: spec.levels.flatMap((level) => ofLevel.map((feature) => `${level.name}.${feature}`)),
    levelSize: ofLevel.length,
    actionSize: ofAction.length,
  };
}

const ID_BYTES = 8;

function idOf(spec: FeatureSpec): string {
  const { rate, where } = spec;
  const lengths = [spec.windows, spec.halfLives, spec.scales];
  const meaning = [
    FEATURES_VERSION,
    spec.dataType.family,
    spec.levels.map(({ name }) => name),
    spec.actions.map(({ name }) => name),
    lengths.map((each) => each.map(({ name, lengthMs }) => [name, lengthMs])),
    rate === undefined ? [] : [rate.clicks, rate.impressions, rate.prior?.impressions, rate.prior?.rate],
    spec.lookbackMs,
    where
      .map(({ dimension, ids, orAbsent }) => [dimension.name, ids && [...ids].sort(), orAbsent])
      .sort(byName),
  ];
  const bytes = Buffer.from(JSON.stringify(meaning));
  const id = Buffer.alloc(ID_BYTES);
  hash128Into(bytes, bytes.length, { target: id, offset: 0, bytes: ID_BYTES });
  return id.toString('hex');
}

function byName([a]: readonly unknown[], [b]: readonly unknown[]): number {
  return String(a) < String(b) ? -1 : 1;
}
