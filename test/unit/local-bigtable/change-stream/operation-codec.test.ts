import {
  decodeRowMutation,
  encodeRowMutation,
} from '../../../../src/local-bigtable/replication/operation-codec';
import { AGGREGATORS, encodeInt64 } from '../../../../src/local-bigtable/store/aggregator';
import type { RowOperation } from '../../../../src/local-bigtable/store/stored-row';
import { StoredTable } from '../../../../src/local-bigtable/store/stored-table';

const { families } = new StoredTable([{ name: 'f' }, { name: 'sum', aggregator: AGGREGATORS.sum }]);
const CELL = { family: 'f', qualifier: '\0q\xff', timestampMs: 5_000 };
const added = (input: bigint): RowOperation => ({
  kind: 'aggregate',
  family: 'sum',
  qualifier: 'q',
  timestampMs: 0,
  aggregator: AGGREGATORS.sum,
  input: encodeInt64(input),
});

/** Each kind of operation with extreme values. */
const OPERATIONS: readonly RowOperation[] = [
  { kind: 'set', ...CELL, value: '\0\x80\xff' },
  { kind: 'set', ...CELL, timestampMs: Number.MAX_SAFE_INTEGER, value: '' },
  { kind: 'delete-column', family: 'f', qualifier: '', fromMs: 0, toMs: Infinity },
  { kind: 'delete-column', family: 'f', qualifier: 'q', fromMs: 1, toMs: 2 },
  { kind: 'delete-family', family: 'f' },
  { kind: 'delete-row' },
  added(1n),
  added(-1n),
  added(2n ** 63n - 1n),
  added(-(2n ** 63n)),
];

describe('row mutations in storage', () => {
  it.each(OPERATIONS.map((operation) => [operation.kind, operation] as const))(
    'an operation survives encoding and decoding: %s',
    (_kind, operation) => {
      const bytes = encodeRowMutation('row\0\xff', [operation]);
      expect(decodeRowMutation(bytes, families)).toEqual({ key: 'row\0\xff', operations: [operation] });
    },
  );
});
