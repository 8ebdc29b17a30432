import { invalidArgument } from '../../errors';
import { checkFamily } from '../client/check-fields';
import { timestampRangeOf, type TimestampRange } from '../write/mutations';
import type { Filter } from '../client/types';

/** Cloud Bigtable refuses filters beyond this size; https://cloud.google.com/bigtable/docs/filters. */
const FILTERS_MAX = 1_000;

/** Cells pass the filters one after the other. */
export function chain(...filters: readonly Filter[]): Filter {
  return combined('chain', filters);
}

/** Each filter sees all cells; the results are merged, duplicates included. */
export function interleave(...filters: readonly Filter[]): Filter {
  return combined('interleave', filters);
}

/** Applies `onMatch` to rows of which a cell passes the predicate, `onNoMatch` to the others; absent ones give nothing. */
export function condition(predicate: Filter, branches: { onMatch?: Filter; onNoMatch?: Filter }): Filter {
  return {
    condition: {
      predicateFilter: predicate,
      ...(branches.onMatch === undefined ? {} : { trueFilter: branches.onMatch }),
      ...(branches.onNoMatch === undefined ? {} : { falseFilter: branches.onNoMatch }),
    },
  };
}

export function passAll(): Filter {
  return { passAllFilter: true };
}

export function blockAll(): Filter {
  return { blockAllFilter: true };
}

export function familyIs(family: string): Filter {
  return familyIn([family]);
}

export function familyIn(families: readonly string[]): Filter {
  if (families.length === 0) throw invalidArgument('families', 'at least one family is needed');
  families.forEach((family, index) => checkFamily(`families[${index}]`, family));
  return { familyNameRegexFilter: families.map(quoteText).join('|') };
}

export function qualifierIs(qualifier: Buffer): Filter {
  return { columnQualifierRegexFilter: quoteBytes(qualifier) };
}

export function qualifierIn(qualifiers: readonly Buffer[]): Filter {
  if (qualifiers.length === 0) throw invalidArgument('qualifiers', 'at least one qualifier is needed');
  const alternatives = qualifiers.flatMap((qualifier, index) =>
    index === 0 ? [quoteBytes(qualifier)] : [ALTERNATIVE, quoteBytes(qualifier)],
  );
  return { columnQualifierRegexFilter: Buffer.concat(alternatives) };
}

/** An RE2 expression over the whole qualifier, in Latin-1: each character is a byte. */
export function qualifierMatches(pattern: string): Filter {
  return { columnQualifierRegexFilter: Buffer.from(pattern, 'latin1') };
}

export interface QualifierRange {
  readonly family: string;
  /** First qualifier, inclusive; absent: from the family's first. */
  readonly start?: Buffer;
  /** Exclusive end; absent: to the family's last. */
  readonly end?: Buffer;
}

export function qualifierRange({ family, start, end }: QualifierRange): Filter {
  checkFamily('family', family);
  if (start !== undefined && end !== undefined && start.compare(end) >= 0) {
    throw invalidArgument('end', 'the qualifier range ends before it starts');
  }
  return {
    columnRangeFilter: {
      familyName: family,
      ...(start === undefined ? {} : { startQualifierClosed: start }),
      ...(end === undefined ? {} : { endQualifierOpen: end }),
    },
  };
}

/** Half-open. */
export function timestampRange(startMicros?: number, endMicros?: number): Filter {
  const range: TimestampRange = {
    ...(startMicros === undefined ? {} : { startMicros }),
    ...(endMicros === undefined ? {} : { endMicros }),
  };
  return { timestampRangeFilter: timestampRangeOf(range) };
}

/** The newest `count` versions of each column. */
export function cellsPerColumnLimit(count: number): Filter {
  return { cellsPerColumnLimitFilter: positive('count', count) };
}

/** The first `count` cells of each row. */
export function cellsPerRowLimit(count: number): Filter {
  return { cellsPerRowLimitFilter: positive('count', count) };
}

/** All but the first `count` cells of each row. */
export function cellsPerRowOffset(count: number): Filter {
  return { cellsPerRowOffsetFilter: positive('count', count) };
}

export function valueIs(value: Buffer): Filter {
  return { valueRegexFilter: quoteBytes(value) };
}

/** Values from `start` to before `end`, in byte order. */
export function valueRange(start?: Buffer, end?: Buffer): Filter {
  return {
    valueRangeFilter: {
      ...(start === undefined ? {} : { startValueClosed: start }),
      ...(end === undefined ? {} : { endValueOpen: end }),
    },
  };
}

/** An RE2 expression over the whole row key, in Latin-1: each character is a byte. */
export function keyMatches(pattern: string): Filter {
  return { rowKeyRegexFilter: Buffer.from(pattern, 'latin1') };
}

/** Cells without their values: for existence and for timestamps. */
export function stripValue(): Filter {
  return { stripValueTransformer: true };
}

/** Marks the cells that pass, to tell the branches of an interleave apart. */
export function label(text: string): Filter {
  if (!/^[a-z0-9-]{1,15}$/.test(text)) {
    throw invalidArgument('label', 'must be 1 to 15 lower-case letters, digits or hyphens');
  }
  return { applyLabelTransformer: text };
}

function combined(kind: 'chain' | 'interleave', filters: readonly Filter[]): Filter {
  const [only] = filters;
  if (only === undefined) throw invalidArgument('filters', `an empty ${kind} is not allowed`);
  if (filters.length > FILTERS_MAX) throw invalidArgument('filters', `at most ${FILTERS_MAX} filters`);
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

/** As RE2's QuoteMeta: letters, digits, `_` and bytes from 128 on stand for themselves, NUL is written as \x00. */
export function quoteBytes(bytes: Buffer): Buffer {
  let quoted = '';
  for (const byte of bytes) {
    const text = String.fromCharCode(byte);
    if (byte === 0) quoted += NUL_ESCAPE;
    else quoted += byte >= 0x80 || /[A-Za-z0-9_]/.test(text) ? text : `\\${text}`;
  }
  return Buffer.from(quoted, 'latin1');
}
