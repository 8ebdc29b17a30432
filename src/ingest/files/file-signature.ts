import { TidemarkError } from '../../errors';

interface Signature {
  readonly bytes: Buffer;
  readonly format: string;
  readonly remedy: string;
}

const unpack = (command: string): string => `unpack it: ${command} FILE | tidemark import - --format FORMAT`;

/** How files begin that are no text in UTF-8. Each line of one would be rejected, or mean something else. */
const SIGNATURES: readonly Signature[] = [
  { bytes: Buffer.from([0x1f, 0x8b]), format: 'gzip', remedy: unpack('gunzip -c') },
  { bytes: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), format: 'Zstandard', remedy: unpack('zstd -dc') },
  { bytes: Buffer.from('PK\x03\x04'), format: 'ZIP', remedy: unpack('unzip -p') },
  { bytes: Buffer.from('PAR1'), format: 'Parquet', remedy: 'export it as CSV or NDJSON' },
  { bytes: Buffer.from([0xff, 0xfe]), format: 'UTF-16', remedy: 'convert it: iconv -f UTF-16 -t UTF-8' },
  { bytes: Buffer.from([0xfe, 0xff]), format: 'UTF-16', remedy: 'convert it: iconv -f UTF-16 -t UTF-8' },
];
const LONGEST = 4;

/** Passes the chunks on, and throws `malformed_body` when they begin as a file of another format does. */
export async function* rejectOtherFormats(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (start === undefined) {
      yield chunk;
      continue;
    }
    start = Buffer.concat([start, chunk]);
    if (start.length < LONGEST) continue;
    refuse(start);
    yield start;
    start = undefined;
  }
  if (start === undefined) return;
  refuse(start);
  yield start;
}

function refuse(start: Buffer): void {
  const found = SIGNATURES.find(({ bytes }) => start.subarray(0, bytes.length).equals(bytes));
  if (found === undefined) return;
  throw new TidemarkError('malformed_body', `is ${found.format}, not text in UTF-8: ${found.remedy}`, {
    field: 'file',
  });
}
