import { RE2JS } from 're2js';
import { evaluationError } from '../sql-error';
import {
  arrayOf,
  BOOL,
  BYTES,
  INT64,
  type ScalarType,
  type SqlType,
  type SqlValue,
  STRING,
} from '../types/sql-type';
import { checkTextSize, utf8FromLatin1 } from '../types/text';
import { type Overload, overloads, type Resolver } from './overload';

/** Functions of STRING and BYTES. */
export const TEXT_FUNCTIONS: Readonly<Record<string, Resolver>> = {
  BYTE_LENGTH: overloads(
    { params: [STRING], result: INT64, apply: (text: string) => BigInt(Buffer.byteLength(text)) },
    { params: [BYTES], result: INT64, apply: (bytes: string) => BigInt(bytes.length) },
  ),
  CHAR_LENGTH: overloads({
    params: [STRING],
    result: INT64,
    apply: (text: string) => BigInt([...text].length),
  }),
  LENGTH: overloads(
    { params: [STRING], result: INT64, apply: (text: string) => BigInt([...text].length) },
    { params: [BYTES], result: INT64, apply: (bytes: string) => BigInt(bytes.length) },
  ),
  CONCAT: textFunction({ parameters: 1, repeated: true }, (...texts) => joined(texts)),
  STARTS_WITH: textFunction({ parameters: 2, result: BOOL }, (text, prefix) => text.startsWith(prefix)),
  ENDS_WITH: textFunction({ parameters: 2, result: BOOL }, (text, suffix) => text.endsWith(suffix)),
  STRPOS: textFunction({ parameters: 2, result: INT64 }, (text, part) => {
    const at = text.indexOf(part);
    return BigInt(at < 0 ? 0 : [...text.slice(0, at)].length + 1);
  }),
  REPLACE: textFunction({ parameters: 3 }, (text, from, to) =>
    from === '' ? text : joined(text.split(from), to),
  ),
  SPLIT: overloads(
    {
      params: [STRING, STRING],
      optional: 1,
      result: arrayOf(STRING),
      apply: (text: string, separator = ',') => (separator === '' ? [...text] : text.split(separator)),
    },
    {
      params: [BYTES, BYTES],
      result: arrayOf(BYTES),
      apply: (text: string, separator: string) => text.split(separator),
    },
  ),
  LOWER: overloads(
    { params: [STRING], result: STRING, apply: (text: string) => text.toLowerCase() },
    {
      params: [BYTES],
      result: BYTES,
      apply: (bytes: string) => bytes.replace(/[A-Z]+/g, (part) => part.toLowerCase()),
    },
  ),
  UPPER: overloads(
    { params: [STRING], result: STRING, apply: (text: string) => text.toUpperCase() },
    {
      params: [BYTES],
      result: BYTES,
      apply: (bytes: string) => bytes.replace(/[a-z]+/g, (part) => part.toUpperCase()),
    },
  ),
  SUBSTR: overloads(substring(STRING), substring(BYTES)),
  TRIM: overloads({ params: [STRING], result: STRING, apply: (text: string) => text.trim() }),
  LTRIM: overloads({ params: [STRING], result: STRING, apply: (text: string) => text.trimStart() }),
  RTRIM: overloads({ params: [STRING], result: STRING, apply: (text: string) => text.trimEnd() }),
  REGEXP_CONTAINS: textFunction({ parameters: 2, result: BOOL }, (text, pattern) =>
    regexOf(pattern).test(text),
  ),
  TO_HEX: overloads({
    params: [BYTES],
    result: STRING,
    apply: (bytes: string) => encoded(bytes, 'hex'),
  }),
  FROM_HEX: overloads({ params: [STRING], result: BYTES, apply: fromHex }),
  TO_BASE64: overloads({
    params: [BYTES],
    result: STRING,
    apply: (bytes: string) => encoded(bytes, 'base64'),
  }),
  FROM_BASE64: overloads({ params: [STRING], result: BYTES, apply: fromBase64 }),
  SAFE_CONVERT_BYTES_TO_STRING: overloads({
    params: [BYTES],
    result: STRING,
    apply: (bytes: string) => utf8FromLatin1(bytes) ?? Buffer.from(bytes, 'latin1').toString('utf8'),
  }),
};

/** Returns a function whose parameters are all STRING or all BYTES; so is its result by default. */
function textFunction(
  { parameters, repeated = false, result }: { parameters: number; repeated?: boolean; result?: SqlType },
  apply: (...texts: string[]) => SqlValue,
): Resolver {
  const signature = (type: ScalarType): Overload => ({
    params: Array.from({ length: parameters }, () => type),
    repeated,
    result: result ?? type,
    apply,
  });
  return overloads(signature(STRING), signature(BYTES));
}

function substring(type: ScalarType): Overload {
  return {
    params: [type, INT64, INT64],
    optional: 1,
    result: type,
    apply: (text: string, position: bigint, length?: bigint) => {
      const characters = [...text];
      if (length !== undefined && length < 0n) throw evaluationError('SUBSTR length must not be negative');
      const from =
        position > 0n ? Number(position) - 1 : Number(position) + (position < 0n ? characters.length : 0);
      const start = Math.max(0, from);
      return characters.slice(start, length === undefined ? undefined : start + Number(length)).join('');
    },
  };
}

/** Joins texts, unless the result is too long. */
function joined(texts: readonly string[], separator = ''): string {
  checkTextSize(texts.reduce((length, text) => length + text.length + separator.length, 0));
  return texts.join(separator);
}

function encoded(bytes: string, encoding: 'hex' | 'base64'): string {
  checkTextSize(bytes.length * 2);
  return Buffer.from(bytes, 'latin1').toString(encoding);
}

function fromHex(text: string): string {
  const digits = text.length % 2 === 0 ? text : `0${text}`;
  if (!/^[0-9a-fA-F]*$/.test(digits)) throw evaluationError('Failed to decode invalid hexadecimal string');
  return Buffer.from(digits, 'hex').toString('latin1');
}

function fromBase64(text: string): string {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) {
    throw evaluationError('Failed to decode invalid base64 string');
  }
  return Buffer.from(text, 'base64').toString('latin1');
}

/** Compiled patterns: a query has few, and uses them for each row. */
const compiled = new Map<string, RE2JS>();
const COMPILED_MAX = 100;

function regexOf(pattern: string): RE2JS {
  let regex = compiled.get(pattern);
  if (regex !== undefined) return regex;
  try {
    regex = RE2JS.compile(pattern);
  } catch (error) {
    throw evaluationError(`Cannot parse regular expression: ${(error as Error).message}`);
  }
  if (compiled.size >= COMPILED_MAX) compiled.clear();
  compiled.set(pattern, regex);
  return regex;
}
