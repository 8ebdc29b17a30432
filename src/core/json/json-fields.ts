import { invalidArgument } from '../../errors';
import { didYouMean } from './did-you-mean';

/**
 * Readers of untyped JSON in requests. Each throws `invalid_argument` that names the field. `field` is its path in the
 * request.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export function objectAt(value: unknown, field: string): JsonObject {
  if (value === undefined) throw invalidArgument(field, 'is required');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgument(field, 'must be an object');
  }
  return value as JsonObject;
}

/** Rejects unknown fields, which would otherwise be ignored silently. `path` ends with `.` or is empty. */
export function rejectUnknownFields(object: JsonObject, known: readonly string[], path: string): void {
  for (const name of Object.keys(object)) {
    if (known.includes(name)) continue;
    const shown = name.slice(0, 64);
    const advice = didYouMean(shown, known) || `; known: ${known.join(', ')}`;
    throw invalidArgument(path + shown, `unknown field${advice}`);
  }
}

export function stringAt(value: unknown, field: string): string {
  if (value === undefined) throw invalidArgument(field, 'is required');
  if (typeof value !== 'string') throw invalidArgument(field, 'must be a string');
  return value;
}

export function arrayAt(value: unknown, field: string): readonly unknown[] {
  if (value === undefined) throw invalidArgument(field, 'is required');
  if (!Array.isArray(value)) throw invalidArgument(field, 'must be an array');
  return value;
}

export function nonEmptyArrayAt(value: unknown, field: string): readonly unknown[] {
  const array = arrayAt(value, field);
  if (array.length === 0) throw invalidArgument(field, 'must not be empty');
  return array;
}

export function wholeNumberAt(
  value: unknown,
  field: string,
  range: { readonly min: number; readonly max: number },
): number {
  if (value === undefined) throw invalidArgument(field, 'is required');
  if (!Number.isInteger(value) || (value as number) < range.min || (value as number) > range.max) {
    throw invalidArgument(field, `must be a whole number from ${range.min} to ${range.max}`);
  }
  return value as number;
}
