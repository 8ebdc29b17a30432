import { RE2JS } from 're2js';
import { invalidArgumentError } from '../grpc/rpc-error';

/** Compiled pattern. Returns whether it matches the whole byte string. */
export type BytesMatcher = (text: string) => boolean;

const META = /[\\^$.[\]|()?*+{}]/;

/**
 * Compiles an RE2 pattern in raw byte mode: pattern and text are latin1 strings, so a code point is a byte. Literal
 * patterns, which most clients create by quoting a name, are compared as strings.
 */
export function compileRegex(field: string, pattern: string): BytesMatcher {
  const literal = literalOf(pattern);
  if (literal !== undefined) return (text) => text === literal;
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const matches = compilePattern(field, pattern);
  if (compiled.size >= COMPILED_MAX) compiled.delete(compiled.keys().next().value ?? '');
  compiled.set(pattern, matches);
  return matches;
}

/** Cache: compiling costs far more than matching, and clients repeat the same patterns. */
const compiled = new Map<string, BytesMatcher>();
const COMPILED_MAX = 256;

function compilePattern(field: string, pattern: string): BytesMatcher {
  try {
    const regex = RE2JS.compile(spellOutAnyByte(pattern));
    return (text) => regex.testExact(text);
  } catch (error) {
    throw invalidArgumentError(`Error in field '${field}' : ${(error as Error).message}`);
  }
}

/** Returns the text of a literal pattern with escapes resolved; undefined for other patterns. */
export function literalOf(pattern: string): string | undefined {
  if (!META.test(pattern)) return pattern;
  let literal = '';
  for (let at = 0; at < pattern.length; at++) {
    let char = pattern.charAt(at);
    if (char === '\\') {
      char = pattern.charAt(++at);
      // Escaped letters and digits are classes and codes, and bytes above ASCII may not be escaped. Other characters
      // are literal.
      if (char === '' || /[a-zA-Z0-9\x80-\xff]/.test(char)) return undefined;
    } else if (META.test(char)) {
      return undefined;
    }
    literal += char;
  }
  return literal;
}

/**
 * Replaces RE2's `\C` (any byte), which the library lacks, with an equivalent class of bytes. Not within quotes, where
 * it is text, nor within classes, where RE2 rejects it.
 */
function spellOutAnyByte(pattern: string): string {
  if (!pattern.includes('\\C')) return pattern;
  let place: 'outside' | 'quoted' | 'class' = 'outside';
  return pattern.replace(TOKENS, (token) => {
    if (place === 'quoted') {
      if (token === '\\E') place = 'outside';
      return token;
    }
    if (place === 'class') {
      if (token === ']') place = 'outside';
      return token;
    }
    if (token === '\\C') return '[\\x00-\\xff]';
    if (token === '\\Q') place = 'quoted';
    else if (token.startsWith('[')) place = 'class';
    return token;
  });
}

/** Escapes, named classes, starts of classes (a bracket directly after belongs to it), and ends of classes. */
const TOKENS = /\\[^]|\[:\^?\w+:\]|\[\^?\]?|\]/g;
