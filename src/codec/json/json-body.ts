import { isUtf8 } from 'node:buffer';
import { TidemarkError } from '../../errors';
import { RepeatedKeys } from './repeated-keys';

/** Maximum nesting of arrays and objects: far more than any request needs, and far less than overflows a stack. */
export const JSON_DEPTH_MAX = 64;
/**
 * Maximum number of arrays and objects in a body, each of which costs the engine about 200 ns. The largest batch of
 * events has fewer.
 */
export const JSON_CONTAINERS_MAX = 250_000;
/** Maximum number of members of one object. Each new name costs the engine up to a microsecond. */
export const JSON_MEMBERS_MAX = 10_000;
/**
 * Maximum length of a text in which the position of a syntax error is searched, in characters. The search takes about
 * 100 ns per byte.
 */
const TEXT_DESCRIBED_MAX = 64 * 1024;

/**
 * Parses a JSON body. Throws `malformed_body` with the position of a syntax error, or if the body is nested too deeply,
 * has too many parts, or contains an object with a duplicate key. The checks before parsing cost a millisecond per
 * megabyte.
 */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw malformed('is not valid UTF-8');
  try {
    checkShape(body);
  } finally {
    repeatedKeys.end();
  }
  const text = body.toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw malformed(describeSyntaxError(text), cause);
  }
}

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];
const [BRACKET, BRACE, CLOSING_BRACKET, CLOSING_BRACE] = [0x5b, 0x7b, 0x5d, 0x7d];

/** Shared by all bodies, which are checked one at a time. */
const repeatedKeys = new RepeatedKeys();

/** Checks the limits over bytes. All relevant characters are ASCII, which no other character contains in UTF-8. */
function checkShape(body: Buffer): void {
  /** Number of members of the open objects, by depth. */
  const members: number[] = [];
  repeatedKeys.begin(body);
  let containers = 0;
  let depth = 0;
  /** Position of the last string. */
  let [stringStart, stringEnd, hasEscapes] = [0, 0, false];
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) {
      stringStart = at + 1;
      hasEscapes = false;
      for (at += 1; at < body.length && body[at] !== QUOTE; at++) {
        if (body[at] !== BACKSLASH) continue;
        at += 1;
        hasEscapes = true;
      }
      stringEnd = at;
    } else if (byte === BRACKET || byte === BRACE) {
      depth += 1;
      containers += 1;
      members[depth] = 0;
      repeatedKeys.open();
      if (depth > JSON_DEPTH_MAX) throw malformed(`is nested more than ${JSON_DEPTH_MAX} levels deep`);
      if (containers > JSON_CONTAINERS_MAX) {
        throw malformed(`has more than ${JSON_CONTAINERS_MAX} arrays and objects`);
      }
    } else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) {
      // The parser fails here too, so the rest is never parsed.
      if (depth === 0) return;
      depth -= 1;
      repeatedKeys.close();
    } else if (byte === COLON) {
      members[depth] = (members[depth] ?? 0) + 1;
      if (members[depth]! > JSON_MEMBERS_MAX) {
        throw malformed(`has an object with more than ${JSON_MEMBERS_MAX} members`);
      }
      const repeated = repeatedKeys.add(stringStart, stringEnd, hasEscapes);
      if (repeated !== undefined) throw malformed(`has the duplicate key ${quoted(repeated)} in one object`);
    }
  }
}

const KEY_QUOTED_MAX = 64;

function quoted(key: string): string {
  return JSON.stringify(key.length > KEY_QUOTED_MAX ? `${key.slice(0, KEY_QUOTED_MAX)}…` : key);
}

function malformed(message: string, cause?: unknown): TidemarkError {
  return new TidemarkError('malformed_body', message, { field: 'body', cause });
}

/**
 * Describes a syntax error. The engine's message contains the position in some releases only, and quotes the caller's
 * data in others.
 */
function describeSyntaxError(text: string): string {
  if (text.length > TEXT_DESCRIBED_MAX) return 'is not valid JSON';
  if (text.trim() === '') return 'is empty where JSON is expected';
  const at = jsonErrorOffset(text) ?? text.length;
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const column = at - before.lastIndexOf('\n');
  const what = at >= text.length ? 'ends within its JSON' : 'is not valid JSON';
  return `${what}: line ${line}, column ${column} (position ${at})`;
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = new RegExp(
  `${STRING.source}|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|true|false|null`,
  'y',
);

/**
 * Returns the offset of the first token that JSON's grammar (RFC 8259) does not allow, the text's length if it ends too
 * early, or undefined if it is JSON.
 */
export function jsonErrorOffset(text: string): number | undefined {
  let at = 0;
  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const matched = pattern.test(text);
    if (matched) at = pattern.lastIndex;
    return matched;
  };
  const open: string[] = [];
  let expected: 'value' | 'first' | 'key' | 'end' = 'value';
  for (;;) {
    take(SPACE);
    const char = text[at];
    if (expected === 'end') {
      if (open.length === 0) return char === undefined ? undefined : at;
      if (char !== ',' && char !== open.at(-1)) return at;
      at += 1;
      if (char === ',') expected = open.at(-1) === '}' ? 'key' : 'value';
      else open.pop();
    } else if (expected === 'first' && char === open.at(-1)) {
      at += 1;
      open.pop();
      expected = 'end';
    } else if (expected === 'key' || (expected === 'first' && open.at(-1) === '}')) {
      if (!take(STRING)) return at;
      take(SPACE);
      if (text[at] !== ':') return at;
      at += 1;
      expected = 'value';
    } else if (char === '{' || char === '[') {
      at += 1;
      open.push(char === '{' ? '}' : ']');
      expected = 'first';
    } else {
      if (!take(SCALAR)) return at;
      expected = 'end';
    }
  }
}
