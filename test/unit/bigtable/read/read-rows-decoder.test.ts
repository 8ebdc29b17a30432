import { google } from '@google-cloud/bigtable/build/protos/protos';
import fc from 'fast-check';
import { ReadRowsDecoder } from '../../../../src/bigtable/read/read-rows-decoder';
import type { Row } from '../../../../src/bigtable/client/types';
import { FURTHER_CASES, PUBLISHED_CASES } from '../read-rows-cases';

type Chunk = google.bigtable.v2.ReadRowsResponse.ICellChunk;
const { ReadRowsResponse } = google.bigtable.v2;

interface Decoded {
  readonly rows: Row[];
  readonly scanned: string[];
  readonly error: unknown;
}

function decode(
  messages: readonly Uint8Array[],
  options: { reversed?: boolean; after?: Buffer } = {},
): Decoded {
  const rows: Row[] = [];
  const scanned: string[] = [];
  const handler = {
    onRow: (row: Row) => rows.push(row),
    onScanned: (key: Buffer) => scanned.push(key.toString()),
  };
  const decoder = new ReadRowsDecoder(handler, { reversed: false, cellBytesMax: 1_000, ...options });
  try {
    for (const message of messages) decoder.push(Buffer.from(message));
    decoder.end();
    return { rows, scanned, error: undefined };
  } catch (error) {
    return { rows, scanned, error };
  }
}

const encode = (response: google.bigtable.v2.IReadRowsResponse): Uint8Array =>
  ReadRowsResponse.encode(response).finish();

function parseChunk(line: string): Chunk {
  const chunk: Chunk = {};
  for (const field of line.split(' ').filter((part) => part !== '')) {
    const [name, value = ''] = field.split('=');
    if (name === 'key') chunk.rowKey = Buffer.from(value);
    else if (name === 'fam') chunk.familyName = { value };
    else if (name === 'qual') chunk.qualifier = { value: Buffer.from(value) };
    else if (name === 'ts') chunk.timestampMicros = Number(value);
    else if (name === 'val') chunk.value = Buffer.from(value);
    else if (name === 'size') chunk.valueSize = Number(value);
    else if (name === 'label') chunk.labels = [...(chunk.labels ?? []), value];
    else if (name === 'commit') chunk.commitRow = true;
    else if (name === 'reset') chunk.resetRow = true;
    else throw new Error(`no such field: ${field}`);
  }
  return chunk;
}

function printed({ rows, error }: Decoded): string[] {
  const cells = rows.flatMap((row) =>
    row.cells.map((cell) => {
      const column = `${cell.family}:${cell.qualifier.toString()}@${cell.timestampMicros}`;
      const labels = cell.labels.length > 0 ? ` ${cell.labels.join(',')}` : '';
      return `${row.key.toString()} ${column}=${cell.value.toString()}${labels}`;
    }),
  );
  return error === undefined ? cells : [...cells, '!'];
}

describe.each([
  ['published', PUBLISHED_CASES],
  ['further', FURTHER_CASES],
])('%s cases', (_title, cases) => {
  it.each(cases)('$name', ({ chunks, cells }) => {
    const parsed = chunks.map(parseChunk);
    expect(printed(decode([encode({ chunks: parsed })]))).toEqual(cells);
    expect(printed(decode(parsed.map((chunk) => encode({ chunks: [chunk] }))))).toEqual(cells);
  });
});

it('all published cases are included', () => {
  expect(PUBLISHED_CASES).toHaveLength(49);
});

describe('order', () => {
  const row = (key: string): Uint8Array =>
    encode({ chunks: [parseChunk(`key=${key} fam=A qual=C val=v commit`)] });

  it('rows arrive in ascending order, or in descending order when reversed', () => {
    expect(decode([row('b'), row('a')], { reversed: true }).error).toBeUndefined();
    expect(decode([row('a'), row('b')], { reversed: true }).error).toMatchObject({ code: 'store_rejected' });
  });

  it('rows must lie after the last row of an earlier attempt', () => {
    expect(decode([row('b')], { after: Buffer.from('a') }).error).toBeUndefined();
    expect(decode([row('b')], { after: Buffer.from('b') }).error).toBeDefined();
  });

  it('scanned-row markers count for the order', () => {
    const marker = (key: string): Uint8Array => encode({ lastScannedRowKey: Buffer.from(key) });
    expect(decode([row('a'), marker('c'), row('d')])).toMatchObject({ scanned: ['c'], error: undefined });
    expect(decode([row('a'), marker('c'), row('b')]).error).toBeDefined();
    expect(decode([encode({ chunks: [parseChunk('key=a fam=A qual=C')] }), marker('c')]).error).toBeDefined();
  });
});

describe('protobuf', () => {
  it('the reader decodes everything that protobufjs encodes', () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
    const cell = fc.record({
      family: fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }),
      qualifier: bytes,
      timestampMicros: fc.oneof(fc.maxSafeNat(), fc.nat(300), fc.integer({ min: -(2 ** 40), max: -1 })),
      value: bytes,
      labels: fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 10 }), (cells) => {
        const chunks = cells.map((one, index) => ({
          ...(index === 0 ? { rowKey: Buffer.from('key') } : {}),
          familyName: { value: one.family },
          qualifier: { value: one.qualifier },
          timestampMicros: one.timestampMicros,
          value: one.value,
          labels: one.labels,
          ...(index === cells.length - 1 ? { commitRow: true } : {}),
        }));
        const { rows, error } = decode([encode({ chunks })]);
        expect(error).toBeUndefined();
        expect(rows[0]?.cells).toEqual(cells);
      }),
    );
  });

  it('the reader skips unknown fields', () => {
    const unknown = Buffer.from([
      (15 << 3) | 0,
      0x96,
      0x01,
      (14 << 3) | 2,
      2,
      1,
      2,
      (13 << 3) | 1,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      (12 << 3) | 5,
      1,
      2,
      3,
      4,
    ]);
    const message = encode({ chunks: [parseChunk('key=a fam=A qual=C val=v commit')], requestStats: {} });
    expect(printed(decode([Buffer.concat([unknown, message, unknown])]))).toEqual(['a A:C@0=v']);
  });

  it('the reader rejects or misreads corrupted bytes but never crashes', () => {
    const message = encode({
      chunks: [parseChunk('key=a fam=A qual=C ts=100 val=val size=6'), parseChunk('val=ue2 commit')],
      lastScannedRowKey: Buffer.from('b'),
    });
    fc.assert(
      fc.property(fc.nat(message.length - 1), fc.nat(255), fc.nat(message.length), (at, byte, end) => {
        const corrupted = Buffer.from(message);
        corrupted[at] = byte;
        const { error } = decode([corrupted.subarray(0, end)]);
        if (error !== undefined)
          expect(error).toMatchObject({ name: 'BigtableError', code: 'store_rejected' });
      }),
      { numRuns: 2_000 },
    );
  });
});
