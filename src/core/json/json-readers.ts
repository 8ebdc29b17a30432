/**
 * Combinators of readers of parsed JSON, for files that users write. Each error is an `invalid_argument` whose field is
 * the path of the value. `json-fields.ts` has the readers of single values that these use.
 */
import { invalidArgument } from '../../errors';
import { objectAt, rejectUnknownFields, type JsonObject } from './json-fields';

/** Validates and converts the value at `path`, or throws. */
export type JsonReader<T> = (value: unknown, path: string) => T;

export const jsonString =
  (pattern: RegExp, expected: string): JsonReader<string> =>
  (value, path) => {
    if (typeof value === 'string' && pattern.test(value)) return value;
    throw invalidArgument(path, `must be ${expected}, not ${JSON.stringify(value)}`);
  };

export const jsonNumber =
  (min: number, max: number): JsonReader<number> =>
  (value, path) => {
    if (typeof value === 'number' && value >= min && value <= max) return value;
    throw invalidArgument(path, `must be a number from ${min} to ${max}, not ${JSON.stringify(value)}`);
  };

export const jsonInteger =
  (min: number, max: number): JsonReader<number> =>
  (value, path) => {
    if (Number.isInteger(value)) return jsonNumber(min, max)(value, path);
    throw invalidArgument(path, `must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}`);
  };

export const jsonFlag: JsonReader<boolean> = (value, path) => {
  if (typeof value === 'boolean') return value;
  throw invalidArgument(path, `must be true or false, not ${JSON.stringify(value)}`);
};

export const jsonOneOf =
  <T extends string>(...values: readonly T[]): JsonReader<T> =>
  (value, path) => {
    const found = values.find((each) => each === value);
    if (found !== undefined) return found;
    const quoted = values.map((each) => `"${each}"`).join(' or ');
    throw invalidArgument(path, `must be ${quoted}, not ${JSON.stringify(value)}`);
  };

export const jsonList =
  <T>(item: JsonReader<T>, itemsMin = 0): JsonReader<readonly T[]> =>
  (value, path) => {
    if (!Array.isArray(value)) throw invalidArgument(path, 'must be a list');
    if (value.length < itemsMin) throw invalidArgument(path, `must have ${itemsMin} or more entries`);
    return value.map((each, index) => item(each, `${path}[${index}]`));
  };

/** Reads an object whose property names are chosen by the user. */
export const jsonEntries =
  <T>(
    name: JsonReader<string>,
    item: (name: string, value: unknown, path: string) => T,
  ): JsonReader<readonly T[]> =>
  (value, path) =>
    Object.entries(objectIn(value, path)).map(([key, each]) => {
      const below = join(path, key);
      return item(name(key, below), each, below);
    });

/** Reads an object with known fields, each by its name. Throws for unknown fields. */
export class Fields<Name extends string> {
  readonly path: string;
  readonly #values: JsonObject;

  constructor(value: unknown, path: string, known: readonly Name[]) {
    this.#values = objectIn(value, path);
    this.path = path;
    rejectUnknownFields(this.#values, known, path === '' ? '' : `${path}.`);
  }

  pathOf(name: string): string {
    return join(this.path, name);
  }

  has(name: Name): boolean {
    return Object.hasOwn(this.#values, name);
  }

  required<T>(name: Name, reader: JsonReader<T>): T {
    if (!this.has(name)) throw invalidArgument(this.pathOf(name), 'is missing');
    return reader(this.#values[name], this.pathOf(name));
  }

  optional<T, F>(name: Name, reader: JsonReader<T>, fallback: F): T | F {
    return this.has(name) ? reader(this.#values[name], this.pathOf(name)) : fallback;
  }

  /** Throws if one of the fields is present, for fields that cannot be combined with another one. */
  reject(names: readonly Name[], reason: string): void {
    for (const name of names) if (this.has(name)) throw invalidArgument(this.pathOf(name), reason);
  }
}

/** Returns the value at `path`, which is empty for the document itself, as an object. */
function objectIn(value: unknown, path: string): JsonObject {
  return objectAt(value, path === '' ? 'the document' : path);
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);
