import type { Random } from '../../../src/platform/random';
import { below, chance, pick } from '../values/choose';
import { hostileValue } from '../values/hostile-values';
import { type JsonTree, toTree } from '../values/json-tree';
import type { JsonSchema } from './operations';

const DEPTH_MAX = 6;
const ENTRIES_MAX = 3;
/** Texts that mostly match the patterns and formats of the document. */
const TEXTS = [
  'impression',
  'click',
  'view',
  'ad',
  'campaign',
  'insertion',
  'user-1',
  'ad-1',
  'cmp-1',
  'main',
  'left',
  'one',
  '1d',
  '7d',
  '1h',
  '30d',
  'ad_action',
  'campaign_action',
  'ad_id',
  'campaign_id',
  'strict',
  'eventual',
  '2026-11-21T00:00:00Z',
  '2026-11-22',
  '123e4567-e89b-12d3-a456-000000000001',
  'Europe/Berlin',
  'x',
];
const INTEGERS = [1, 0, 2, 5, 100, 3_600, 86_400, 1_700_000_000_000];

/** Generates values that match a schema of the document, or nearly so; patterns are ignored. */
export class FromSchema {
  readonly #document: object;
  readonly #random: Random;

  constructor(document: object, random: Random) {
    this.#document = document;
    this.#random = random;
  }

  value(schema: JsonSchema, depth = 0): JsonTree {
    const random = this.#random;
    if (schema.$ref !== undefined) return this.value(this.#lookUp(schema.$ref), depth);
    const alternatives = (schema['anyOf'] ?? schema['oneOf']) as readonly JsonSchema[] | undefined;
    if (alternatives !== undefined) return this.value(pick(random, alternatives), depth);
    if ('const' in schema) return toTree(schema['const']);
    const values = (schema['enum'] ?? schema['examples']) as readonly unknown[] | undefined;
    if (values !== undefined && chance(random, 0.9)) return toTree(pick(random, values));
    const types = ([] as unknown[]).concat(schema['type'] ?? 'object');
    return this.#ofType(pick(random, types), schema, depth);
  }

  #ofType(type: unknown, schema: JsonSchema, depth: number): JsonTree {
    const random = this.#random;
    switch (type) {
      case 'object':
        return depth > DEPTH_MAX ? { members: [] } : this.#object(schema, depth);
      case 'array':
        return depth > DEPTH_MAX ? [] : this.#array(schema, depth);
      case 'integer':
        return Math.max(Number(schema['minimum'] ?? 0), pick(random, INTEGERS));
      case 'number':
        return pick(random, [...INTEGERS, 0.5]);
      case 'boolean':
        return chance(random, 0.5);
      case 'string':
        return pick(random, TEXTS);
      default:
        return hostileValue(random);
    }
  }

  #object(schema: JsonSchema, depth: number): JsonTree {
    const random = this.#random;
    const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
    const required = (schema['required'] ?? []) as readonly string[];
    const chosen = properties.filter(([name]) => required.includes(name) || chance(random, 0.35));
    const members = chosen.map(([name, each]) => [name, this.value(each, depth + 1)] as const);
    const more = schema['additionalProperties'];
    if (typeof more !== 'object' || more === null) return { members };
    const others = Array.from(
      { length: below(random, ENTRIES_MAX) },
      () => [pick(random, TEXTS), this.value(more as JsonSchema, depth + 1)] as const,
    );
    return { members: [...members, ...others] };
  }

  #array(schema: JsonSchema, depth: number): JsonTree {
    const items = (schema['items'] ?? {}) as JsonSchema;
    const least = Number(schema['minItems'] ?? 0);
    const length = Math.max(least, below(this.#random, ENTRIES_MAX) + 1);
    return Array.from({ length }, () => this.value(items, depth + 1));
  }

  #lookUp(ref: string): JsonSchema {
    const steps = ref.replace(/^#\//, '').split('/');
    return steps.reduce<unknown>(
      (value, step) => (value as Record<string, unknown>)[step],
      this.#document,
    ) as JsonSchema;
  }
}
