import type { Random } from '../../src/platform/random';
import type { data } from './raw-bigtable';
import { bytes } from './raw-bigtable';

/** Small alphabets, so that random keys, columns, values and filters meet. */
const KEYS = ['a', 'a\0', 'ab', 'b', 'b#1', 'b#2', 'c\xff', 'd', '\xff'];
const FAMILIES = ['a', 'b', 'cc'];
const QUALIFIERS = ['', 'q', 'q\0', 'q1', 'r', '\xff', 'x\n'];
const VALUES = ['', '1', '12', 'abc', 'abcdefg', '\0\xff', 'line\nbreak'];
const TIMESTAMPS = [0, 1_000, 2_000, 3_000, 5_000, 1_700_000_000_000_000];
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
];

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

function several<T>(random: Random, max: number, make: () => T): T[] {
  return Array.from({ length: 1 + Math.floor(random() * max) }, make);
}

export const randomRowKey = (random: Random): string => pick(random, KEYS);

export function randomMutations(random: Random): data.IMutation[] {
  return several(random, 6, () => randomMutation(random));
}

function randomMutation(random: Random): data.IMutation {
  const familyName = pick(random, FAMILIES);
  const columnQualifier = bytes(pick(random, QUALIFIERS));
  const dice = random();
  if (dice < 0.85) {
    const value = bytes(pick(random, VALUES));
    return { setCell: { familyName, columnQualifier, timestampMicros: pick(random, TIMESTAMPS), value } };
  }
  if (dice < 0.95) {
    const startTimestampMicros = pick(random, [0, 1_000, 2_000]);
    const timeRange = random() < 0.5 ? {} : { startTimestampMicros, endTimestampMicros: 5_000 };
    return { deleteFromColumn: { familyName, columnQualifier, timeRange } };
  }
  return dice < 0.98 ? { deleteFromFamily: { familyName } } : { deleteFromRow: {} };
}

export function randomReadRequest(random: Random): data.IReadRowsRequest {
  const rows: data.IRowSet = {};
  if (random() < 0.4) rows.rowKeys = several(random, 3, () => bytes(randomRowKey(random)));
  if (random() < 0.4) rows.rowRanges = several(random, 2, () => randomRange(random));
  return { rows, rowsLimit: random() < 0.3 ? 1 + Math.floor(random() * 3) : 0 };
}

function randomRange(random: Random): data.IRowRange {
  const [first, last] = [randomRowKey(random), randomRowKey(random)].sort((a, b) => (a < b ? -1 : 1));
  const range: data.IRowRange = {};
  if (random() < 0.8) range[random() < 0.5 ? 'startKeyClosed' : 'startKeyOpen'] = bytes(first!);
  if (random() < 0.8) range[random() < 0.5 ? 'endKeyClosed' : 'endKeyOpen'] = bytes(last!);
  return range;
}

/** A random filter, sometimes with a label on what it leaves. */
export function randomFilter(random: Random): data.IRowFilter {
  const filter = randomPart(random, 3);
  return random() < 0.9 ? filter : { chain: { filters: [filter, { applyLabelTransformer: 'label-1' }] } };
}

/** Any filter but samples, sinks and labels, nested up to `depth`. */
function randomPart(random: Random, depth: number): data.IRowFilter {
  const leaf = depth === 0 || random() < 0.4;
  return pick(random, leaf ? LEAVES : COMPOSITES)(random, depth - 1);
}

type Maker = (random: Random, depth: number) => data.IRowFilter;

const count = (random: Random): number => 1 + Math.floor(random() * 3);
const regex = (random: Random): Buffer => bytes(pick(random, REGEXES));

/** Google's emulator visits families in a random order, so that what a limit per row leaves is random over several. */
function withinFamily(random: Random, filter: data.IRowFilter): data.IRowFilter {
  return { chain: { filters: [{ familyNameRegexFilter: pick(random, FAMILIES) }, filter] } };
}

const COMPOSITES: readonly Maker[] = [
  (random, depth) => ({
    chain: {
      filters: [randomPart(random, depth), ...several(random, 2, () => randomPart(random, depth))],
    },
  }),
  (random, depth) => ({
    interleave: {
      filters: [randomPart(random, depth), ...several(random, 2, () => randomPart(random, depth))],
    },
  }),
  (random, depth) => ({
    condition: {
      predicateFilter: randomPart(random, depth),
      ...(random() < 0.8 && { trueFilter: randomPart(random, depth) }),
      ...(random() < 0.8 && { falseFilter: randomPart(random, depth) }),
    },
  }),
];

const LEAVES: readonly Maker[] = [
  () => ({ passAllFilter: true }),
  () => ({ blockAllFilter: true }),
  () => ({ stripValueTransformer: true }),
  (random) => ({ rowKeyRegexFilter: regex(random) }),
  (random) => ({ familyNameRegexFilter: pick(random, ['a', 'b|cc', '.*', 'c+', 'x', '[ab]']) }),
  (random) => ({ columnQualifierRegexFilter: regex(random) }),
  (random) => ({ valueRegexFilter: regex(random) }),
  (random) => ({
    columnRangeFilter: {
      familyName: pick(random, FAMILIES),
      ...(random() < 0.7 && { startQualifierClosed: bytes(pick(random, ['q', 'q\0', '\xff'])) }),
      ...(random() < 0.7 && { endQualifierOpen: bytes(pick(random, ['q1', 'r', 'z'])) }),
    },
  }),
  (random) => ({
    columnRangeFilter: {
      familyName: pick(random, FAMILIES),
      startQualifierOpen: bytes('q'),
      endQualifierClosed: bytes(pick(random, ['q1', 'r', 'z'])),
    },
  }),
  (random) => ({
    timestampRangeFilter: {
      startTimestampMicros: pick(random, [0, 1_000, 2_000]),
      endTimestampMicros: pick(random, [0, 3_000, 5_000]),
    },
  }),
  (random) => ({
    valueRangeFilter: {
      ...(random() < 0.7 && { startValueClosed: bytes(pick(random, ['1', 'abc'])) }),
      ...(random() < 0.7 && { endValueOpen: bytes(pick(random, ['12', 'b'])) }),
    },
  }),
  (random) => ({
    valueRangeFilter: { startValueOpen: bytes('1'), endValueClosed: bytes(pick(random, VALUES)) },
  }),
  (random) => withinFamily(random, { cellsPerRowOffsetFilter: count(random) }),
  (random) => withinFamily(random, { cellsPerRowLimitFilter: count(random) }),
  (random) => ({ cellsPerColumnLimitFilter: count(random) }),
];
