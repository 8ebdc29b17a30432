import { evaluationError } from '../sql-error';
import {
  dateOfTimestamp,
  formatDate,
  formatTimestamp,
  parseDate,
  parseTimestamp,
  timestampOfDate,
} from './date-time';
import { nameOfType, type SqlType, type SqlValue, sameType } from './sql-type';
import { latin1FromUtf8, utf8FromLatin1 } from './text';

type Cast = (value: never) => SqlValue;

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Returns an integer if it has at most 64 bits. Throws OUT_OF_RANGE. */
export function checkInt64(value: bigint): bigint {
  if (value < INT64_MIN || value > INT64_MAX) throw evaluationError(`int64 overflow: ${value}`);
  return value;
}

const toFloat32 = (value: number): number => {
  const rounded = Math.fround(value);
  if (Number.isFinite(value) && !Number.isFinite(rounded)) throw invalid('FLOAT32', value);
  return rounded;
};

/** Casts by names of types, as https://cloud.google.com/bigtable/docs/reference/sql/conversion_rules lists them. */
const CASTS: Readonly<Record<string, Readonly<Record<string, Cast>>>> = {
  int64: {
    bool: (value: bigint) => value !== 0n,
    float32: (value: bigint) => Math.fround(Number(value)),
    float64: (value: bigint) => Number(value),
    string: (value: bigint) => String(value),
  },
  float64: { int64: intOfFloat, float32: toFloat32, string: formatFloat },
  float32: {
    int64: intOfFloat,
    float64: (value: number) => value,
    string: (value: number) => formatFloat(shortestFloat32(value)),
  },
  bool: {
    int64: (value: boolean) => (value ? 1n : 0n),
    string: (value: boolean) => String(value),
  },
  string: {
    bool: (value: string) => BOOLS.get(value.toLowerCase()) ?? fail('bool', value),
    int64: parseInt64,
    float64: parseFloat64,
    float32: (value: string) => toFloat32(parseFloat64(value)),
    bytes: latin1FromUtf8,
    date: (value: string) => parseDate(value) ?? fail('date', value),
    timestamp: (value: string) => parseTimestamp(value) ?? fail('timestamp', value),
  },
  bytes: { string: (value: string) => utf8FromLatin1(value) ?? fail('UTF-8 string', value) },
  date: { string: formatDate, timestamp: timestampOfDate },
  timestamp: { string: formatTimestamp, date: dateOfTimestamp },
};

/** Returns the function that casts values that are not NULL; undefined if there is no such cast. */
export function castBetween(from: SqlType, to: SqlType): ((value: SqlValue) => SqlValue) | undefined {
  if (sameType(from, to)) return (value) => value;
  if (from.kind === 'null') return () => null;
  return CASTS[from.kind]?.[to.kind] as ((value: SqlValue) => SqlValue) | undefined;
}

function intOfFloat(value: number): bigint {
  if (!Number.isFinite(value)) throw invalid('INT64', value);
  // Halves are rounded away from zero.
  return checkInt64(BigInt(Math.sign(value) * Math.round(Math.abs(value))));
}

function parseInt64(text: string): bigint {
  const trimmed = text.trim();
  if (!/^[+-]?(?:\d+|0[xX][0-9a-fA-F]+)$/.test(trimmed)) return fail('int64', text);
  const magnitude = BigInt(trimmed.replace(/^[+-]/, ''));
  return checkInt64(trimmed.startsWith('-') ? -magnitude : magnitude);
}

function parseFloat64(text: string): number {
  const trimmed = text.trim().toLowerCase();
  const [, sign, special] = /^([+-]?)(inf|infinity|nan)$/.exec(trimmed) ?? [];
  if (special !== undefined) return (special === 'nan' ? NaN : Infinity) * (sign === '-' ? -1 : 1);
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/.test(trimmed)) return fail('double', text);
  return Number(trimmed);
}

/** Formats a number as CAST does: `1`, `0.1`, `1e+20`, `inf`, `nan`. */
function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const size = Math.abs(value);
  if (Object.is(value, -0)) return '-0';
  if (value === 0 || (size >= 1e-5 && size < 1e15)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Returns the number with the fewest digits that FLOAT32 rounds to this value. */
function shortestFloat32(value: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value) return candidate;
  }
  return value;
}

function fail(type: string, value: string): never {
  throw evaluationError(`Bad ${type} value: ${value.slice(0, 100)}`);
}

const invalid = (type: string, value: number): Error =>
  evaluationError(`Illegal conversion of ${value} to type ${type}`);

/** Returns the message of a cast that does not exist. */
export const noCast = (from: SqlType, to: SqlType): string =>
  `Invalid cast from ${nameOfType(from)} to ${nameOfType(to)}`;

const BOOLS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);
