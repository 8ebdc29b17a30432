import type { JsonObject } from '../json/json-fields';
import { featureLayoutOf, type FeatureLayout } from './feature-layout';
import type { FeatureSpec } from './feature-spec';
import { parseFeatureSpec, SPEC_FIELDS, type FeatureSpecRules } from './parse-feature-spec';

export interface CompiledFeatureSpec {
  readonly spec: FeatureSpec;
  readonly layout: FeatureLayout;
}

/** Longer ones, with their lists of ids, are worked out each time. */
const KEY_LENGTH_MAX = 4_096;

/** What requests ask for, kept for the next ones: a model asks for the same features every time. */
export class FeatureSpecCache {
  readonly #rules: FeatureSpecRules;
  readonly #cachedMax: number;
  readonly #cache = new Map<string, CompiledFeatureSpec>();

  constructor(rules: FeatureSpecRules, cachedMax: number) {
    this.#rules = rules;
    this.#cachedMax = cachedMax;
  }

  /** Throws the typed error that names the field at fault. */
  get(body: JsonObject): CompiledFeatureSpec {
    const key = JSON.stringify(SPEC_FIELDS.map((name) => body[name]));
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    const spec = parseFeatureSpec(body, this.#rules);
    const prepared = Object.freeze({ spec, layout: featureLayoutOf(spec) });
    if (key.length > KEY_LENGTH_MAX) return prepared;
    if (this.#cache.size >= this.#cachedMax) this.#cache.clear();
    this.#cache.set(key, prepared);
    return prepared;
  }
}
