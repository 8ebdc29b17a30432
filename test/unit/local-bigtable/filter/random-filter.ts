import fc from 'fast-check';
import type { data } from '../../../../src/local-bigtable/encoding/proto';
import { type StoredCell, compareCells } from '../../../../src/local-bigtable/store/stored-cell';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const text = fc.constantFrom('', '\0', 'a', 'a\0', 'ab', 'b', '\n', '\x80', '\xff', '\xff\xff');
const family = fc.constantFrom('a', 'b', 'c-1');

/** Rows of a few families, columns and versions, in Bigtable's order. */
export const randomRow: fc.Arbitrary<StoredCell[]> = fc
  .uniqueArray(
    fc.record({
      family,
      qualifier: text,
      timestampMs: fc.constantFrom(0, 1, 2, 3, 2 ** 41),
      value: text,
    }),
    { maxLength: 14, selector: (cell) => JSON.stringify([cell.family, cell.qualifier, cell.timestampMs]) },
  )
  .map((cells) => cells.sort(compareCells));

/** Pattern in RE2 syntax and in JavaScript's. */
export interface Pattern {
  readonly re2: string;
  readonly js: string;
}

const plain = (same: string): Pattern => ({ re2: same, js: same });
const atom: fc.Arbitrary<Pattern> = fc.constantFrom<Pattern>(
  plain('a'),
  plain('b'),
  plain('\\x00'),
  plain('\\xff'),
  plain('\xff'),
  plain('\\n'),
  plain('[a-b]'),
  plain('[^a]'),
  plain('[\\x80-\\xff]'),
  plain('\\w'),
  plain('\\W'),
  plain('\\.'),
  { re2: '.', js: '[^\\n]' },
  { re2: '(?s:.)', js: '[^]' },
  { re2: '\\C', js: '[^]' },
  { re2: '\\Qa.\\E', js: 'a\\.' },
  { re2: '(?i:A)', js: '[aA]' },
  { re2: '[[:alpha:]]', js: '[a-zA-Z]' },
  { re2: '\\s', js: '[\\t\\n\\f\\r ]' },
);

export const randomPattern: fc.Arbitrary<Pattern> = fc.letrec<{ pattern: Pattern }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    atom,
    fc.array(tie('pattern'), { maxLength: 3 }).map((parts) => joined(parts, '')),
    fc.array(tie('pattern'), { minLength: 1, maxLength: 3 }).map((parts) => joined(parts, '|')),
    fc
      .tuple(tie('pattern'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '*?'))
      .map(([{ re2, js }, times]) => ({
        re2: `(?:${re2})${times}`,
        js: `(?:${js})${times}`,
      })),
  ),
})).pattern;

function joined(parts: readonly Pattern[], by: string): Pattern {
  return {
    re2: `(?:${parts.map(({ re2 }) => re2).join(by)})`,
    js: `(?:${parts.map(({ js }) => js).join(by)})`,
  };
}

/** Filter with the JavaScript versions of its patterns. */
export interface PatternedFilter {
  readonly filter: data.IRowFilter;
  readonly patterns: ReadonlyMap<string, string>;
}

const without = (filter: data.IRowFilter): PatternedFilter => ({ filter, patterns: new Map() });
const withPattern = (name: 'columnQualifierRegexFilter' | 'valueRegexFilter') =>
  randomPattern.map(({ re2, js }): PatternedFilter => ({
    filter: { [name]: bytes(re2) },
    patterns: new Map([[re2, js]]),
  }));

/** Two ordered bounds, each optional, and closed or open. */
const byteBounds = fc
  .tuple(fc.option(text), fc.option(text), fc.boolean(), fc.boolean())
  .filter(([start, end, closedStart, closedEnd]) => {
    if (end === null) return true;
    return (start ?? '') < end || ((start ?? '') === end && (start === null || closedStart) && closedEnd);
  });
const bound = (name: string, value: string | null): Record<string, Buffer> =>
  value === null ? {} : { [name]: bytes(value) };
const count = fc.integer({ min: 1, max: 6 });

const leaf: fc.Arbitrary<PatternedFilter> = fc.oneof(
  withPattern('columnQualifierRegexFilter'),
  withPattern('valueRegexFilter'),
  fc.constantFrom('a', 'a|b', '.*', 'c\\-1', '[^a]', '').map((pattern) => ({
    filter: { familyNameRegexFilter: pattern },
    patterns: new Map([[pattern, pattern]]),
  })),
  fc.tuple(family, byteBounds).map(([familyName, [start, end, closedStart, closedEnd]]) =>
    without({
      columnRangeFilter: {
        familyName,
        ...bound(closedStart ? 'startQualifierClosed' : 'startQualifierOpen', start),
        ...bound(closedEnd ? 'endQualifierClosed' : 'endQualifierOpen', end),
      },
    }),
  ),
  byteBounds.map(([start, end, closedStart, closedEnd]) =>
    without({
      valueRangeFilter: {
        ...bound(closedStart ? 'startValueClosed' : 'startValueOpen', start),
        ...bound(closedEnd ? 'endValueClosed' : 'endValueOpen', end),
      },
    }),
  ),
  fc
    .tuple(fc.nat({ max: 4 }), fc.nat({ max: 5 }))
    .filter(([start, end]) => end === 0 || start < end)
    .map(([start, end]) =>
      without({
        timestampRangeFilter: { startTimestampMicros: start * 1_000, endTimestampMicros: end * 1_000 },
      }),
    ),
  count.map((cellsPerRowOffsetFilter) => without({ cellsPerRowOffsetFilter })),
  count.map((cellsPerRowLimitFilter) => without({ cellsPerRowLimitFilter })),
  count.map((cellsPerColumnLimitFilter) => without({ cellsPerColumnLimitFilter })),
  fc.constantFrom('x', 'label-2').map((applyLabelTransformer) => without({ applyLabelTransformer })),
  fc
    .constantFrom<data.IRowFilter>(
      {},
      { passAllFilter: true },
      { blockAllFilter: true },
      { stripValueTransformer: true },
      { sink: true },
    )
    .map(without),
);

/** Any filter that uses neither row keys nor randomness; some break the rules for labels and sinks. */
export const randomFilter: fc.Arbitrary<PatternedFilter> = fc.letrec<{ filter: PatternedFilter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc
      .array(tie('filter'), { minLength: 2, maxLength: 4 })
      .map((parts) => composed(parts, (filters) => ({ chain: { filters } }))),
    fc
      .array(tie('filter'), { minLength: 2, maxLength: 4 })
      .map((parts) => composed(parts, (filters) => ({ interleave: { filters } }))),
    fc
      .tuple(tie('filter'), fc.option(tie('filter')), fc.option(tie('filter')))
      .map(([predicate, onMatch, onNoMatch]) => ({
        filter: {
          condition: {
            predicateFilter: predicate.filter,
            ...(onMatch && { trueFilter: onMatch.filter }),
            ...(onNoMatch && { falseFilter: onNoMatch.filter }),
          },
        },
        patterns: merged([predicate, ...[onMatch, onNoMatch].flatMap((way) => way ?? [])]),
      })),
  ),
})).filter;

function composed(
  parts: readonly PatternedFilter[],
  compose: (filters: data.IRowFilter[]) => data.IRowFilter,
): PatternedFilter {
  return { filter: compose(parts.map(({ filter }) => filter)), patterns: merged(parts) };
}

const merged = (parts: readonly PatternedFilter[]): Map<string, string> =>
  new Map(parts.flatMap(({ patterns }) => [...patterns]));
