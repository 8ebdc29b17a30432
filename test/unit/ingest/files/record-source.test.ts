import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  openRecordSource,
  readCsv,
  readNdjson,
  type ImportFormat,
  type SourceRecord,
} from '../../../../src/ingest/files/record-source';
import { TidemarkError } from '../../../../src/errors';
import { tidemarkError } from '../../../support/tidemark-error';

const LIMITS = { recordBytesMax: 64 };

/** Every split of the text into two chunks, so that characters and line endings are split as well. */
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
  it('each line is one record, however the bytes are chunked', async () => {
    for (const input of cuts('\ufeff{"a":"用户"}\r\n\n{"b":2}\n[1]\nnot json\n{"c":3}\nnull\n7')) {
      expect((await collect(readNdjson(input, LIMITS))).map(brief)).toEqual([
        [1, { a: '用户' }],
        [3, { b: 2 }],
        [4, 'is an array, not a JSON object: each line must be one object'],
        [5, 'is not JSON'],
        [6, { c: 3 }],
        [7, 'is null, not a JSON object: each line must be one object'],
        [8, 'is a number, not a JSON object: each line must be one object'],
      ]);
    }
  });

  it('invalid UTF-8 is rejected rather than replaced, which could make different ids equal', async () => {
    const bytes = Buffer.from('{"a":"\xe9"}\n{"a":"\xe8"}\n{"a":"e"}', 'latin1');
    expect((await collect(readNdjson(chunks(bytes), LIMITS))).map(brief)).toEqual([
      [1, 'is not valid UTF-8'],
      [2, 'is not valid UTF-8'],
      [3, { a: 'e' }],
    ]);
  });

  it('a line over the limit is rejected and the next ones are read', async () => {
    const long = `{"a":"${'x'.repeat(100)}"}`;
    const records = await collect(readNdjson(chunks(Buffer.from(`${long}\n{"b":1}\n${long}`)), LIMITS));
    expect(records.map(({ line }) => line)).toEqual([1, 2, 3]);
    expect(records[0]!.fields).toEqual(tidemarkError('invalid_argument', 'record'));
    expect(records[0]!.raw.length).toBeLessThanOrEqual(65);
    expect(records[1]!.fields).toEqual({ b: 1 });
  });
});

describe('CSV', () => {
  it('each row is one record, however the bytes are chunked', async () => {
    for (const input of cuts('\ufeffa,b\r\n用户,"1,\n""2"""\r\n\r\n3,\r\n')) {
      expect((await collect(readCsv(input, LIMITS))).map(brief)).toEqual([
        [3, { a: '用户', b: '1,\n"2"' }],
        [5, { a: '3' }],
      ]);
    }
  });

  it('the raw record is preserved for the rejects file', async () => {
    const [record] = await collect(readCsv(chunks(Buffer.from('a,b\r\n"1",2\r\n')), LIMITS));
    expect(record).toMatchObject({ raw: '"1",2', columns: ['a', 'b'] });
  });

  it('a row of another length is rejected and the next ones are read', async () => {
    const records = await collect(readCsv(chunks(Buffer.from('a,b\n1\n1,2,3\n4,5\n')), LIMITS));
    expect(records.map(brief)).toEqual([
      [2, 'has 1 column where the header has 2'],
      [3, 'has 3 columns where the header has 2'],
      [4, { a: '4', b: '5' }],
    ]);
  });

  it('invalid UTF-8 is rejected rather than replaced', async () => {
    const bytes = Buffer.from('a,b\n\xe9,1\n\xe8,1\ne,1\n', 'latin1');
    const records = await collect(readCsv(chunks(bytes), LIMITS));
    expect(records.map(({ fields }) => fields instanceof TidemarkError)).toEqual([true, true, false]);
  });

  it('column names and the delimiter can be configured', async () => {
    const options = { ...LIMITS, header: ['x', 'y'], delimiter: ';' };
    expect((await collect(readCsv(chunks(Buffer.from('1;2\n')), options))).map(brief)).toEqual([
      [1, { x: '1', y: '2' }],
    ]);
  });

  it.each([
    ['a quote inside an unquoted field', '1,x"y\n', 4, 'column 4: a quote inside an unquoted field'],
    ['text behind a closing quote', '1,"x"y\n', 6, 'column 6: text after the closing quote of a field'],
    [
      'a quote that no later one closes',
      '1,"x\n',
      3,
      'column 3: a quoted field opens here, but line 5, column 4 has text',
    ],
    ['a line over the limit', `${'x'.repeat(100)},1\n`, undefined, 'must have at most 64 bytes'],
    [
      'a quote that no record within the limit closes',
      `1,"x\n${'6,7\n'.repeat(20)}`,
      3,
      'not closed within 64 bytes',
    ],
  ])('the line with %s is rejected and the next ones are read', async (_what, bad, column, message) => {
    const text = `a,b\n4,5\n${bad}6,7\n8,"9"\n`;
    const records = await collect(readCsv(chunks(Buffer.from(text)), LIMITS));
    const rejected = records.filter(({ fields }) => fields instanceof TidemarkError);
    expect(rejected).toHaveLength(1);
    expect(rejected[0]).toMatchObject({ line: 3, raw: bad.split('\n')[0]!.slice(0, 65) });
    expect([rejected[0]!.column, (rejected[0]!.fields as TidemarkError).message]).toEqual([
      column,
      expect.stringContaining(message),
    ]);
    expect(records.at(0)!.fields).toEqual({ a: '4', b: '5' });
    expect(records.at(-2)!.fields).toEqual({ a: '6', b: '7' });
    expect(records.at(-1)!.fields).toEqual({ a: '8', b: '9' });
  });

  it('a stray quote that a later quote seems to close costs one line', async () => {
    const text = 'a,b\n1,"x\n2,y\n3,"z"\n4,v"\n5,w\n';
    const records = await collect(readCsv(chunks(Buffer.from(text)), LIMITS));
    expect(records.map(brief)).toEqual([
      [
        2,
        'column 3: a quoted field opens here, but line 4, column 4 has text after the closing quote of a field: double the quotes inside it',
      ],
      [3, { a: '2', b: 'y' }],
      [4, { a: '3', b: 'z' }],
      [5, 'column 4: a quote inside an unquoted field: quote the field and double the quote'],
      [6, { a: '5', b: 'w' }],
    ]);
  });

  it('a line with an unclosed quote is rejected and the next ones are read', async () => {
    const records = await collect(readCsv(chunks(Buffer.from('a,b\n1,"x\n2,y\n3,"z')), LIMITS));
    const message = 'column 3: a quote that is not closed before the end of the file';
    const closing =
      'column 3: a quoted field opens here, but line 4, column 4 has text after the closing quote of a field';
    expect(records.map(({ line, fields }) => [line, fields])).toEqual([
      [2, tidemarkError('malformed_body', 'record', closing)],
      [3, { a: '2', b: 'y' }],
      [4, tidemarkError('malformed_body', 'record', message)],
    ]);
  });

  it('a malformed header line throws, with its position', async () => {
    const records = collect(readCsv(chunks(Buffer.from('\na,b"c\n1,2\n')), LIMITS));
    await expect(records).rejects.toThrow(
      tidemarkError('malformed_body', 'file', 'header line 2: column 4: a quote inside an unquoted field'),
    );
  });

  it('many columns and all kinds of line endings at the end are accepted', async () => {
    const columns = Array.from({ length: 200_000 }, (_, i) => String(i));
    const text = `${columns.join(',')}\r${columns.join(',')}`;
    const limit = { recordBytesMax: 2_000_000 };
    expect(await collect(readCsv(chunks(Buffer.from(text)), limit))).toHaveLength(1);
  });

  it('all line endings, also mixed, yield the same records', async () => {
    const rows = ['a,b', '1,"x\ry"', '2,z', '"3","""q"""'];
    const wanted = [
      { a: '1', b: 'x\ry' },
      { a: '2', b: 'z' },
      { a: '3', b: '"q"' },
    ];
    const endings = ['\n', '\r\n', '\r'];
    // All mixes of any three of the four endings.
    for (let mix = 0; mix < 27; mix++) {
      const mixed = [0, 1, 2].map((i) => Math.floor(mix / 3 ** i) % 3);
      mixed.push(mixed.reduce((sum, each) => sum + each) % 3);
      const text = rows.map((row, i) => row + endings[mixed[i]!]!).join('');
      for (const input of cuts(`\ufeff${text}`)) {
        const records = await collect(readCsv(input, LIMITS));
        expect(records.map(({ fields }) => fields)).toEqual(wanted);
      }
    }
  });
});

describe('A file that changes during the read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-source-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'log');
  const { signal } = new AbortController();
  const read = (text: string, format: ImportFormat, size: number): Promise<SourceRecord[]> => {
    writeFileSync(file, text);
    const input = { file, size, stdin: Readable.from([]), signal };
    return collect(openRecordSource(input, { format, ...LIMITS }).records);
  };

  it('it is read up to its initial size, and an incomplete last line is rejected', async () => {
    const csv = await read('a,b\n1,2\n3,456\n7,8\n', 'csv', 11);
    expect(csv.map(brief)).toEqual([
      [2, { a: '1', b: '2' }],
      [3, expect.stringContaining('is incomplete: the file grew')],
    ]);
    const ndjson = await read('{"a":1}\n{"a":2}   \n', 'ndjson', 15);
    expect(ndjson.map(brief)).toEqual([
      [1, { a: 1 }],
      [2, expect.stringContaining('is incomplete: the file grew')],
    ]);
    expect(await read('a,b\n1,2\n3,4', 'csv', 11)).toHaveLength(2);
    expect(await read('{"a":1}\n', 'ndjson', 0)).toEqual([]);
  });

  it('an initially empty CSV is rejected', async () => {
    const noHeader = tidemarkError('malformed_body', 'file', 'has no header line: the CSV is empty');
    for (const text of ['', '\n\n', 'a,b\n1,2\n']) {
      const size = text.trim() === '' ? text.length : 0;
      await expect(read(text, 'csv', size)).rejects.toThrow(noHeader);
    }
  });

  it('a truncated file is rejected', async () => {
    await expect(read('a,b\n1,2\n', 'csv', 100)).rejects.toThrow(
      tidemarkError('invalid_argument', 'file', 'was truncated'),
    );
  });
});

describe('A file of another format', () => {
  it.each([
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0, 0])],
    ['Zstandard', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0])],
    ['Parquet', Buffer.from('PAR1\u0015')],
    ['UTF-16', Buffer.from('\ufeffa,b\n1,2\n', 'utf16le')],
  ])('it is rejected with a remedy: %s', async (name, bytes) => {
    for (const read of [readCsv, readNdjson]) {
      const oneByOne = Array.from(bytes, (byte) => Buffer.from([byte]));
      await expect(collect(read(chunks(...oneByOne), LIMITS))).rejects.toThrow(
        tidemarkError('malformed_body', 'file', `is ${name}, not text in UTF-8`),
      );
    }
  });
});
