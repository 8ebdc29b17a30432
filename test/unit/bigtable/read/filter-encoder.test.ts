import { google } from '../../../../src/gen/bigtable';
import type { Filter } from '../../../../src/bigtable/client/types';
import { constantFilter, encodeFilter } from '../../../../src/bigtable/read/filter-encoder';
import * as filters from '../../../../src/bigtable/read/filters';
import { seededRandom } from '../../../../src/platform/random';
import { TEST_SEED } from '../../../support/test-seed';

const generated = (filter: Filter): Buffer =>
  Buffer.from(google.bigtable.v2.RowFilter.encode(filter).finish());
const encoded = (filter: Filter): Buffer => Buffer.from(encodeFilter(filter)!);

const FAMILY = 'ümläut'.repeat(20);
const BYTES = Buffer.from([0, 255, 1, 128]);
const LEAVES: readonly Filter[] = [
  filters.familyIs('profile'),
  { familyNameRegexFilter: FAMILY },
  { familyNameRegexFilter: '' },
  filters.qualifierIs(BYTES),
  filters.qualifierIn([BYTES, Buffer.alloc(300, 1)]),
  filters.qualifierRange({ family: 'profile' }),
  filters.qualifierRange({ family: 'profile', start: BYTES }),
  filters.qualifierRange({ family: 'profile', start: Buffer.from('a'), end: Buffer.from('b') }),
  { columnRangeFilter: { familyName: 'f', startQualifierOpen: BYTES, endQualifierClosed: BYTES } },
  { columnRangeFilter: { familyName: 'f', startQualifierClosed: 'AQI=' } },
  { columnRangeFilter: {} },
  filters.timestampRange(1_000, 2_000_000_000_000_000),
  filters.cellsPerColumnLimit(1),
  filters.cellsPerColumnLimit(2 ** 31 - 1),
  { cellsPerColumnLimitFilter: -1 },
  filters.cellsPerRowLimit(3),
  filters.cellsPerRowOffset(3),
  filters.valueIs(BYTES),
  filters.valueRange(BYTES),
  filters.stripValue(),
  filters.passAll(),
  { passAllFilter: false },
  filters.blockAll(),
  filters.label('left'),
  { rowKeyRegexFilter: BYTES },
  { rowSampleFilter: 0.5 },
  { sink: true },
  {},
  { familyNameRegexFilter: null, stripValueTransformer: true },
  { chain: null },
];

describe('The encoder of filters', () => {
  it.each(LEAVES.map((filter) => [JSON.stringify(filter), filter] as const))(
    'writes what the generated code writes: %s',
    (_, filter) => {
      expect(encoded(filter)).toEqual(generated(filter));
    },
  );

  it('writes what the generated code writes for random nested filters', () => {
    const random = seededRandom(TEST_SEED);
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
    const nested = (depth: number): Filter => {
      if (depth === 0 || random() < 0.3) return pick(LEAVES);
      const parts = Array.from({ length: 1 + Math.floor(random() * 4) }, () => nested(depth - 1));
      return pick([
        { chain: { filters: parts } },
        { interleave: { filters: parts } },
        filters.condition(parts[0]!, { onMatch: parts.at(-1)! }),
      ]);
    };
    for (let run = 0; run < 300; run++) {
      const filter = nested(4);
      expect(encoded(filter)).toEqual(generated(filter));
    }
  });

  it('writes a constant filter once, alone and as a part of others', () => {
    const constant = constantFilter(filters.chain(filters.familyIs('f'), filters.cellsPerColumnLimit(1)));
    expect(encodeFilter(constant)).toBe(encodeFilter(constant));
    expect(encoded(constant)).toEqual(generated(constant));
    const around = filters.interleave(filters.passAll(), constant);
    expect(encoded(around)).toEqual(generated(around));
    expect(encodeFilter(undefined)).toBeUndefined();
  });
});
