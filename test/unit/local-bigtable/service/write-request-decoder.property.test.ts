import fc from 'fast-check';
import { byteString, data, StrictProtoReader } from '../../../../src/local-bigtable/encoding/proto';
import {
  mutateRowRequest,
  mutateRowsRequest,
} from '../../../../src/local-bigtable/service/write-request-decoder';

const bytes = fc.uint8Array({ maxLength: 5 }).map((array) => Buffer.from(array));
const name = fc.constantFrom('', 'f', 'f', 'family', 'fämily', 'x'.repeat(300));
const setCell = fc.record(
  {
    familyName: name,
    columnQualifier: fc.oneof(bytes, fc.constant(Buffer.alloc(300, 'q'))),
    timestampMicros: fc.oneof(
      fc.constantFrom(-1, -2, 0, 127, 128, 1_700_000_000_000_000),
      fc.maxSafeInteger(),
    ),
    value: fc.oneof(bytes, fc.constant(Buffer.alloc(1_000, 'v'))),
  },
  { requiredKeys: [] },
);
const mutation: fc.Arbitrary<data.IMutation> = fc.oneof(
  { weight: 20, arbitrary: setCell.map((each) => ({ setCell: each })) },
  fc.constantFrom<data.IMutation>({ deleteFromRow: {} }, {}, { deleteFromFamily: { familyName: 'f' } }),
);
const row = fc.record(
  {
    rowKey: bytes,
    mutations: fc.array(mutation, { maxLength: 4 }),
    idempotency: fc.constantFrom(null, null, null, { token: Buffer.from('t') }),
  },
  { requiredKeys: [] },
);
const names = fc.record({
  tableName: name,
  appProfileId: name,
  authorizedViewName: fc.constantFrom('', '', 'v'),
});

/** Returns the fields that the server reads, whichever decoder created them. */
function plainRow({ rowKey, mutations, idempotency }: data.MutateRowsRequest.IEntry): unknown {
  const plain = (mutations ?? []).map((each) => ({
    kind: (each as data.Mutation).mutation,
    ...(each.setCell && {
      familyName: each.setCell.familyName,
      qualifier: byteString(each.setCell.columnQualifier),
      micros: Number(each.setCell.timestampMicros),
      value: byteString(each.setCell.value),
    }),
  }));
  return { key: byteString(rowKey), mutations: plain, idempotency: idempotency ?? undefined };
}

const plainNames = (request: { tableName: string; appProfileId: string }): unknown => [
  request.tableName,
  request.appProfileId,
];

function outcome<T>(decode: () => T): T | string {
  try {
    return decode();
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the decoders of writes', () => {
  const plainOne = (request: data.MutateRowRequest): unknown => [plainNames(request), plainRow(request)];
  const plainMany = (request: data.MutateRowsRequest): unknown => [
    plainNames(request),
    request.entries.map(plainRow),
  ];
  const expectSame = (encoded: Buffer): void => {
    const text = (decode: () => unknown): string => JSON.stringify(outcome(decode));
    expect(text(() => plainOne(mutateRowRequest.decode(new StrictProtoReader(encoded))))).toBe(
      text(() => plainOne(data.MutateRowRequest.decode(new StrictProtoReader(encoded)))),
    );
    expect(text(() => plainMany(mutateRowsRequest.decode(new StrictProtoReader(encoded))))).toBe(
      text(() => plainMany(data.MutateRowsRequest.decode(new StrictProtoReader(encoded)))),
    );
  };

  it('single rows are decoded like by the general decoder', () => {
    fc.assert(
      fc.property(names, row, (header, one) => {
        expectSame(Buffer.from(data.MutateRowRequest.encode({ ...header, ...one }).finish()));
      }),
      { numRuns: 80 },
    );
  });

  it('batches are decoded like by the general decoder', () => {
    fc.assert(
      fc.property(names, fc.array(row, { maxLength: 4 }), (header, entries) => {
        expectSame(Buffer.from(data.MutateRowsRequest.encode({ ...header, entries }).finish()));
      }),
      { numRuns: 80 },
    );
  });

  it('malformed messages are treated like by the general decoder', () => {
    const valid = fc.record({ header: names, one: row, cut: fc.nat(), at: fc.nat(), byte: fc.nat(255) });
    fc.assert(
      fc.property(valid, ({ header, one, cut, at, byte }) => {
        const encoded = Buffer.from(data.MutateRowRequest.encode({ ...header, ...one }).finish());
        if (encoded.length === 0) return;
        expectSame(encoded.subarray(0, cut % encoded.length));
        encoded[at % encoded.length] = byte;
        expectSame(encoded);
      }),
      { numRuns: 200 },
    );
  });

  it('every changed byte is noticed, in particular in lengths of lengths', () => {
    const setOne = (value: string): data.IMutation => ({
      setCell: {
        familyName: 'f',
        columnQualifier: Buffer.from('q'),
        timestampMicros: 1_000,
        value: Buffer.from(value),
      },
    });
    const one = { rowKey: Buffer.from('k'), mutations: [setOne('v'), setOne('\n\x01f')] };
    const encodings = [
      data.MutateRowRequest.encode({ tableName: 't', appProfileId: 'a', ...one }).finish(),
      data.MutateRowsRequest.encode({ tableName: 't', entries: [one, one] }).finish(),
    ];
    for (const encoded of encodings) {
      for (let at = 0; at < encoded.length; at++) {
        const byte = encoded[at]!;
        for (const other of [byte - 2, byte - 1, byte + 1, byte + 2, byte + 8, 0, 0x7f, 0x80, 0xff]) {
          const changed = Buffer.from(encoded);
          changed[at] = other;
          expectSame(changed);
        }
      }
    }
  });

  it('equal columns share their strings', () => {
    const rowOf = (rowKey: string): data.MutateRowsRequest.IEntry => ({
      rowKey: Buffer.from(rowKey),
      mutations: [{ setCell: { familyName: 'f', columnQualifier: Buffer.from('column') } }],
    });
    const encoded = data.MutateRowsRequest.encode({ entries: [rowOf('a'), rowOf('b')] }).finish();
    const { entries } = mutateRowsRequest.decode(new StrictProtoReader(Buffer.from(encoded)));
    // The general decoder returns bytes, so this also shows that it was not used.
    expect(entries.map(({ mutations }) => mutations![0]!.setCell!.columnQualifier)).toEqual([
      'column',
      'column',
    ]);
  });
});
