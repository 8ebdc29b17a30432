import { SqlError } from '../sql-error';
import { latin1FromUtf8 } from '../types/text';

/**
 * Returns the contents of a quoted literal with its escapes resolved, except in raw literals. Those of bytes have one
 * character for each byte. `at` is the place of errors.
 */
export function unquote(quoted: string, { isRaw, isBytes }: LiteralKind, at: number): string {
  const quotes = /^('''|""")/.test(quoted) ? 3 : 1;
  const body = quoted.slice(quotes, -quotes);
  if (isRaw || !body.includes('\\')) return isBytes ? latin1FromUtf8(body) : body;
  const parts = body.split(ESCAPES);
  return parts
    .map((part, index) => {
      if (index % 2 === 1) return resolved(part, isBytes, at);
      return isBytes ? latin1FromUtf8(part) : part;
    })
    .join('');
}

interface LiteralKind {
  readonly isRaw: boolean;
  readonly isBytes: boolean;
}

function resolved(escape: string, isBytes: boolean, at: number): string {
  const char = escape.charAt(1);
  const simple = SIMPLE[char];
  if (simple !== undefined) return simple;
  const code = codeOf(escape);
  const isUnicode = char === 'u' || char === 'U';
  if (code === undefined || (isUnicode && isBytes)) {
    throw new SqlError(`Syntax error: Illegal escape sequence: ${escape}`, at);
  }
  if (code > (isUnicode ? 0x10ffff : 0xff) || (code >= 0xd800 && code <= 0xdfff)) {
    throw new SqlError(`Syntax error: Illegal escape sequence: ${escape}`, at);
  }
  return String.fromCodePoint(code);
}

function codeOf(escape: string): number | undefined {
  if (/^\\[0-3][0-7]{2}$/.test(escape)) return parseInt(escape.slice(1), 8);
  return HEXADECIMAL.test(escape) ? parseInt(escape.slice(2), 16) : undefined;
}

const HEXADECIMAL = /^\\(?:[xX][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})$/;

/** Splits a literal at its escapes, which become every second part. */
const ESCAPES = /(\\(?:[0-7]{1,3}|[xX][0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|[^]))/;

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '?': '?',
  '"': '"',
  "'": "'",
  '`': '`',
};
