import { TidemarkError } from '../../errors';

interface Signature {
  readonly bytes: Buffer;
  readonly format: string;
  readonly remedy: string;
}

const unpack = (command: string): string => `unpack it: ${command} FILE | tidemark import - --format FORMAT`;

/** First bytes of files that are not UTF-8 text. Each of their lines would be rejected or misread. */
const SIGNATURES: readonly Signature[] = [
  { bytes: Buffer.from([0x1f, 0x8b]), format: 'gzip', remedy: unpack('gunzip -c') },
  { bytes: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), format: 'Zstandard', remedy: unpack('zstd -dc') },
  { bytes: Buffer.from('PK\x03\x04'), format: 'ZIP', remedy: unpack('unzip -p') },
  { bytes: Buffer.from('PAR1'), format: 'Parquet', remedy: 'export it as CSV or NDJSON' },
  { bytes: Buffer.from([0xff, 0xfe]), format: 'UTF-16', remedy: 'convert it: iconv -f UTF-16 -t UTF-8' },
  { bytes: Buffer.from([0xfe, 0xff]), format: 'UTF-16', remedy: 'convert it: iconv -f UTF-16 -t UTF-8' },
];
const LONGEST = 4;

/** Passes the chunks on. Throws `malformed_body` when they start with the signature of another file format. */
export async function* rejectOtherFormats(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < LONGEST) continue;
    rejectSignature(start);
    yield start;
    start = undefined;
  }
  if (start === undefined) return;
  rejectSignature(start);
  yield start;
}

function rejectSignature(start: Buffer): void {
  const found = SIGNATURES.find(({ bytes }) => start.subarray(0, bytes.length).equals(bytes));
  if (found === undefined) return;
  throw new TidemarkError('malformed_body', `is ${found.format}, not text in UTF-8: ${found.remedy}`, {
    field: 'file',
  });
}
