import type { JsonObject } from '../json/json-fields';
import { featureLayoutOf, type FeatureLayout } from './feature-layout';
import type { FeatureSpec } from './feature-spec';
import { parseFeatureSpec, SPEC_FIELDS, type FeatureSpecRules } from './parse-feature-spec';

export interface CompiledFeatureSpec {
  readonly spec: FeatureSpec;
  readonly layout: FeatureLayout;
}

/** Maximum length of a cached key. Longer requests, with lists of ids, are parsed each time. */
const KEY_LENGTH_MAX = 4_096;

/** Cache of parsed specs. A model requests the same features every time. */
export class FeatureSpecCache {
  readonly #rules: FeatureSpecRules;
  readonly #cachedMax: number;
  readonly #cache = new Map<string, CompiledFeatureSpec>();

  constructor(rules: FeatureSpecRules, cachedMax: number) {
    this.#rules = rules;
    this.#cachedMax = cachedMax;
  }

  /** Returns the spec of a request body. Throws the typed error that names the field. */
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
