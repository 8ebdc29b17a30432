import { isUtf8 } from 'node:buffer';
import { TidemarkError } from '../errors';

/** Parses a JSON body. Throws `malformed_body` that says where the text stops being JSON. */
export function parseJsonBody(body: Buffer): unknown {
  if (!isUtf8(body)) throw malformed('is not valid UTF-8');
  const text = body.toString('utf8');
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw malformed(describeSyntaxError(text), cause);
  }
}

function malformed(message: string, cause?: unknown): TidemarkError {
  return new TidemarkError('malformed_body', message, { field: 'body', cause });
}

/** The engine's own message names the position in some releases only, and quotes the caller's data in others. */
function describeSyntaxError(text: string): string {
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
 * Offset of the first token of `text` that JSON's grammar (RFC 8259) does not allow; the text's length where it breaks
 * off, and undefined where it is JSON.
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
