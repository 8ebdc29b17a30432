import type { NamespaceBase, Type } from 'protobufjs';
import type { Random } from '../../../src/platform/random';
import type { SendOptions } from '../../support/http-server';
import { randomMessage } from '../random-messages';
import { below, chance, pick, weighted } from '../values/choose';
import { hostileText } from '../values/hostile-values';
import { type JsonTree, toTree, writeTree } from '../values/json-tree';
import { mutateBytes, noise } from '../values/mutate-bytes';
import { mutateJson } from '../values/mutate-json';
import { FromSchema } from './from-schema';
import type { Operation, OperationParameter } from './operations';

export interface FuzzedRequest extends SendOptions {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Intended operation. The server may interpret the request as another one, or none. */
  readonly operation: Operation;
}

export interface RequestMaker {
  readonly document: object;
  readonly operations: readonly Operation[];
  /** Messages of the API, for protobuf bodies. */
  readonly messages: NamespaceBase;
  /** Returns a write token from the server. */
  readonly token: () => string;
}

const JSON_TYPE = 'application/json';
const PROTOBUF_TYPE = 'application/x-protobuf';
const BODY_BYTES_MAX = 2_000_000;

/** Returns a request that is valid, or nearly so. */
export function randomRequest(maker: RequestMaker, random: Random): FuzzedRequest {
  const operation = pick(random, maker.operations);
  const sample = operation.samples.length > 0 ? pick(random, operation.samples) : undefined;
  const body = randomBody(operation, sample, { maker, random });
  const headers = randomHeaders(operation, { maker, random });
  const accept = chance(random, 0.2) ? { accept: acceptOf(operation, random) } : undefined;
  return {
    operation,
    method: chance(random, 0.03)
      ? pick(random, ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'GET', 'POST'])
      : operation.method,
    path: randomPath(operation, sample, random),
    headers: { host: 'localhost', ...sample?.headers, ...body?.headers, ...headers, ...accept },
    ...(body !== undefined && { body: body.bytes }),
  };
}

interface Making {
  readonly maker: RequestMaker;
  readonly random: Random;
}

interface Body {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

function randomBody(operation: Operation, sample: SendOptions | undefined, making: Making): Body | undefined {
  const { random } = making;
  const types = Object.keys(operation.bodies);
  if (types.length === 0) {
    // A body that the operation does not accept.
    return chance(random, 0.05)
      ? { bytes: noise(random), headers: { 'content-type': JSON_TYPE } }
      : undefined;
  }
  const isProtobuf = types.includes(PROTOBUF_TYPE) && chance(random, 0.2);
  const bytes = isProtobuf ? protobufBody(operation, sample, making) : jsonBody(operation, sample, making);
  const type = isProtobuf ? protobufType(random) : JSON_TYPE;
  const contentType = chance(random, 0.04) ? pick(random, CONTENT_TYPES) : type;
  const encoding = chance(random, 0.02) ? { 'content-encoding': pick(random, ENCODINGS) } : undefined;
  return { bytes: bytes.subarray(0, BODY_BYTES_MAX), headers: { 'content-type': contentType, ...encoding } };
}

const ENCODINGS = ['gzip', 'identity', 'br', '', 'deflate, gzip', 'x'.repeat(300)];
const CONTENT_TYPES = [
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'application/json; charset="',
  'APPLICATION/JSON',
  'application/json;;;',
  'multipart/form-data; boundary=x',
  'application/x-protobuf; messageType="',
  '*/*',
  '/',
  'application/x-protobuf; messageType=__proto__',
  'application/json, application/x-protobuf',
  ';',
  'json',
];

function jsonBody(operation: Operation, sample: SendOptions | undefined, { maker, random }: Making): Buffer {
  const { schema, example } = operation.bodies[JSON_TYPE] ?? {};
  const valid = weighted<JsonTree>(random, [
    [2, () => sampleJson(sample) ?? toTree(example ?? {})],
    [1, () => toTree(example ?? sampleJson(sample) ?? {})],
    [3, () => new FromSchema(maker.document, random).value(schema ?? {})],
  ]);
  const tree = chance(random, 0.75) ? mutateJson(valid, random) : valid;
  const text = writeTree(tree);
  return weighted(random, [
    [30, () => Buffer.from(text)],
    [1, () => mutateBytes(Buffer.from(text), random)],
    [0.5, () => Buffer.from(`\ufeff${text}`)],
    [0.3, () => Buffer.from(text, 'utf16le')],
    [0.3, () => Buffer.from(text, 'latin1')],
    [0.3, () => noise(random)],
    [0.2, () => Buffer.alloc(0)],
  ]);
}

function sampleJson(sample: SendOptions | undefined): JsonTree | undefined {
  if (typeof sample?.body !== 'string') return undefined;
  return toTree(JSON.parse(sample.body));
}

const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  postEvents: ['AdActionBatch', 'CampaignActionBatch', 'AdAction'],
  queryCounts: ['CountQuery'],
  batchQueryCounts: ['BatchCountQuery'],
  checkCaps: ['CapCheck'],
  getFatigueFeatures: ['FatigueRequest'],
  putCampaign: ['Campaign'],
};

function protobufBody(
  operation: Operation,
  sample: SendOptions | undefined,
  { maker, random }: Making,
): Buffer {
  const bytes = weighted<Uint8Array>(random, [
    [1, () => (sample?.body instanceof Buffer ? sample.body : noise(random))],
    [5, () => encodedMessage(maker.messages, operation, random)],
    [1, () => noise(random)],
  ]);
  return chance(random, 0.5) ? mutateBytes(Buffer.from(bytes), random) : Buffer.from(bytes);
}

/** Encodes messages that the operation accepts, or others. */
function encodedMessage(messages: NamespaceBase, operation: Operation, random: Random): Uint8Array {
  const names = MESSAGES[operation.id] ?? [];
  const types = messageTypes(messages);
  const own = types.filter(({ name }) => names.includes(name));
  const type = pick(random, own.length > 0 && chance(random, 0.8) ? own : types);
  return type.encode(randomMessage(type, random)).finish();
}

function messageTypes(root: NamespaceBase): readonly Type[] {
  const known = typesOf.get(root);
  if (known !== undefined) return known;
  const types = (root.lookup('tidemark.v1') as NamespaceBase).nestedArray.filter(
    (each): each is Type => 'fieldsArray' in each && !each.name.endsWith('Options'),
  );
  typesOf.set(root, types);
  return types;
}

const typesOf = new WeakMap<NamespaceBase, readonly Type[]>();

function protobufType(random: Random): string {
  const names = ['AdActionBatch', 'AdAction', 'CampaignAction', 'CountQuery', 'Nope', '__proto__'];
  return chance(random, 0.6)
    ? PROTOBUF_TYPE
    : `${PROTOBUF_TYPE}; messageType=tidemark.v1.${pick(random, names)}`;
}

function randomHeaders(operation: Operation, { maker, random }: Making): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { in: place, name } of operation.parameters) {
    if (place === 'header' && chance(random, 0.12)) headers[name] = headerValue(name, { maker, random });
  }
  if (chance(random, 0.02)) headers[pick(random, OTHER_HEADERS)] = printable(hostileText(random));
  return headers;
}

const OTHER_HEADERS = [
  'traceparent',
  'tracestate',
  'accept-encoding',
  'range',
  'if-match',
  'cookie',
  'x-forwarded-for',
];

function headerValue(name: string, { maker, random }: Making): string {
  const text = (): string => printable(hostileText(random));
  switch (name) {
    case 'tidemark-consistency':
      return weighted(random, [
        [6, () => pick(random, CONSISTENCIES)],
        [2, () => `${pick(random, CONSISTENCIES)}; ${text()}`],
        [1, text],
      ]);
    case 'tidemark-token':
      return weighted(random, [
        [3, maker.token],
        [2, () => mutateBytes(Buffer.from(maker.token()), random).toString('base64url')],
        [2, () => printable(mutateBytes(Buffer.from(maker.token()), random).toString('latin1'))],
        [1, text],
      ]);
    case 'x-request-timeout-ms':
      return pick(random, [
        '1',
        '5',
        '2000',
        '0',
        '-1',
        '1.5',
        '999999999',
        '1e3',
        '99999999999999999999',
        '',
        'x',
      ]);
    default:
      return text();
  }
}

const CONSISTENCIES = [
  'eventual',
  'strict',
  'at-least-as-fresh',
  'bounded',
  'bounded; max-staleness-ms=5000',
  'STRICT',
  'strict; as-of=2026-11-21T12:00:00Z',
  'strict; as-of=9999-01-01T00:00:00Z',
  'bounded; max-staleness-ms=0',
  'strict; on-unmet=stale',
  'eventual; return-token=false',
  'strict; return-token=false',
  'bounded; max-staleness-ms=1e99',
  'strict; as-of=1',
  'nope',
  ';',
  'strict; on-unmet=',
];

/** Returns text that is allowed in a header of node's client. */
function printable(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}

function acceptOf(operation: Operation, random: Random): string {
  return pick(random, [
    ...operation.produces,
    PROTOBUF_TYPE,
    JSON_TYPE,
    '*/*',
    'text/html',
    '',
    ';q=',
    'a/b;q=2, */*;q=0',
  ]);
}

function randomPath(operation: Operation, sample: SendOptions | undefined, random: Random): string {
  const known = sample !== undefined && chance(random, 0.7) ? sample.path : undefined;
  const path = known ?? operation.path.replace(/\{(\w+)\}/g, (_, name: string) => pathValue(name, random));
  const bent = chance(random, 0.03) ? bentPath(path, random) : path;
  const query = queryOf(operation, random);
  if (query === '') return bent;
  return `${bent}${bent.includes('?') ? '&' : '?'}${query}`;
}

const PATH_VALUES: Readonly<Record<string, readonly string[]>> = {
  corpus: ['vault', 'users', 'campaigns', 'sealed', 'nope'],
  dataType: ['left', 'right', 'ad_action', 'campaign', 'unknown_type', 'pacing_snapshot'],
  subType: ['main', 'other'],
  id: ['one', 'two', 'user-1'],
  campaignId: ['c0ffee00-0000-4000-8000-000000000001', 'c0ffee00-0000-4000-8000-00000000000f'],
};

function pathValue(name: string, random: Random): string {
  if (chance(random, 0.7)) return pick(random, PATH_VALUES[name] ?? ['x']);
  return encodedText(random);
}

/** Returns percent-encoded text, valid or not. */
function encodedText(random: Random): string {
  if (chance(random, 0.3)) return pick(random, ENCODED);
  return encodeURIComponent(hostileText(random).replace(/\p{Cs}/gu, '\ufffd')).slice(0, 6_000);
}

const ENCODED = [
  '%zz',
  '%',
  '%c3%28',
  '%ED%A0%80',
  '%00',
  '%2F',
  '%2e%2e%2f',
  '..',
  '.',
  '%F0%9F%98%80',
  '%C0%AF',
  '%25',
  '+',
];

function bentPath(path: string, random: Random): string {
  const at = below(random, path.length);
  return weighted(random, [
    [1, () => `${path}/`],
    [1, () => path.replace('/', '//')],
    [1, () => path.toUpperCase()],
    [1, () => path.slice(0, at) + encodedText(random) + path.slice(at)],
    [1, () => path.slice(0, Math.max(1, at))],
    [1, () => `${path};a=b`],
  ]);
}

function queryOf(operation: Operation, random: Random): string {
  const own = operation.parameters.filter((each) => each.in === 'query');
  const pairs = own
    .filter(() => chance(random, 0.35))
    .map((each) => `${each.name}=${queryValue(each, random)}`);
  if (chance(random, 0.03)) pairs.push(`${encodedText(random)}=${encodedText(random)}`);
  if (pairs.length > 0 && chance(random, 0.05)) pairs.push(pick(random, pairs));
  return pairs.join('&');
}

const QUERY_VALUES: Readonly<Record<string, readonly string[]>> = {
  wait: ['1ms', '0ms', '5ms', '-1ms', '1', '99999999s'],
  dataTypes: ['left/main', 'left', 'left/main,right', 'left/', '/', ',', 'nope', 'left/main,left/main'],
  activeOn: ['2026-11-22', '2026-02-30', '0000-00-00', '9999-12-31'],
};

function queryValue({ name, schema }: OperationParameter, random: Random): string {
  if (chance(random, 0.25)) return encodedText(random);
  const values =
    QUERY_VALUES[name] ?? (schema['type'] === 'integer' ? ['1', '2', '0', '100', '101', '-1', '1e3'] : ['x']);
  return pick(random, values);
}
