import fc from 'fast-check';
import { compileFilter } from '../../../../src/local-bigtable/filter/compile-filter';
import { mergeCells } from '../../../../src/local-bigtable/filter/compose-filters';
import { RpcError } from '../../../../src/local-bigtable/grpc/rpc-error';
import { data } from '../../../../src/local-bigtable/encoding/proto';
import { type StoredCell, compareCells } from '../../../../src/local-bigtable/store/stored-cell';
import { naiveRead } from './naive-filter';
import { randomFilter, randomRow } from './random-filter';

/** Decodes the filter from the wire, like the server. */
const received = (filter: data.IRowFilter): data.RowFilter =>
  data.RowFilter.decode(data.RowFilter.encode(filter).finish());

/** Assembles a row's result like ReadRows. */
function read(filter: data.IRowFilter, row: readonly StoredCell[]): readonly StoredCell[] {
  const run = { rowKey: 'k', random: () => 0.5, sinkOutput: [] as StoredCell[] };
  const kept = compileFilter(received(filter)).apply(row, run);
  return mergeCells([run.sinkOutput.sort(compareCells), kept]);
}

describe('a compiled filter', () => {
  it('the filter passes the documented cells or is rejected as documented (TIDEMARK_TEST_SEED replays)', () => {
    let [passed, rejected] = [0, 0];
    fc.assert(
      fc.property(randomFilter, randomRow, ({ filter, patterns }, row) => {
        const before = structuredClone(row);
        if (breaksRules(filter)) {
          rejected++;
          expect(() => read(filter, row)).toThrow(RpcError);
          return;
        }
        const js = (re2: string): RegExp => new RegExp(`^(?:${patterns.get(re2)})$`);
        const expected = naiveRead(received(filter), row, js);
        expect(read(filter, row)).toEqual(expected);
        expect(row).toEqual(before);
        if (expected.length > 0) passed++;
      }),
      { numRuns: 1_500 },
    );
    // The random filters are neither all too strict nor all rejected.
    expect(passed).toBeGreaterThan(180);
    expect(rejected).toBeGreaterThan(35);
  });

  it('the filter passes a row with very many cells to a sink', () => {
    const row = Array.from({ length: 150_000 }, (_, index): StoredCell => ({
      family: 'f',
      qualifier: 'q',
      timestampMs: 150_000 - index,
      value: '',
    }));
    expect(read({ sink: true }, row)).toHaveLength(row.length);
  });

  it('equal filters have equal keys, and random filters are detected', () => {
    const sample = { interleave: { filters: [{ passAllFilter: true }, { rowSampleFilter: 0.5 }] } };
    const [first, again, other] = [sample, sample, { passAllFilter: true }].map((each) =>
      compileFilter(received(each)),
    );
    expect([first?.random, other?.random]).toEqual([true, false]);
    expect(first?.key).toBe(again?.key);
    expect(first?.key).not.toBe(other?.key);
  });
});

/** Returns whether a sink is within a condition or two parts of a chain have labels. */
function breaksRules(filter: data.IRowFilter, conditional = false): boolean {
  if (filter.sink) return conditional;
  const parts = partsOf(filter);
  if (filter.chain && parts.filter(hasLabel).length > 1) return true;
  return parts.some((part) => breaksRules(part, conditional || !!filter.condition));
}

function hasLabel(filter: data.IRowFilter): boolean {
  const parts = filter.condition ? partsOf(filter).slice(1) : partsOf(filter);
  return typeof filter.applyLabelTransformer === 'string' || parts.some(hasLabel);
}

function partsOf({ chain, interleave, condition }: data.IRowFilter): data.IRowFilter[] {
  if (condition) {
    const { predicateFilter, trueFilter, falseFilter } = condition;
    return [predicateFilter ?? {}, trueFilter ?? {}, falseFilter ?? {}];
  }
  return chain?.filters ?? interleave?.filters ?? [];
}
