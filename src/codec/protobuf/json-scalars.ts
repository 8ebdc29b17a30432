/** Scalars in the proto3 JSON mapping, in both directions. https://protobuf.dev/programming-guides/json/ */
import { invalidArgument } from '../../errors';
import type { EnumShape, Scalar } from './message-shape';
import type { WireValue } from './field-values';

const INTEGER_RANGES: Readonly<Partial<Record<Scalar, readonly [bigint, bigint]>>> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  sint32: [-(2n ** 31n), 2n ** 31n - 1n],
  sfixed32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  fixed32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  sint64: [-(2n ** 63n), 2n ** 63n - 1n],
  sfixed64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  fixed64: [0n, 2n ** 64n - 1n],
};

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const LONE_SURROGATE = /\p{Surrogate}/u;

export function scalarFromJson(scalar: Scalar, json: unknown, path: string): WireValue {
  switch (scalar) {
    case 'bool':
      if (typeof json !== 'boolean') throw wrongType(path, 'true or false', json);
      return json;
    case 'string':
      return stringFromJson(json, path);
    case 'bytes':
      return bytesFromJson(json, path);
    case 'float':
    case 'double':
      return floatFromJson(scalar, json, path);
    default:
      return integerFromJson(scalar, json, path);
  }
}

export function scalarToJson(scalar: Scalar, value: WireValue): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (typeof value !== 'number') return value;
  if (!Number.isFinite(value)) return String(value);
  return scalar === 'float' ? shortFloat(value) : value;
}

const DECIMAL_SCALES = [1e6, 1e7, 1e8, 1e9, 1e10];

/** Returns a short decimal that reads back as the same float: 0.1, not 0.10000000149011612. */
export function shortFloat(value: number): number {
  // Arithmetic is five times faster than text, for values that vectors contain. Larger values have fewer decimals.
  for (const scale of Math.abs(value) < 8 ? DECIMAL_SCALES : []) {
    const short = Math.round(value * scale) / scale;
    if (Math.fround(short) === value) return short;
  }
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return Number(value.toPrecision(9));
}

export function wrongType(path: string, expected: string, json: unknown): Error {
  const actual = json === null ? 'null' : Array.isArray(json) ? 'an array' : `a ${typeof json}`;
  return invalidArgument(path, `must be ${expected}, not ${actual.replace('a object', 'an object')}`);
}

function stringFromJson(json: unknown, path: string): string {
  if (typeof json !== 'string') throw wrongType(path, 'a string', json);
  if (LONE_SURROGATE.test(json)) throw invalidArgument(path, 'must be well-formed Unicode');
  return json;
}

function bytesFromJson(json: unknown, path: string): Buffer {
  if (typeof json !== 'string') throw wrongType(path, 'a base64 string', json);
  const digits = json.replace(/=+$/, '');
  const padded = digits.length !== json.length;
  if (!BASE64.test(json) || digits.length % 4 === 1 || (padded && json.length % 4 !== 0)) {
    throw invalidArgument(path, 'must be valid base64');
  }
  return Buffer.from(digits, 'base64');
}

function floatFromJson(scalar: 'float' | 'double', json: unknown, path: string): number {
  if (json === 'NaN' || json === 'Infinity' || json === '-Infinity') return Number(json);
  const isNumber = typeof json === 'number' || (typeof json === 'string' && NUMBER.test(json));
  if (!isNumber) throw wrongType(path, 'a number', json);
  const value = Number(json);
  if (!Number.isFinite(value) || (scalar === 'float' && !Number.isFinite(Math.fround(value)))) {
    throw invalidArgument(path, `is out of the range of a ${scalar}`);
  }
  return value;
}

function integerFromJson(scalar: Scalar, json: unknown, path: string): number | bigint {
  const value = bigintFromJson(json, path);
  const [least, most] = INTEGER_RANGES[scalar] ?? [0n, 0n];
  if (value < least || value > most) {
    throw invalidArgument(path, `is out of the range of ${scalar}, ${least} to ${most}`);
  }
  return scalar.endsWith('64') ? value : Number(value);
}

/** JSON parsers read 2^53 + 1 as 2^53, so 2^53 itself may have been another number. */
const OVER_EXACT = 'is outside ±(2^53 - 1): send it as a string to keep its last digits';

function bigintFromJson(json: unknown, path: string): bigint {
  if (typeof json === 'string' && /^-?\d{1,20}$/.test(json)) return BigInt(json);
  const value = typeof json === 'string' && NUMBER.test(json) ? Number(json) : json;
  if (typeof value !== 'number') throw wrongType(path, 'an integer', json);
  if (!Number.isInteger(value)) throw invalidArgument(path, 'must be an integer');
  if (!Number.isSafeInteger(value)) {
    throw invalidArgument(path, OVER_EXACT);
  }
  return BigInt(value);
}

/** Parses an enum value by name or number. Undeclared numbers are rejected. */
export function enumFromJson(shape: EnumShape, json: unknown, path: string): number {
  if (json === null && shape.name === 'google.protobuf.NullValue') return 0;
  if (typeof json === 'string') {
    const number = shape.numbers.get(json);
    if (number !== undefined) return number;
  } else if (typeof json !== 'number') {
    throw wrongType(path, `the name of a ${shape.name}`, json);
  } else if (shape.names.has(json)) {
    return json;
  }
  const known = [...shape.numbers.keys()].join(', ');
  throw invalidArgument(
    path,
    `must be a value of ${shape.name}, not ${JSON.stringify(json)}; known: ${known}`,
  );
}

export function enumToJson(shape: EnumShape, value: number): unknown {
  if (shape.name === 'google.protobuf.NullValue') return null;
  return shape.names.get(value) ?? value;
}
