import type { Random } from '../../src/platform/random';
import { bytes, type data } from './raw-bigtable';
import { FAMILIES, pick, several } from './random-values';

const REGEXES = [
  'q',
  'q.*',
  '.*',
  '\\C*',
  'a|b',
  '[a-c]+',
  '(?i)A.*',
  'b#\\d',
  '\\x00\\C',
  '.',
  'q\\.',
  '[^q]*',
  '[\\x80-\\xff]+',
];
const FAMILY_REGEXES = ['a', 'b|cc', '.*', 'c+', 'x', '[ab]', 'sum'];
/** In order; a range lies between two of them. */
const QUALIFIER_BOUNDS = ['', '\0', 'q', 'q\0', 'q1', 'r', 'x', '\xff'];
const VALUE_BOUNDS = ['', '\0\xff', '1', '12', 'abc', 'abcd', 'm', '\xff'];
const TIMESTAMP_BOUNDS = [0, 1_000, 2_000, 3_000, 6_000, 1_800_000_000_000_000];

/** Filter under construction and properties of its result. */
interface Draft {
  readonly filter: data.IRowFilter;
  /** True if the filter may change cells. */
  readonly changes: boolean;
  /** True if the result may contain unequal copies of a cell, whose order is unspecified (RowFilter.Interleave). */
  readonly ambiguous: boolean;
}

type Composer = (random: Random, depth: number, ambiguous: boolean) => Draft;
type Leaf = (random: Random) => data.IRowFilter;

/**
 * Returns a random filter with exactly one correct result. Limits on unequal copies, or over several families, are
 * unspecified, and Google's emulator decides at random, so limits stand within a family and not after such copies.
 */
export function randomFilter(random: Random): data.IRowFilter {
  const { filter } = draft(random, 3, false);
  return random() < 0.9 ? filter : { chain: { filters: [filter, { applyLabelTransformer: 'label-1' }] } };
}

function draft(random: Random, depth: number, ambiguous: boolean): Draft {
  if (depth > 0 && random() < 0.6) return pick(random, COMPOSERS)(random, depth - 1, ambiguous);
  if (random() < 0.08) return { filter: { stripValueTransformer: true }, changes: true, ambiguous };
  const leaves = ambiguous ? ORDERLESS : [...ORDERLESS, ...ORDERED];
  return { filter: pick(random, leaves)(random), changes: false, ambiguous };
}

const COMPOSERS: readonly Composer[] = [
  (random, depth, ambiguous) => {
    const parts = [draft(random, depth, ambiguous)];
    for (let more = 1 + Math.floor(random() * 2); more > 0; more--) {
      parts.push(draft(random, depth, parts.at(-1)!.ambiguous));
    }
    return {
      filter: { chain: { filters: parts.map(({ filter }) => filter) } },
      changes: parts.some(({ changes }) => changes),
      ambiguous: parts.at(-1)!.ambiguous,
    };
  },
  (random, depth, ambiguous) => {
    const parts = [
      draft(random, depth, ambiguous),
      ...several(random, 2, () => draft(random, depth, ambiguous)),
    ];
    const changes = parts.some((part) => part.changes);
    return {
      filter: { interleave: { filters: parts.map(({ filter }) => filter) } },
      changes,
      ambiguous: changes || parts.some((part) => part.ambiguous),
    };
  },
  (random, depth, ambiguous) => {
    const predicate = draft(random, depth, ambiguous);
    const onMatch = random() < 0.8 ? draft(random, depth, ambiguous) : undefined;
    const onNoMatch = random() < 0.8 ? draft(random, depth, ambiguous) : undefined;
    const ways = [onMatch, onNoMatch].flatMap((way) => way ?? []);
    return {
      filter: {
        condition: {
          predicateFilter: predicate.filter,
          ...(onMatch && { trueFilter: onMatch.filter }),
          ...(onNoMatch && { falseFilter: onNoMatch.filter }),
        },
      },
      changes: ways.some(({ changes }) => changes),
      ambiguous: ambiguous || ways.some((way) => way.ambiguous),
    };
  },
];

const regex = (random: Random): Buffer => bytes(pick(random, REGEXES));
const count = (random: Random): number => 1 + Math.floor(random() * 3);

/** Returns two ordered bounds, each of them optional. */
function bounds<T>(random: Random, values: readonly T[]): [start: T | undefined, end: T | undefined] {
  const first = Math.floor(random() * (values.length - 1));
  const last = first + 1 + Math.floor(random() * (values.length - 1 - first));
  return [random() < 0.8 ? values[first] : undefined, random() < 0.8 ? values[last] : undefined];
}

const optional = (name: string, text: string | undefined): Record<string, Buffer> =>
  text === undefined ? {} : { [name]: bytes(text) };

/** Filters that decide for each cell independently. */
const ORDERLESS: readonly Leaf[] = [
  () => ({ passAllFilter: true }),
  () => ({ blockAllFilter: true }),
  (random) => ({ rowKeyRegexFilter: regex(random) }),
  (random) => ({ familyNameRegexFilter: pick(random, FAMILY_REGEXES) }),
  (random) => ({ columnQualifierRegexFilter: regex(random) }),
  (random) => ({ valueRegexFilter: regex(random) }),
  (random) => {
    const [start, end] = bounds(random, QUALIFIER_BOUNDS);
    return {
      columnRangeFilter: {
        familyName: pick(random, FAMILIES),
        ...optional(random() < 0.5 ? 'startQualifierClosed' : 'startQualifierOpen', start),
        ...optional(random() < 0.5 ? 'endQualifierClosed' : 'endQualifierOpen', end),
      },
    };
  },
  (random) => {
    const [start, end] = bounds(random, VALUE_BOUNDS);
    return {
      valueRangeFilter: {
        ...optional(random() < 0.5 ? 'startValueClosed' : 'startValueOpen', start),
        ...optional(random() < 0.5 ? 'endValueClosed' : 'endValueOpen', end),
      },
    };
  },
  (random) => {
    const [startTimestampMicros = 0, endTimestampMicros = 0] = bounds(random, TIMESTAMP_BOUNDS);
    return { timestampRangeFilter: { startTimestampMicros, endTimestampMicros } };
  },
];

/** Filters that depend on the order of the cells. */
const ORDERED: readonly Leaf[] = [
  (random) => ({ cellsPerColumnLimitFilter: count(random) }),
  (random) => withinFamily(random, { cellsPerRowLimitFilter: count(random) }),
  (random) => withinFamily(random, { cellsPerRowOffsetFilter: count(random) }),
];

function withinFamily(random: Random, filter: data.IRowFilter): data.IRowFilter {
  return { chain: { filters: [{ familyNameRegexFilter: pick(random, FAMILIES) }, filter] } };
}
