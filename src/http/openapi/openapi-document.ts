import { appendAll } from '../../core/shared/lists';
import { ERROR_TABLE, type ErrorCode } from '../../errors';
import type { BodyForms, Endpoint, ResponseHeaderName, Parameter } from '../endpoint';
import { schemaRef, SCHEMAS } from '../schemas/component-schemas';

type Json = Readonly<Record<string, unknown>>;

const TAGS = [
  { name: 'Events', description: 'User actions, as they happen.' },
  { name: 'Counts', description: 'How often a user did what, over many windows at once.' },
  {
    name: 'Caps',
    description: 'Whether a user may be shown more of something, and reservations while that is under way.',
  },
  { name: 'Features', description: 'What a model is told of a user and the candidates it ranks for him.' },
  {
    name: 'Campaigns',
    description: 'What advertisers have bought, how far it is delivered, and what may still be shown.',
  },
  {
    name: 'Objects',
    description: 'Profiles, embeddings, features: protobuf values by object, DataType and SubType.',
  },
  { name: 'Schema', description: 'What the proto files declare.' },
  { name: 'Operation', description: 'For those who run the server.' },
];

const DESCRIPTION =
  'User action counts and personalization objects on Bigtable. Every failure is an RFC 9457 problem whose `code` is ' +
  'stable. Unknown fields and query parameters are refused. Each read chooses its consistency, and says what it achieved. ' +
  'A server that tells callers apart wants a bearer token with each request, and the scope that the operation names; one that ' +
  'is open wants neither.';

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'Of an issuer that the server trusts. Scopes and groups come from the list of callers that the server has, or from claims; ' +
      'groups are what `readers` and `writers` of DataTypes name.',
  },
};

/** The OpenAPI 3.1 document of these endpoints: nothing in it is written by hand a second time. */
export function createOpenApiDocument(endpoints: readonly Endpoint[]): Json {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidemark',
      version: '1',
      description: DESCRIPTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    security: [],
    tags: TAGS,
    paths,
    components: { schemas: SCHEMAS, headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

const text = { type: 'string' };

const ANSWER_HEADERS: Readonly<Record<ResponseHeaderName, Json>> = {
  'x-tidemark-timestamp-ms': {
    description: 'The version of the cell, in milliseconds since the Unix epoch.',
    schema: { type: 'integer', minimum: 0 },
  },
  'tidemark-consistency': {
    description:
      'The level that the answer has; with `; met=false` where it could not be proven, and was allowed to be stale.',
    schema: text,
  },
  'tidemark-cluster': {
    description: 'Ids of the clusters that answered, separated by commas.',
    schema: text,
  },
  'tidemark-tier': {
    description: 'Which replica answered.',
    schema: { type: 'string', enum: ['nearest', 'origin', 'failover', 'hedge'] },
  },
  'tidemark-lookups': {
    description: 'Requests sent to Bigtable for this answer, those cancelled included.',
    schema: { type: 'integer', minimum: 0 },
  },
  'tidemark-staleness-ms': {
    description:
      'The answer has what was acknowledged so long before it, as far as heartbeats tell. Absent: unknown.',
    schema: { type: 'integer', minimum: 0 },
  },
  etag: {
    description: 'Of the answer, for `if-none-match` of the next request.',
    schema: text,
  },
  'tidemark-pacing-age-ms': {
    description: 'Since the controller was heard of, as far as this server knows. Absent: never.',
    schema: { type: 'integer', minimum: 0 },
  },
  'tidemark-pacing-stale': {
    description: 'Whether nothing has been heard of the controller for too long.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'tidemark-token': {
    description: 'For the next read: with it that read contains what this request wrote, or saw.',
    schema: text,
  },
};

const HEADERS = {
  ...ANSWER_HEADERS,
  RequestId: {
    description: 'The id given by the caller in the same header, or a new one.',
    schema: { type: 'string' },
  },
  WwwAuthenticate: {
    description: 'What is wrong with the token, or which scope it lacks, as RFC 6750 has it.',
    schema: text,
  },
  RetryAfter: { description: 'Seconds.', schema: { type: 'integer', minimum: 0 } },
};

const headerRef = (name: keyof typeof HEADERS): Json => ({ $ref: `#/components/headers/${name}` });

/** Every endpoint takes these. */
const COMMON_PARAMETERS: readonly Parameter[] = [
  {
    in: 'header',
    name: 'x-request-id',
    description: 'Comes back in the answer and in the log. Letters, digits and `_.:+/=-`.',
    schema: { type: 'string', maxLength: 128 },
  },
  {
    in: 'header',
    name: 'x-request-timeout-ms',
    description:
      "Lowers the server's deadline for this request; of a batch of events it may choose any up to the longest one.",
    schema: { type: 'integer', minimum: 1 },
  },
];

function operation(endpoint: Endpoint): Json {
  const parameters = [...(endpoint.parameters ?? []), ...COMMON_PARAMETERS];
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    parameters: parameters.map((each) => ({ ...each, required: each.in === 'path' })),
    ...(endpoint.request === undefined
      ? {}
      : { requestBody: { required: true, content: content(endpoint.request) } }),
    responses: {
      [String(endpoint.response.status)]: success(endpoint),
      ...(endpoint.response.conditional === true && { '304': notModified(endpoint) }),
      ...failures(endpoint),
    },
  };
}

/** The empty requirement stands for servers that are open. */
function securityOf({ access }: Endpoint): readonly Json[] {
  return access === 'public' ? [] : [{ bearer: [access] }, {}];
}

function content(forms: BodyForms): Json {
  return Object.fromEntries(
    Object.entries(forms).map(([type, { schema, example }]) => [
      type,
      { ...(schema === undefined ? {} : { schema }), ...(example === undefined ? {} : { example }) },
    ]),
  );
}

function success({ response }: Endpoint): Json {
  const { description, forms } = response;
  const headers = { 'x-request-id': headerRef('RequestId'), ...headersOf(response) };
  return Object.keys(forms).length === 0
    ? { description, headers }
    : { description, headers, content: content(forms) };
}

function notModified({ response }: Endpoint): Json {
  const headers = { 'x-request-id': headerRef('RequestId'), ...headersOf(response) };
  return { description: 'The caller has the answer already, by `if-none-match`.', headers };
}

function headersOf({ headers = [] }: Pick<Endpoint['response'], 'headers'>): Json {
  return Object.fromEntries(headers.map((name) => [name, headerRef(name)]));
}

/** Codes by status: what the endpoint names, and what the runner can answer for any endpoint of its kind. */
export function errorCodesOf(endpoint: Endpoint): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([...endpoint.errors, 'invalid_argument', 'deadline_exceeded', 'internal']);
  if (endpoint.access !== 'public') {
    codes.add('unauthenticated').add('permission_denied').add('rate_limited').add('issuer_unavailable');
  }
  if (endpoint.probe !== true) codes.add('overloaded').add('draining');
  else if (endpoint.operationId === 'getReadiness') codes.add('draining');
  if (Object.keys(endpoint.response.forms).length > 0) codes.add('not_acceptable');
  if (endpoint.request !== undefined) {
    codes.add('malformed_body').add('body_too_large').add('unsupported_media_type').add('request_timeout');
  }
  return [...codes];
}

function failures(endpoint: Endpoint): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodesOf(endpoint)) {
    const { status } = ERROR_TABLE[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [String(status), failure(status, codes, endpoint)]),
  );
}

function failure(status: number, codes: readonly ErrorCode[], endpoint: Endpoint): Json {
  const first = codes[0] as ErrorCode;
  const example = {
    type: `urn:tidemark:error:${first}`,
    title: ERROR_TABLE[first].title,
    status,
    detail: 'what is wrong this time',
    code: first,
    requestId: 'Zk3vXw0bQ1aT-1f',
  };
  const meanings = codes.map((code) => `\`${code}\`: ${ERROR_TABLE[code].title}.`);
  if (status === 403) appendAll(meanings, needed(endpoint));
  return {
    description: meanings.join(' '),
    headers: { 'x-request-id': headerRef('RequestId'), ...failureHeaders(status, codes, endpoint) },
    content: { 'application/problem+json': { schema: schemaRef('Problem'), example } },
  };
}

function needed({ access, dataAccess }: Endpoint): readonly string[] {
  const scope = `Needed: the scope \`${access}\``;
  return [
    dataAccess === undefined
      ? `${scope}.`
      : `${scope}, and to be a ${dataAccess.needs} of ${dataAccess.dataTypes}.`,
  ];
}

/** Failures whose answers have the evidence headers of a successful read. */
const ABSENCES: ReadonlySet<ErrorCode> = new Set(['object_not_found', 'campaign_not_found']);

function failureHeaders(status: number, codes: readonly ErrorCode[], { response }: Endpoint): Json {
  return {
    ...((status === 429 || status === 503) && { 'retry-after': headerRef('RetryAfter') }),
    ...((status === 401 || status === 403) && { 'www-authenticate': headerRef('WwwAuthenticate') }),
    // That there is nothing stands on evidence as well.
    ...(codes.some((code) => ABSENCES.has(code)) && headersOf(response)),
  };
}
