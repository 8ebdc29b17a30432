import { invalidArgument } from '../../errors';
import { checkFamily } from '../client/check-fields';
import { timestampRangeOf } from '../write/mutations';
import type { Filter } from '../client/types';

/**
 * Maximum number of filters in a chain or interleave that Cloud Bigtable accepts;
 * https://cloud.google.com/bigtable/docs/filters.
 */
const FILTERS_MAX = 1_000;

/** Applies the filters one after the other. */
export function chain(...filters: readonly Filter[]): Filter {
  return combined('chain', filters);
}

/**
 * Applies each filter to all cells and merges the results, duplicates included. The branches of interleaves among the
 * filters become branches of the result, if it may have so many: each level of nesting copies and sorts the cells.
 */
export function interleave(...filters: readonly Filter[]): Filter {
  const flat = filters.flatMap((filter) => filter.interleave?.filters ?? [filter]);
  return combined('interleave', flat.length > FILTERS_MAX ? filters : flat);
}

/**
 * Applies `onMatch` to rows in which a cell passes the predicate, and `onNoMatch` to the others. An absent branch
 * passes no cell.
 */
export function condition(predicate: Filter, branches: { onMatch?: Filter; onNoMatch?: Filter }): Filter {
  return {
    condition: {
      predicateFilter: predicate,
      trueFilter: branches.onMatch ?? null,
      falseFilter: branches.onNoMatch ?? null,
    },
  };
}

/** Passes all cells. */
export function passAll(): Filter {
  return { passAllFilter: true };
}

/** Passes no cell. */
export function blockAll(): Filter {
  return { blockAllFilter: true };
}

/** Passes the cells of one family, which the table must have. Costs a fraction of `familyIs`, which is a regex. */
export function columnsOf(family: string): Filter {
  return qualifierRange({ family });
}

/** Passes the cells of one family. */
export function familyIs(family: string): Filter {
  return familyIn([family]);
}

/** Passes the cells of these families. */
export function familyIn(families: readonly string[]): Filter {
  if (families.length === 0) throw invalidArgument('families', 'must contain at least one family');
  families.forEach((family, index) => checkFamily(`families[${index}]`, family));
  return { familyNameRegexFilter: families.map(quoteText).join('|') };
}

/** Passes the cells with exactly this qualifier, in any family. */
export function qualifierIs(qualifier: Buffer): Filter {
  return { columnQualifierRegexFilter: quoteBytes(qualifier) };
}

/** Passes the cells with one of these qualifiers, in any family. */
export function qualifierIn(qualifiers: readonly Buffer[]): Filter {
  if (qualifiers.length === 0) throw invalidArgument('qualifiers', 'must contain at least one qualifier');
  const alternatives = qualifiers.flatMap((qualifier, index) =>
    index === 0 ? [quoteBytes(qualifier)] : [ALTERNATIVE, quoteBytes(qualifier)],
  );
  return { columnQualifierRegexFilter: Buffer.concat(alternatives) };
}

/** Matches the whole qualifier with an RE2 expression in Latin-1: each character is a byte. */
export function qualifierMatches(pattern: string): Filter {
  return { columnQualifierRegexFilter: Buffer.from(pattern, 'latin1') };
}

/** Half-open range of columns of one family. */
export interface FamilyQualifierRange {
  readonly family: string;
  /** First qualifier, inclusive. Default: the family's first. */
  readonly start?: Buffer;
  /** End of the range, exclusive. Default: past the family's last qualifier. */
  readonly end?: Buffer;
}

/** Passes the cells of one family within a range of qualifiers. Throws `invalid_argument` for an empty range. */
export function qualifierRange({ family, start, end }: FamilyQualifierRange): Filter {
  checkFamily('family', family);
  if (start !== undefined && end !== undefined && start.compare(end) >= 0) {
    throw invalidArgument('end', 'must be greater than start');
  }
  return {
    columnRangeFilter: {
      familyName: family,
      startQualifierClosed: start ?? null,
      endQualifierOpen: end ?? null,
    },
  };
}

/** Passes cells with timestamps in the half-open range [`startMicros`, `endMicros`). */
export function timestampRange(startMicros?: number, endMicros?: number): Filter {
  return { timestampRangeFilter: timestampRangeOf({ startMicros, endMicros }) };
}

/** Passes the newest `count` versions of each column. */
export function cellsPerColumnLimit(count: number): Filter {
  return { cellsPerColumnLimitFilter: positive('count', count) };
}

/** Passes the first `count` cells of each row. */
export function cellsPerRowLimit(count: number): Filter {
  return { cellsPerRowLimitFilter: positive('count', count) };
}

/** Drops the first `count` cells of each row. */
export function cellsPerRowOffset(count: number): Filter {
  return { cellsPerRowOffsetFilter: positive('count', count) };
}

/** Passes the cells with exactly this value. */
export function valueIs(value: Buffer): Filter {
  return { valueRegexFilter: quoteBytes(value) };
}

/** Passes values in the half-open range [`start`, `end`), in byte order. */
export function valueRange(start?: Buffer, end?: Buffer): Filter {
  return {
    valueRangeFilter: {
      startValueClosed: start ?? null,
      endValueOpen: end ?? null,
    },
  };
}

/** Empties the values of cells, for reads that need only their existence or timestamps. */
export function stripValue(): Filter {
  return { stripValueTransformer: true };
}

/** Labels the cells that pass, to distinguish the branches of an interleave. */
export function label(text: string): Filter {
  if (!/^[a-z0-9-]{1,15}$/.test(text)) {
    throw invalidArgument('label', 'must be 1 to 15 lower-case letters, digits or hyphens');
  }
  return { applyLabelTransformer: text };
}

function combined(kind: 'chain' | 'interleave', filters: readonly Filter[]): Filter {
  const [only] = filters;
  if (only === undefined)
    throw invalidArgument('filters', `must not be empty: a ${kind} needs at least one filter`);
  if (filters.length > FILTERS_MAX)
    throw invalidArgument('filters', `must contain at most ${FILTERS_MAX} filters`);
  if (filters.length === 1) return only;
  return kind === 'chain' ? { chain: { filters: [...filters] } } : { interleave: { filters: [...filters] } };
}

function positive(field: string, count: number): number {
  if (!Number.isInteger(count) || count < 1 || count > 0x7fff_ffff) {
    throw invalidArgument(field, 'must be a positive 32-bit integer');
  }
  return count;
}

const ALTERNATIVE = Buffer.from('|');
const NUL_ESCAPE = '\\x00';

function quoteText(text: string): string {
  return quoteBytes(Buffer.from(text)).toString('latin1');
}

/** Each byte as RE2's QuoteMeta writes it: letters, digits, `_` and bytes from 128 on are literal, NUL is `\x00`. */
const QUOTED_BYTES: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const text = String.fromCharCode(byte);
  if (byte === 0) return NUL_ESCAPE;
  return byte >= 0x80 || /[A-Za-z0-9_]/.test(text) ? text : `\\${text}`;
});

/** Quotes bytes, so that a regular expression matches exactly them. */
export function quoteBytes(bytes: Buffer): Buffer {
  let quoted = '';
  for (let at = 0; at < bytes.length; at++) quoted += QUOTED_BYTES[bytes[at]!]!;
  return Buffer.from(quoted, 'latin1');
}
