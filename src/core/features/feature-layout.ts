import { hash128Into } from '../shared/hash64';
import type { FeatureSpec } from './feature-spec';

/**
 * Goes up whenever the order of the features changes, or what a number under the same name means. Models are trained on
 * one version: never change what one is, add another.
 */
export const FEATURES_VERSION = 1;

/** What stands where in a candidate's vector. */
export interface FeatureLayout {
  readonly version: number;
  /** Differs wherever two specs do, so that a model can refuse vectors that it was not trained on. 16 hex digits. */
  readonly id: string;
  /** In the order of the vector. */
  readonly names: readonly string[];
  /** How many features each level takes: level i begins at `i * levelSize`. */
  readonly levelSize: number;
  /** How many of them each action takes; the rates follow the last one. */
  readonly actionSize: number;
}

/**
 * Levels, the outermost first; in each the actions; of each the counts by window, the last time, the exponential decays and the
 * inverse ones; after the actions the rates by window.
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
