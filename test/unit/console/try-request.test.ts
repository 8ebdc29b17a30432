import {
  limitsText,
  operationsOf,
  resolved,
  typeText,
  type OpenApi,
} from '../../../src/console/pages/api/openapi';
import {
  changesData,
  curlText,
  exampleValues,
  missingParameters,
  tryRequest,
} from '../../../src/console/pages/api/try-request';
import { describedEndpoints, openApiDocumentOf } from '../../support/described-endpoints';

const endpoints = describedEndpoints();
const document = openApiDocumentOf(endpoints) as unknown as OpenApi;
const operations = operationsOf(document);
const operation = (id: string) => operations.find((each) => each.id === id)!;

describe('operations of the OpenAPI document', () => {
  it('are all endpoints, with their scopes', () => {
    expect(new Set(operations.map(({ id }) => id))).toEqual(
      new Set(endpoints.map(({ operationId }) => operationId)),
    );
    for (const { operationId, access } of endpoints)
      expect(operation(operationId).scope).toBe(access === 'public' ? undefined : access);
  });

  it('are in the order of the tags', () => {
    const tags = [...new Set(operations.map(({ tag }) => tag))];
    expect(tags).toEqual((document.tags ?? []).map(({ name }) => name).filter((name) => tags.includes(name)));
  });

  it('every reference to a schema is found', () => {
    for (const { body, answers } of operations)
      for (const schema of [body?.schema, ...answers.map((each) => each.schema)])
        if (schema?.$ref !== undefined) expect(resolved(schema, document).schema.$ref).toBeUndefined();
  });

  it('types and limits are described in words', () => {
    expect(typeText({ type: 'array', items: { $ref: '#/components/schemas/Window' } })).toBe(
      'array of Window',
    );
    expect(typeText({ oneOf: [{ type: 'string', format: 'date-time' }, { type: 'integer' }] })).toBe(
      'string (date-time) or integer',
    );
    expect(typeText({ type: 'object', additionalProperties: { type: 'integer' } })).toBe('map of integer');
    expect(limitsText({ type: 'array', minItems: 1, maxItems: 5 })).toBe('at least 1 items; at most 5 items');
    expect(limitsText({ enum: ['a', 'b'], default: 'a' })).toBe('"a", "b"; default "a"');
  });
});

describe('a request of the API reference', () => {
  it('begins with the examples of the document', () => {
    expect(exampleValues(operation('getCell'))).toEqual({
      corpus: 'users',
      id: 'user-1',
      dataType: 'profile',
      subType: 'main',
    });
  });

  it('encodes the path, and sends only parameters with a value', () => {
    const values = {
      corpus: 'users',
      id: 'a/b',
      dataType: 'profile',
      subType: 'main',
      versions: '2',
      'tidemark-consistency': 'strict',
    };
    expect(tryRequest(operation('getCell'), values, '')).toEqual({
      method: 'GET',
      path: '/v1/corpora/users/objects/a%2Fb/profile/main?versions=2',
      headers: { 'tidemark-consistency': 'strict' },
      body: undefined,
    });
  });

  it('has a body if the operation takes one', () => {
    const request = tryRequest(operation('queryCounts'), {}, '{"userId":"u"}');
    expect(request).toMatchObject({
      method: 'POST',
      body: '{"userId":"u"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(curlText(request, { origin: 'http://h', hasToken: true })).toBe(
      [
        'curl -s -X POST http://h/v1/counts:query',
        '-H "authorization: Bearer $TIDEMARK_TOKEN"',
        "-H 'content-type: application/json'",
        `-d '{"userId":"u"}'`,
      ].join(' \\\n  '),
    );
  });

  it('needs all parameters of the path', () => {
    expect(missingParameters(operation('getCell'), { corpus: 'users', id: 'u', dataType: '' })).toEqual([
      'dataType',
      'subType',
    ]);
  });

  it('asks before every operation that changes data, and before no other', () => {
    const changing = operations.filter(changesData).map(({ id }) => id);
    expect([...changing].sort()).toEqual([
      'deleteCampaign',
      'deleteObject',
      'deleteSubject',
      'deleteWholeObject',
      'moveLocations',
      'postEvents',
      'putCampaign',
      'putConsent',
      'putLocation',
      'putObject',
      'releaseReservations',
    ]);
  });
});
