import { evaluationError } from '../sql-error';

/** Part of a LIKE pattern: a character, any character (`_`), or any number of characters (`%`). */
type PatternPart = string | typeof ANY_ONE | typeof ANY_MANY;
const ANY_ONE = Symbol('_');
const ANY_MANY = Symbol('%');

/**
 * Returns whether a text matches a LIKE pattern. Takes time in proportion to the product of their lengths at most,
 * which a translation to a regular expression would not.
 */
export function matchesLike(text: string, pattern: string): boolean {
  const parts = partsOf(pattern);
  const characters = HAS_SURROGATES.test(text) ? [...text] : text;
  let at = 0;
  let part = 0;
  /** Place to continue when the parts after the last `%` do not match: that `%` takes one more character. */
  let retry: { part: number; at: number } | undefined;
  while (at < characters.length) {
    const expected = parts[part];
    if (expected === ANY_MANY) {
      retry = { part: ++part, at };
    } else if (expected === ANY_ONE || (expected !== undefined && expected === characters[at])) {
      part++;
      at++;
    } else if (retry === undefined) {
      return false;
    } else {
      part = retry.part;
      at = ++retry.at;
    }
  }
  while (parts[part] === ANY_MANY) part++;
  return part === parts.length;
}

/** Returns the start that a text must have to match a LIKE pattern, and whether the text must be equal to it. */
export function likePrefix(pattern: string): { readonly prefix: string; readonly isWhole: boolean } {
  const parts = partsOf(pattern);
  const end = parts.findIndex((part) => typeof part === 'symbol');
  const literal = end < 0 ? parts : parts.slice(0, end);
  return { prefix: literal.join(''), isWhole: end < 0 };
}

/** Parts of the last pattern: a query mostly has one, and uses it for each row. */
let last: { readonly pattern: string; readonly parts: readonly PatternPart[] } = { pattern: '', parts: [] };

function partsOf(pattern: string): readonly PatternPart[] {
  if (pattern === last.pattern) return last.parts;
  const parts: PatternPart[] = [];
  const characters = [...pattern];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!;
    if (character === '%') parts.push(ANY_MANY);
    else if (character === '_') parts.push(ANY_ONE);
    else if (character !== '\\') parts.push(character);
    else if (at + 1 < characters.length) parts.push(characters[++at]!);
    else throw evaluationError('LIKE pattern ends with a backslash');
  }
  last = { pattern, parts };
  return parts;
}

const HAS_SURROGATES = /[\ud800-\udfff]/;
