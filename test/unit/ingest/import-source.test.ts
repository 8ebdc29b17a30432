import { readCsv, readNdjson, type SourceRecord } from '../../../src/ingest/import-source';
import { TidemarkError } from '../../../src/errors';
import { tidemarkError } from '../../support/tidemark-error';

const LIMITS = { recordBytesMax: 64 };

/** Every way to cut the text in two, so that characters and line ends are split as well. */
function* cuts(text: string): Generator<AsyncIterable<Buffer>> {
  const bytes = Buffer.from(text);
  for (let at = 0; at <= bytes.length; at++) yield chunks(bytes.subarray(0, at), bytes.subarray(at));
}

async function* chunks(...parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* parts;
}

async function collect(records: AsyncIterable<SourceRecord>): Promise<SourceRecord[]> {
  const all: SourceRecord[] = [];
  for await (const record of records) all.push(record);
  return all;
}

const brief = ({ line, fields }: SourceRecord): unknown => [
  line,
  fields instanceof TidemarkError ? fields.message : { ...fields },
];

describe('NDJSON', () => {
  it('gives one record per line, however the bytes arrive', async () => {
    for (const input of cuts('\ufeff{"a":"用户"}\r\n\n{"b":2}\n[1]\nnot json\n{"c":3}')) {
      expect((await collect(readNdjson(input, LIMITS))).map(brief)).toEqual([
        [1, { a: '用户' }],
        [3, { b: 2 }],
        [4, 'is not a JSON object'],
        [5, 'is not JSON'],
        [6, { c: 3 }],
      ]);
    }
  });

  it('rejects what is not UTF-8 instead of mending it, by which differing ids would become one', async () => {
    const bytes = Buffer.from('{"a":"\xe9"}\n{"a":"\xe8"}\n{"a":"e"}', 'latin1');
    expect((await collect(readNdjson(chunks(bytes), LIMITS))).map(brief)).toEqual([
      [1, 'is not valid UTF-8'],
      [2, 'is not valid UTF-8'],
      [3, { a: 'e' }],
    ]);
  });

  it('rejects a line over the limit and goes on behind it', async () => {
    const long = `{"a":"${'x'.repeat(100)}"}`;
    const records = await collect(readNdjson(chunks(Buffer.from(`${long}\n{"b":1}\n${long}`)), LIMITS));
    expect(records.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(records[0]!.fields).toEqual(tidemarkError('invalid_argument', 'record'));
    expect(records[0]!.raw.length).toBeLessThanOrEqual(65);
    expect(records[1]!.fields).toEqual({ b: 1 });
  });
});

describe('CSV', () => {
  it('gives one record per row, however the bytes arrive', async () => {
    for (const input of cuts('\ufeffa,b\r\n用户,"1,\n""2"""\r\n\r\n3,\r\n')) {
      expect((await collect(readCsv(input, LIMITS))).map(brief)).toEqual([
        [3, { a: '用户', b: '1,\n"2"' }],
        [5, { a: '3' }],
      ]);
    }
  });

  it('keeps the record as written, for the rejects', async () => {
    const [record] = await collect(readCsv(chunks(Buffer.from('a,b\r\n"1",2\r\n')), LIMITS));
    expect(record).toMatchObject({ raw: '"1",2', columns: ['a', 'b'] });
  });

  it('rejects rows of another length and goes on', async () => {
    const records = await collect(readCsv(chunks(Buffer.from('a,b\n1\n1,2,3\n4,5\n')), LIMITS));
    expect(records.map(brief)).toEqual([
      [2, 'has 1 columns where the header has 2'],
      [3, 'has 3 columns where the header has 2'],
      [4, { a: '4', b: '5' }],
    ]);
  });

  it('rejects what is not UTF-8 instead of mending it', async () => {
    const bytes = Buffer.from('a,b\n\xe9,1\n\xe8,1\ne,1\n', 'latin1');
    const records = await collect(readCsv(chunks(bytes), LIMITS));
    expect(records.map(({ fields }) => fields instanceof TidemarkError)).toEqual([true, true, false]);
  });

  it('takes names from outside and another delimiter', async () => {
    const options = { ...LIMITS, header: ['x', 'y'], delimiter: ';' };
    expect((await collect(readCsv(chunks(Buffer.from('1;2\n')), options))).map(brief)).toEqual([
      [1, { x: '1', y: '2' }],
    ]);
  });

  it.each([
    ['a quote that never ends', 'a,b\n1,"2\n3,4\n'],
    ['a record over the limit', `a,b\n${'x'.repeat(100)},1\n`],
  ])('throws on %s', async (_what, text) => {
    await expect(collect(readCsv(chunks(Buffer.from(text)), LIMITS))).rejects.toThrow(
      tidemarkError('malformed_body', 'file'),
    );
  });
});
