import { appendAll } from '../../core/shared/lists';
import { ERROR_TABLE, type ErrorCode } from '../../errors';
import type { BodyForms, Endpoint, ResponseHeaderName, Parameter } from '../endpoint';
import { componentSchemas, schemaRef } from '../schemas/component-schemas';
import { binary } from '../schemas/parts';
import type { Vocabulary } from '../schemas/vocabulary';

type Json = Readonly<Record<string, unknown>>;

const TAGS = [
  { name: 'Events', description: 'Write user actions.' },
  { name: 'Counts', description: 'Count the actions of users over many time windows in one request.' },
  {
    name: 'Caps',
    description: 'Check frequency caps for a user, and reserve room under them until the event arrives.',
  },
  { name: 'Features', description: 'Feature vectors of a user and ranking candidates, for models.' },
  {
    name: 'Campaigns',
    description: 'Purchased campaigns, their delivery, and their current pacing states.',
  },
  {
    name: 'Objects',
    description: 'Protobuf values, such as profiles and embeddings, by object, DataType and SubType.',
  },
  { name: 'Locations', description: 'Where the data of users is stored, if the store has placements.' },
  {
    name: 'Subjects',
    description:
      'Consent, erasure and access to all data of a user, for the service that handles their requests.',
  },
  { name: 'Schema', description: 'The schema that the proto files declare.' },
  { name: 'Operation', description: 'Probes, metrics and ingestion progress, for operators.' },
];

const DESCRIPTION =
  'User action counts and personalization objects on Bigtable. Every failure is an RFC 9457 problem whose `code` is ' +
  'stable. Unknown fields and query parameters are rejected. Each read chooses its consistency level, and its answer reports ' +
  'the level achieved. If the server authenticates callers, each request needs a bearer token with the scope that the operation ' +
  'names; a server without authentication needs neither.';

const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A JWT of a trusted issuer. Scopes and groups come from the access file of the server or from claims of the token. The ' +
      '`readers` and `writers` of DataTypes are lists of groups.',
  },
};

/**
 * Returns the OpenAPI 3.1 document of the endpoints. It derives everything from the endpoint records and the names that
 * the proto files declare.
 */
export function createOpenApiDocument(endpoints: readonly Endpoint[], names: Vocabulary): Json {
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
    components: { schemas: componentSchemas(names), headers: HEADERS, securitySchemes: SECURITY_SCHEMES },
  };
}

const text = { type: 'string' };

const ANSWER_HEADERS: Readonly<Record<ResponseHeaderName, Json>> = {
  'x-tidemark-timestamp-ms': {
    description: 'Version of the cell: milliseconds since the Unix epoch.',
    schema: { type: 'integer', minimum: 0 },
  },
  'tidemark-consistency': {
    description:
      'Consistency level of the answer, with `; met=false` if the level could not be proven and the read allowed a stale answer.',
    schema: text,
  },
  'tidemark-cluster': {
    description: 'Ids of the clusters that answered, separated by commas and spaces.',
    schema: text,
  },
  'tidemark-tier': {
    description: 'Kind of replica that answered.',
    schema: { type: 'string', enum: ['nearest', 'origin', 'failover', 'hedge'] },
  },
  'tidemark-lookups': {
    description: 'Number of requests sent to Bigtable for this answer, including cancelled ones.',
    schema: { type: 'integer', minimum: 0 },
  },
  'tidemark-staleness-ms': {
    description: 'Upper bound of the staleness in milliseconds, derived from heartbeats. Absent if unknown.',
    schema: { type: 'integer', minimum: 0 },
  },
  etag: {
    description: 'Entity tag of the answer, for the header `if-none-match` of the next request.',
    schema: text,
  },
  'tidemark-pacing-age-ms': {
    description:
      'Milliseconds since the last sign of life of the pacing controller. Absent if there was none.',
    schema: { type: 'integer', minimum: 0 },
  },
  'tidemark-pacing-stale': {
    description: 'Whether the last sign of life of the pacing controller is too old.',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'tidemark-generations': {
    description:
      'Generations that were read, as `<DataType>=<generation>`, separated by commas and spaces. Absent without any.',
    schema: text,
  },
  'tidemark-token': {
    description: 'Token for later reads: their answers contain what this request wrote or read.',
    schema: text,
  },
};

const HEADERS = {
  ...ANSWER_HEADERS,
  RequestId: {
    description: 'The id that the caller sent in this header, or a generated one.',
    schema: { type: 'string' },
  },
  WwwAuthenticate: {
    description: 'What is wrong with the token, or the scope that it lacks (RFC 6750).',
    schema: text,
  },
  Regions: {
    description: 'Regions whose servers can process the data, separated by commas and spaces.',
    schema: text,
  },
  RetryAfter: { description: 'Seconds to wait before a retry.', schema: { type: 'integer', minimum: 0 } },
};

const headerRef = (name: keyof typeof HEADERS): Json => ({ $ref: `#/components/headers/${name}` });

/** Parameters that every endpoint accepts. */
const COMMON_PARAMETERS: readonly Parameter[] = [
  {
    in: 'header',
    name: 'x-request-id',
    description: 'Request id, returned in the answer and logged. Allowed are letters, digits and `_.:+/=-`.',
    schema: { type: 'string', maxLength: 128 },
  },
  {
    in: 'header',
    name: 'x-request-timeout-ms',
    description:
      'Deadline of this request in milliseconds, at most the default of the server; for batches of events, at most the longest one.',
    schema: { type: 'integer', minimum: 1 },
  },
];

function operation(endpoint: Endpoint): Json {
  const parameters = [...(endpoint.parameters ?? []), ...COMMON_PARAMETERS];
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    description: endpoint.description,
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    parameters: parameters.map((each) => ({ ...each, required: each.in === 'path' })),
    requestBody:
      endpoint.request === undefined ? undefined : { required: true, content: content(endpoint.request) },
    responses: {
      [String(endpoint.response.status)]: success(endpoint),
      ...(endpoint.response.conditional === true && { '304': notModified(endpoint) }),
      ...(endpoint.response.redirect !== undefined && { '302': redirect(endpoint.response.redirect) }),
      ...failures(endpoint),
    },
  };
}

/** Returns the security requirements. The empty one stands for servers without authentication. */
function securityOf({ access }: Endpoint): readonly Json[] {
  return access === 'public' ? [] : [{ bearer: [access] }, {}];
}

function content(forms: BodyForms): Json {
  return Object.fromEntries(
    Object.entries(forms).map(([type, { schema = binary, example }]) => [type, { schema, example }]),
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
  return { description: 'The tag in `if-none-match` matches: the answer has not changed.', headers };
}

function redirect(description: string): Json {
  const location = { description: 'Path of the page.', schema: { type: 'string' } };
  return { description, headers: { 'x-request-id': headerRef('RequestId'), location } };
}

function headersOf({ headers = [] }: Pick<Endpoint['response'], 'headers'>): Json {
  return Object.fromEntries(headers.map((name) => [name, headerRef(name)]));
}

/** Returns all error codes of the endpoint: its own ones and those that the request pipeline adds. */
function errorCodesOf(endpoint: Endpoint): readonly ErrorCode[] {
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
    detail: 'description of this occurrence',
    code: first,
    requestId: 'Zk3vXw0bQ1aT-1f',
  };
  const meanings = codes.map((code) => `\`${code}\`: ${ERROR_TABLE[code].title}.`);
  if (status === 403) appendAll(meanings, needed(endpoint));
  return {
    description: meanings.join(' '),
    headers: { 'x-request-id': headerRef('RequestId'), ...failureHeaders(status, codes, endpoint) },
    content: { 'application/problem+json': { schema: problemOf(codes, status), example } },
  };
}

/** Returns the schema of a problem with one of these codes, so that generated types distinguish them. */
function problemOf(codes: readonly ErrorCode[], status: number): Json {
  const properties = { code: { type: 'string', enum: codes }, status: { type: 'integer', const: status } };
  return { allOf: [schemaRef('Problem'), { type: 'object', required: ['code', 'status'], properties }] };
}

function needed({ access, dataAccess }: Endpoint): readonly string[] {
  const scope = `Required: scope \`${access}\``;
  return [
    dataAccess === undefined
      ? `${scope}.`
      : `${scope}, and membership in the ${dataAccess.needs}s of ${dataAccess.dataTypes}.`,
  ];
}

/** Codes for absent data. These answers have the evidence headers of a successful read. */
const ABSENCES: ReadonlySet<ErrorCode> = new Set(['object_not_found', 'campaign_not_found']);

function failureHeaders(status: number, codes: readonly ErrorCode[], { response }: Endpoint): Json {
  return {
    ...((status === 429 || status === 503) && { 'retry-after': headerRef('RetryAfter') }),
    ...((status === 401 || status === 403) && { 'www-authenticate': headerRef('WwwAuthenticate') }),
    ...(status === 421 && { 'tidemark-regions': headerRef('Regions') }),
    // Absence is proven by evidence, too.
    ...(codes.some((code) => ABSENCES.has(code)) && headersOf(response)),
  };
}
