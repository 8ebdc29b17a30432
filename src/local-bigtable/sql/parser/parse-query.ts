import { parse, SyntaxError as GrammarError } from '../../../gen/sql-parser';
import { SqlError, unsupportedError } from '../sql-error';
import type { QuerySyntax } from './ast';
import { unquote } from './unquote';

/** Parses a query. Throws SqlError at the place of the first token that does not fit. */
export function parseQuery(query: string): QuerySyntax {
  try {
    return parse(query, {
      unquote,
      unsupported: (what: string, at: number) => {
        throw unsupportedError(what, at);
      },
    });
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    throw syntaxError(query, error.location.start.offset);
  }
}

/** Describes the token at which parsing failed in GoogleSQL's words. */
function syntaxError(query: string, at: number): SqlError {
  const rest = query.slice(at);
  if (rest.trim() === '') return failure('Unexpected end of statement', at);
  if (/^(?:rb?|br?)?['"]/i.test(rest)) return stringError(rest, at);
  if (rest.startsWith('/*')) return failure('Unclosed comment', at);
  if (rest.startsWith('`')) {
    const [, name] = /^`([^`\n]+)`/.exec(rest) ?? [];
    return failure(
      name === undefined ? 'Unclosed identifier literal' : `Unexpected identifier "${name}"`,
      at,
    );
  }
  const [word] = /^[A-Za-z_][A-Za-z0-9_]*/.exec(rest) ?? [];
  if (word !== undefined) {
    const isKeyword = KEYWORDS.has(word.toUpperCase());
    return failure(`Unexpected ${isKeyword ? `keyword ${word.toUpperCase()}` : `identifier "${word}"`}`, at);
  }
  const [number] = /^\d+(?:\.\d*)?(?:[eE][+-]?\d+)?/.exec(rest) ?? [];
  if (number !== undefined) {
    const kind = /^\d+$/.test(number) ? 'integer' : 'floating point';
    return failure(`Unexpected ${kind} literal "${number}"`, at);
  }
  const [sign] = /^(?:=>|<=|>=|<>|!=|\|\||<<|>>|@@)/.exec(rest) ?? [
    String.fromCodePoint(rest.codePointAt(0)!),
  ];
  return /^[\x20-\x7e]+$/.test(sign)
    ? failure(`Unexpected "${sign}"`, at)
    : failure(`Illegal input character "${sign}"`, at);
}

function stringError(rest: string, at: number): SqlError {
  const [, quote] = /^[a-z]*('''|"""|'|")/i.exec(rest) ?? [];
  const body = rest.slice(rest.indexOf(quote!));
  const closed = CLOSED[quote!]!.exec(body);
  return failure(closed === null ? 'Unclosed string literal' : `Unexpected string literal ${closed[0]}`, at);
}

const failure = (message: string, at: number): SqlError => new SqlError(`Syntax error: ${message}`, at);

const CLOSED: Readonly<Record<string, RegExp>> = {
  "'": /^'(?:\\[^]|[^'\\\n])*'/,
  '"': /^"(?:\\[^]|[^"\\\n])*"/,
  "'''": /^'''(?:\\[^]|(?!''')[^])*'''/,
  '"""': /^"""(?:\\[^]|(?!""")[^])*"""/,
};

/** Words that an error message calls a keyword. */
const KEYWORDS = new Set(
  (
    'ALL AND ANY ARRAY AS ASC BETWEEN BY CASE CAST CROSS DESC DISTINCT ELSE END EXCEPT EXISTS FALSE FROM FULL GROUP HAVING ' +
    'IF IN INNER INTERSECT INTERVAL INTO IS JOIN LEFT LIKE LIMIT NATURAL NOT NULL NULLS OFFSET ON OR ORDER OUTER OVER ' +
    'RIGHT SELECT SET STRUCT THEN TRUE UNION UNNEST USING WHEN WHERE WINDOW WITH'
  ).split(' '),
);
