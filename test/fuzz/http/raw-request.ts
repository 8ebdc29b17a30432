import type { Random } from '../../../src/platform/random';
import { below, chance, pick, weighted } from '../values/choose';
import { hostileText } from '../values/hostile-values';
import { mutateBytes, noise } from '../values/mutate-bytes';
import type { FuzzedRequest } from './random-request';

/** Bytes of a connection, in the pieces in which they are written. */
export type RawPieces = readonly Buffer[];

const PIPELINED_MAX = 6;
const PIECES_MAX = 5;

/** Generates requests as bytes, broken in the ways of clients, proxies and attackers. */
export function rawRequests(make: () => FuzzedRequest, random: Random): RawPieces {
  const count = chance(random, 0.3) ? 1 + below(random, PIPELINED_MAX) : 1;
  const all = Buffer.concat(Array.from({ length: count }, () => rawRequest(make(), random)));
  const bytes = chance(random, 0.35) ? mutateBytes(all, random) : all;
  return piecesOf(bytes, random);
}

function piecesOf(bytes: Buffer, random: Random): RawPieces {
  if (chance(random, 0.6)) return [bytes];
  const cuts = Array.from({ length: below(random, PIECES_MAX) }, () => below(random, bytes.length + 1));
  const ends = [...cuts.sort((a, b) => a - b), bytes.length];
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}

interface Draft {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

function rawRequest({ method, path, headers, body = '' }: FuzzedRequest, random: Random): Buffer {
  const bytes = Buffer.from(body);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const draft = { line: `${method} ${path} HTTP/1.1`, headers: lines, body: bytes };
  const hasBody = bytes.length > 0 || chance(random, 0.2);
  const framed = hasBody ? framedBody(draft, random) : draft;
  return written(chance(random, 0.6) ? oddHead(framed, random) : framed, random);
}

function written({ line, headers, body }: Draft, random: Random): Buffer {
  const newline = chance(random, 0.02) ? '\n' : '\r\n';
  return Buffer.concat([Buffer.from([line, ...headers, '', ''].join(newline), 'latin1'), body]);
}

/** Frames the body with its length, a wrong one, in chunks, or in several ways at once. */
function framedBody(draft: Draft, random: Random): Draft {
  const { headers, body } = draft;
  const length = `content-length: ${body.length}`;
  const more = (...lines: string[]): Draft => ({ ...draft, headers: [...headers, ...lines] });
  return weighted<Draft>(random, [
    [10, () => more(length)],
    [3, () => ({ ...more('transfer-encoding: chunked'), body: chunked(body, random) })],
    [1, () => more(length, length)],
    [1, () => more(length, `content-length: ${pick(random, LENGTHS)}`)],
    [1, () => more(`content-length: ${pick(random, LENGTHS)}`)],
    [1, () => ({ ...more(length, 'transfer-encoding: chunked'), body: chunked(body, random) })],
    [1, () => ({ ...more(`transfer-encoding: ${pick(random, CODINGS)}`), body: chunked(body, random) })],
    [1, () => more(`content-length: ${Math.max(0, body.length + below(random, 9) - 4)}`)],
    [1, () => more(length, 'expect: 100-continue')],
    [0.5, () => more(length, 'expect: x')],
  ]);
}

const LENGTHS = [
  '0',
  '1',
  '-1',
  '+5',
  '0x10',
  '5, 5',
  '5, 6',
  '9007199254740993',
  '18446744073709551616',
  '1e3',
  '',
  ' ',
  '4194305',
];
const CODINGS = [
  'identity',
  'gzip, chunked',
  'chunked, gzip',
  'chunked, chunked',
  'Chunked',
  'xchunked',
  'chunked;a=b',
  ' ',
  '\tchunked',
];

function chunked(body: Buffer, random: Random): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length;) {
    const part = body.subarray(at, at + 1 + below(random, 400));
    parts.push(Buffer.from(`${chunkSize(part.length, random)}\r\n`), part, Buffer.from('\r\n'));
    at += part.length;
  }
  parts.push(
    Buffer.from(
      pick(random, [
        '0\r\n\r\n',
        '0\r\n\r\n',
        '0\r\n\r\n',
        '0\r\nx: y\r\n\r\n',
        '0\r\n',
        '',
        '00000\r\n\r\n',
      ]),
    ),
  );
  return Buffer.concat(parts);
}

function chunkSize(length: number, random: Random): string {
  const hex = length.toString(16);
  if (chance(random, 0.9)) return hex;
  return pick(random, [
    hex.toUpperCase(),
    `0${hex}`,
    `${hex};a=b`,
    `${hex};a="\r\n"`,
    `0x${hex}`,
    ` ${hex}`,
    `-${hex}`,
    'ffffffffffffffff',
    `${hex};${'x'.repeat(20_000)}`,
    'g',
  ]);
}

const LARGE_HEADER = 17_000;
const MANY_HEADERS = 2_100;

/** Changes the request line, or adds headers that are doubled, large, many, folded, or none. */
function oddHead(draft: Draft, random: Random): Draft {
  const { headers } = draft;
  const at = below(random, headers.length);
  const one = headers[at] ?? 'host: localhost';
  const put = (line: string): Draft => ({ ...draft, headers: headers.toSpliced(at, 0, line) });
  return weighted<Draft>(random, [
    [4, () => ({ ...draft, line: oddLine(draft.line, random) })],
    [2, () => put(one)],
    [2, () => put(pick(random, DOUBLED))],
    [2, () => put(pick(random, ODD_HEADERS))],
    [2, () => ({ ...draft, headers: headers.toSpliced(at, 1) })],
    [1, () => put(`x-large: ${'x'.repeat(LARGE_HEADER)}`)],
    [
      0.3,
      () => ({
        ...draft,
        headers: [...headers, ...Array.from({ length: MANY_HEADERS }, (_, n) => `h${n}: `)],
      }),
    ],
    [2, () => put(`${hostileText(random)}: ${hostileText(random)}`)],
    [
      2,
      () => ({
        ...draft,
        headers: headers.with(
          at,
          one.replace(': ', pick(random, [':', ' : ', ':\t', ': \r\n ', '\r\n', ''])),
        ),
      }),
    ],
  ]);
}

const DOUBLED = [
  'host: localhost',
  'host: evil.example',
  'Host:',
  'content-type: text/plain',
  'content-type: application/json',
  'authorization: Bearer x',
  'accept: */*',
  'connection: close',
  'connection: keep-alive',
  'x-request-timeout-ms: 1',
  'x-request-id: a',
  'tidemark-token: x',
  'tidemark-consistency: strict',
];
const ODD_HEADERS = [
  'connection: upgrade\r\nupgrade: websocket',
  'upgrade: h2c\r\nhttp2-settings: AAMAAABkAAQAAP__',
  'te: trailers',
  'trailer: content-length',
  'keep-alive: timeout=0',
  'connection: content-length',
  'x: \0',
  'x: \u007f',
  'x: \xff',
  'content-encoding: gzip',
  'transfer-encoding: chunked',
  ' x: y',
  'x',
  ': x',
  '__proto__: x',
  'constructor: y',
  'proxy-connection: keep-alive',
  'expect: 200-ok',
  'range: bytes=0-1',
  'accept: application/x-protobuf',
];

function oddLine(line: string, random: Random): string {
  const [method = '', target = '', version = ''] = line.split(' ');
  return pick(random, [
    `${method} ${target} HTTP/1.0`,
    `${method} ${target} HTTP/0.9`,
    `${method} ${target} HTTP/2.0`,
    `${method} ${target}`,
    `${method.toLowerCase()} ${target} ${version}`,
    `${method}  ${target}  ${version}`,
    `${method} http://localhost${target} ${version}`,
    `${method} http://evil.example${target} ${version}`,
    `${method} http://[${target} ${version}`,
    `${method} //evil.example${target} ${version}`,
    `${method} ${target}#fragment ${version}`,
    `${method} ${target}?${'a=b&'.repeat(2_000)} ${version}`,
    `${method} ${target.slice(1)} ${version}`,
    `${method} * ${version}`,
    `OPTIONS * ${version}`,
    `CONNECT localhost:443 ${version}`,
    `${pick(random, ['QUERY', 'PURGE', 'M-SEARCH', 'PRI', 'get', 'X'.repeat(300)])} ${target} ${version}`,
    `PRI * HTTP/2.0\r\n\r\nSM\r\n`,
    `\r\n\r\n${line}`,
    `${noise(random, 40).toString('latin1')} ${line}`,
    `${method} ${hostileText(random)} ${version}`,
  ]);
}
