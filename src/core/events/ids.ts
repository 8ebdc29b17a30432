import { invalidArgument } from '../../errors';
import { parseUint64 } from '../columns/uint64';
import type { IdType } from '../schema/schema';

/**
 * Ids are texts everywhere but on the wire, and each id has one canonical text: numbers in decimal without leading
 * zeros, UUIDs in lower case with hyphens, any other text unchanged.
 */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const UUID_IN_ANY_CASE = new RegExp(UUID.source, 'i');
const UINT64_DIGITS_MAX = 20;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Returns the canonical id of a text. Throws `invalid_argument` that names `field` if the text is not an id of that
 * type.
 */
export function canonicalId(text: string, idType: IdType, field: string): string {
  if (idType === 'string') return text;
  if (text === '') throw invalidArgument(field, 'must not be empty');
  return idType === 'uint64' ? canonicalNumber(text, field) : canonicalUuid(text, field);
}

/** Returns the canonical id of a JSON value. Numeric ids may be JSON numbers as far as these are exact. */
export function idFromJson(value: unknown, idType: IdType, field: string): string {
  if (typeof value === 'string') return canonicalId(value, idType, field);
  if (value === undefined) throw invalidArgument(field, 'is required');
  if (idType !== 'uint64') throw invalidArgument(field, 'must be a string');
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw invalidArgument(field, 'must be a whole number, or one in a string');
  }
  if (!Number.isSafeInteger(value)) {
    throw invalidArgument(field, 'is above 2^53 - 1: send it as a string to keep its last digits');
  }
  return canonicalNumber(String(value), field);
}

/**
 * Checks an id of any type: non-empty, well-formed Unicode, at most `bytesMax` bytes in UTF-8. Throws
 * `invalid_argument`.
 */
export function checkId(id: string, field: string, bytesMax: number): void {
  const problem = idProblem(id, bytesMax);
  if (problem !== undefined) throw invalidArgument(field, problem);
}

/** Returns the problem of an id, or undefined. For callers that create the name of the field only if they need it. */
export function idProblem(id: string, bytesMax: number): string | undefined {
  if (id === '') return 'must not be empty';
  // A UTF-16 unit takes at most three bytes, so short ids need no measuring.
  if (id.length * 3 > bytesMax && Buffer.byteLength(id) > bytesMax)
    return `must have at most ${bytesMax} bytes`;
  return isWellFormed(id) ? undefined : 'must be well-formed Unicode';
}

/** Most ids have no surrogates, which a loop detects faster than the regular expression. */
function isWellFormed(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if ((text.charCodeAt(i) & 0xf800) === 0xd800) return !LONE_SURROGATE.test(text);
  }
  return true;
}

function canonicalNumber(text: string, field: string): string {
  const digits = text.replace(/^0+(?=\d)/, '');
  if (digits.length > UINT64_DIGITS_MAX || !parseUint64(digits) || digits === '0') {
    throw invalidArgument(field, 'must be a whole number from 1 to 2^64 - 1');
  }
  return digits;
}

function canonicalUuid(text: string, field: string): string {
  if (UUID.test(text)) return text;
  if (!UUID_IN_ANY_CASE.test(text)) {
    throw invalidArgument(field, 'must be a UUID such as 123e4567-e89b-12d3-a456-426614174000');
  }
  return text.toLowerCase();
}
