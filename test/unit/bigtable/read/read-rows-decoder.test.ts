import { google } from '@google-cloud/bigtable/build/protos/protos';
import fc from 'fast-check';
import { ReadRowsDecoder } from '../../../../src/bigtable/read/read-rows-decoder';
import type { Row } from '../../../../src/bigtable/client/types';
import { ReferenceReadRowsDecoder } from '../../../support/reference-read-rows-decoder';
import { SPANS_PER_CELL } from '../../../../src/core/rows/cell-columns';
import {
  cellsOfFamily,
  columnsOfFamily,
  contentBytesOf,
  withoutFamily,
} from '../../../../src/core/rows/row-parts';
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
  Decoder: typeof ReadRowsDecoder | typeof ReferenceReadRowsDecoder = ReadRowsDecoder,
): Decoded {
  const rows: Row[] = [];
  const scanned: string[] = [];
  const handler = {
    onRow: (row: Row) => rows.push(row),
    onScanned: (key: Buffer) => scanned.push(key.toString()),
  };
  const decoder = new Decoder(handler, { reversed: false, cellBytesMax: 100_000, ...options });
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
  ['published', 'columns', PUBLISHED_CASES, ReadRowsDecoder],
  ['further', 'columns', FURTHER_CASES, ReadRowsDecoder],
  ['published', 'the reference', PUBLISHED_CASES, ReferenceReadRowsDecoder],
  ['further', 'the reference', FURTHER_CASES, ReferenceReadRowsDecoder],
])('%s cases, decoded by %s', (_title, _decoder, cases, Decoder) => {
  it.each(cases)('$name', ({ chunks, cells }) => {
    const parsed = chunks.map(parseChunk);
    expect(printed(decode([encode({ chunks: parsed })], {}, Decoder))).toEqual(cells);
    const single = parsed.map((chunk) => encode({ chunks: [chunk] }));
    expect(printed(decode(single, {}, Decoder))).toEqual(cells);
  });
});

it('columns and the reference decode the same, however rows are split over chunks and messages', () => {
  fc.assert(
    fc.property(randomStream, ({ chunks, cuts }) => {
      const messages = inMessages(chunks, cuts);
      const columns = decode(messages);
      const reference = decode(messages, {}, ReferenceReadRowsDecoder);
      expect(columns.error).toEqual(reference.error);
      expect(columns.rows.map(({ key, cells }) => ({ key, cells }))).toEqual(reference.rows);
      for (const [index, row] of reference.rows.entries()) expectSameParts(columns.rows[index]!, row);
    }),
  );
});

it('rows that arrive at the same time, each in several messages, do not mix', () => {
  fc.assert(
    fc.property(fc.array(randomStream, { minLength: 2, maxLength: 3 }), (streams) => {
      const all = streams.map(({ chunks, cuts }) => inMessages(chunks, cuts));
      const rows = all.map((): Row[] => []);
      const decoders = all.map((_, i) => {
        const handler = { onRow: (row: Row) => rows[i]!.push(row), onScanned: () => undefined };
        return new ReadRowsDecoder(handler, { reversed: false, cellBytesMax: 100_000 });
      });
      for (let round = 0; all.some((messages) => round < messages.length); round++) {
        all.forEach(
          (messages, i) => round < messages.length && decoders[i]!.push(Buffer.from(messages[round]!)),
        );
      }
      const shown = rows.map((each) => each.map(({ key, cells }) => ({ key, cells })));
      expect(shown).toEqual(all.map((messages) => decode(messages, {}, ReferenceReadRowsDecoder).rows));
    }),
  );
});

/** Checks what a row of columns offers beside its cells. */
function expectSameParts(columns: Row, { key, cells }: Row): void {
  expect(contentBytesOf(columns)).toBe(contentBytesOf({ key, cells }));
  for (const family of ['f', 'g', '_wm', 'none']) {
    const ofFamily = cells.filter((cell) => cell.family === family);
    expect(cellsOfFamily(columns, family)).toEqual(ofFamily);
    expect(withoutFamily(columns, family)?.cells).toEqual(withoutFamily({ key, cells }, family)?.cells);
    const { bytes, spans, timestampsMicros, start, end } = columnsOfFamily(columns, family);
    const shown = Array.from({ length: end - start }, (_, place) => {
      const [from, to, valueFrom, valueTo] = spans.subarray((start + place) * SPANS_PER_CELL);
      return [
        bytes.toString('latin1', from, to),
        timestampsMicros[start + place],
        bytes.toString('latin1', valueFrom, valueTo),
      ];
    });
    expect(shown).toEqual(
      ofFamily.map(({ qualifier, timestampMicros, value }) => [
        qualifier.toString('latin1'),
        timestampMicros,
        value.toString('latin1'),
      ]),
    );
  }
}

/** Rows of random cells in random order of families: values may be split, and rows may be reset. */
const randomStream = fc
  .array(
    fc.record({
      cells: fc.array(
        fc.record({
          family: fc.constantFrom('f', 'g', '_wm'),
          qualifier: fc.constantFrom('', 'a', 'b', 'longer', 'l'.repeat(126), 'l'.repeat(127)),
          value: fc.oneof(
            fc.string({ maxLength: 12 }),
            fc.constantFrom(100, 127, 128).map((length) => 'v'.repeat(length)),
          ),
          timestampMicros: fc.oneof(
            fc.nat(10),
            fc.integer({ min: 2 ** 30, max: 2 ** 31 - 1 }).map((high) => high * 2 ** 20 + 77),
            fc.constantFrom(2 ** 49 - 1, 2 ** 49, 1_790_000_000_123_000, 2 ** 53 - 1),
          ),
          label: fc.constantFrom(undefined, undefined, 'x'),
          inherits: fc.boolean(),
          repeatsKey: fc.boolean(),
          parts: fc.integer({ min: 1, max: 4 }),
        }),
        { minLength: 1, maxLength: 20 },
      ),
      isReset: fc.boolean(),
    }),
    { maxLength: 4 },
  )
  .chain((rows) => {
    const chunks = rows.flatMap(({ cells, isReset }, index) => {
      const row = chunksOf(`row${index}`, cells);
      return isReset && row.length > 1 ? [...row.slice(0, -1), { resetRow: true }, ...row] : row;
    });
    return fc.record({ chunks: fc.constant(chunks), cuts: fc.array(fc.nat(chunks.length)) });
  });

interface RandomCell {
  readonly family: string;
  readonly qualifier: string;
  readonly value: string;
  readonly timestampMicros: number;
  readonly label: string | undefined;
  readonly inherits: boolean;
  readonly repeatsKey: boolean;
  readonly parts: number;
}

function chunksOf(key: string, cells: readonly RandomCell[]): Chunk[] {
  const chunks = cells.flatMap((cell, index): Chunk[] => {
    const before = cells[index - 1];
    const inheritsFamily = cell.inherits && before?.family === cell.family;
    const inheritsColumn = inheritsFamily && before.qualifier === cell.qualifier;
    const head: Chunk = {
      ...(index === 0 || cell.repeatsKey ? { rowKey: Buffer.from(key) } : {}),
      ...(inheritsFamily ? {} : { familyName: { value: cell.family } }),
      ...(inheritsColumn ? {} : { qualifier: { value: Buffer.from(cell.qualifier) } }),
      timestampMicros: cell.timestampMicros,
      labels: cell.label === undefined ? [] : [cell.label],
    };
    const value = Buffer.from(cell.value);
    const parts = Math.min(cell.parts, value.length);
    if (parts < 2) return [{ ...head, value }];
    return Array.from({ length: parts }, (_, part) => ({
      ...(part === 0 ? head : {}),
      value: value.subarray((value.length * part) / parts, (value.length * (part + 1)) / parts),
      ...(part < parts - 1 ? { valueSize: value.length } : {}),
    }));
  });
  chunks.at(-1)!.commitRow = true;
  return chunks;
}

function inMessages(chunks: readonly Chunk[], cuts: readonly number[]): Uint8Array[] {
  const bounds = [...new Set([0, ...cuts, chunks.length])].sort((a, b) => a - b);
  return bounds.slice(1).map((end, index) => encode({ chunks: chunks.slice(bounds[index], end) }));
}

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

  it('a length of more bytes than it needs is read like any other', () => {
    const first = encode({ chunks: [parseChunk('key=a fam=A qual=C ts=1790000000000000 val=v')] });
    const plain = Buffer.from(
      encode({ chunks: [parseChunk('qual=D ts=1790000000000000 val=w')] }).subarray(2),
    );
    const last = encode({ chunks: [parseChunk('qual=E commit')] });
    const padded = (length: number): Buffer => Buffer.of(length | 0x80, 0);
    const value = Buffer.concat([plain.subarray(0, -2), padded(1), plain.subarray(-1)]);
    for (const chunk of [
      Buffer.concat([Buffer.of(0x0a), padded(plain.length), plain]),
      Buffer.concat([Buffer.of(0x0a, value.length), value]),
    ]) {
      expect(printed(decode([Buffer.concat([first, chunk, last])]))).toEqual([
        'a A:C@1790000000000000=v',
        'a A:D@1790000000000000=w',
        'a A:E@0=',
      ]);
    }
  });

  it.each([
    ['a short timestamp before a value that looks like the rest of a plain cell', 5, '78808080003201' + '76'],
    [
      'a timestamp of nine bytes, the last of which looks like the tag of the value',
      0x32 * 2 ** 56,
      'v'.repeat(98),
    ],
    ['a value whose length has three bytes', 1_790_000_000_000_000, '76'.repeat(16_384)],
    ['a value whose length has two bytes', 1_790_000_000_000_000, '76'.repeat(16_383)],
  ])('%s is read as it was written', (_what, timestampMicros, hex) => {
    const value = Buffer.from(hex.replaceAll('v', '7'), 'hex');
    const chunks = [
      parseChunk('key=a fam=A qual=C ts=1 val=v'),
      { qualifier: { value: Buffer.from('D') }, timestampMicros, value },
      parseChunk('qual=E commit'),
    ];
    expect(decode([encode({ chunks })]).rows[0]?.cells[1]).toMatchObject({ timestampMicros, value });
  });

  it('a label before other fields belongs to its own cell', () => {
    const fields = (text: string): Buffer => Buffer.from(encode({ chunks: [parseChunk(text)] })).subarray(2);
    const [key, family, cell] = ['key=a', 'fam=A', 'qual=C ts=1790000000000000 val=v'].map(fields);
    const label = Buffer.of(0x2a, 1, 0x78);
    const chunks = [
      [key!, label, family!, cell!],
      [key!, label, family!, cell!],
      [key!, family!, cell!],
      [label, cell!],
      [label, cell!, cell!],
      [fields('commit')],
    ].map((parts) => Buffer.concat(parts));
    const message = Buffer.concat(chunks.flatMap((chunk) => [Buffer.of(0x0a, chunk.length), chunk]));
    const { cells } = decode([message]).rows[0]!;
    expect(cells.map(({ labels }) => labels)).toEqual([['x'], ['x'], [], ['x'], ['x'], []]);
  });

  it('another key in the first chunk of the next message is rejected', () => {
    const messages = ['key=a fam=A qual=C', 'key=b fam=A qual=D'].map((head) =>
      encode({ chunks: [parseChunk(`${head} ts=1790000000000000 val=v`)] }),
    );
    expect(decode(messages).error).toMatchObject({
      message: expect.stringContaining('a new row key before the row is committed') as string,
    });
  });

  it('a plain cell within a split value is rejected', () => {
    const chunks = ['key=a fam=A qual=C size=2 val=v', 'qual=D ts=1790000000000000 val=w', 'val=v commit'];
    expect(decode([encode({ chunks: chunks.map(parseChunk) })]).error).toMatchObject({
      message: expect.stringContaining('a new cell before the split value ends') as string,
    });
  });

  it('a plain cell whose qualifier ends elsewhere than its wrapper is rejected', () => {
    const row = ['key=a fam=A qual=C ts=1 val=v', 'qual=D ts=1790000000000000 val=w', 'qual=E commit'];
    const message = Buffer.from(encode({ chunks: row.map(parseChunk) }));
    const at = message.indexOf(Buffer.from([0x0a, 1, 0x44]));
    message[at + 1] = 2;
    expect(decode([message]).error).toMatchObject({ code: 'store_rejected' });
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
      { numRuns: 200 },
    );
  });
});
