import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Endpoint } from '../../../../src/http/endpoint';
import { ApiContract, type OpenApiDocument } from '../../../support/api-contract';
import { describedEndpoints, openApiDocumentOf } from '../../../support/described-endpoints';

describe('The OpenAPI document', () => {
  let endpoints: readonly Endpoint[];
  let document: OpenApiDocument;
  let contract: ApiContract;
  beforeAll(() => {
    endpoints = describedEndpoints();
    document = openApiDocumentOf(endpoints);
    contract = new ApiContract(document);
  });

  it('the document passes the rules of OpenAPI linters', () => {
    const linter = join(__dirname, '../../../support/lint-openapi.mjs');
    const found = execFileSync(process.execPath, [linter], { input: JSON.stringify(document) });
    expect(JSON.parse(found.toString())).toEqual([]);
  });

  it('the document has the evidence headers of answers about absent data', () => {
    const paths = ['/v1/campaigns/{campaignId}', '/v1/corpora/{corpus}/objects/{id}/{dataType}/{subType}'];
    for (const path of paths) {
      const { headers } = document.paths[path]!['get']!.responses['404']!;
      expect(Object.keys(headers ?? {})).toContain('tidemark-consistency');
    }
  });

  it('the document has the redirect of the index to the console', () => {
    const { headers } = document.paths['/']!['get']!.responses['302']!;
    expect(Object.keys(headers ?? {})).toContain('location');
  });

  it('the document has exactly the routes of the API', () => {
    const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort());
    expect(new Set(endpoints.map(({ operationId }) => operationId)).size).toBe(endpoints.length);
  });

  it('examples match their schemas', () => {
    let examples = 0;
    const checkContent = (place: readonly string[], content: object = {}): void => {
      for (const [type, form] of Object.entries(content) as [
        string,
        { schema?: object; example?: unknown },
      ][]) {
        if (form.example === undefined) continue;
        contract.validate([...place, 'content', type, 'schema'], form.example);
        examples += 1;
      }
    };
    for (const [path, operations] of Object.entries(document.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(operations)) {
        const place = ['paths', path, method];
        checkContent([...place, 'requestBody'], requestBody?.content);
        for (const [status, { content }] of Object.entries(responses)) {
          checkContent([...place, 'responses', status], content);
        }
      }
    }
    expect(examples).toBeGreaterThan(40);
  });

  it('every media type has a schema', () => {
    const missing = mediaTypesOf(document).filter(({ form }) => form.schema === undefined);
    expect(missing).toEqual([]);
  });

  it('no property has a default, which generators would make required', () => {
    const { schemas } = document.components;
    const bodies = mediaTypesOf(document).map(({ form }) => form.schema);
    expect(schemasWithin([schemas, bodies]).filter((schema) => 'default' in schema)).toEqual([]);
  });

  it('every object has properties, or a schema of additional ones', () => {
    const { schemas } = document.components;
    const bodies = mediaTypesOf(document).map(({ form }) => form.schema);
    const open = schemasWithin([schemas, bodies]).filter(
      (schema) =>
        schema['type'] === 'object' && !('properties' in schema) && !('additionalProperties' in schema),
    );
    expect(open).toEqual([]);
  });

  it('requests refuse names that the proto files do not declare', () => {
    const query = { userId: 'u', actions: ['impression'], windows: ['1d'] };
    const wrong = [
      { actions: ['impresion'] },
      { where: { viewTipe: '*' } },
      { entities: { ads: '*' } },
      { groupBy: ['actions'] },
      { dataType: 'ad_actions' },
    ];
    const place = ['components', 'schemas', 'CountQuery'];
    contract.validate(place, { ...query, where: { viewType: '*', campaign: ['c'] }, entities: { ad: '*' } });
    for (const each of wrong) expect(() => contract.validate(place, { ...query, ...each })).toThrow();
  });

  it('every path parameter is documented', () => {
    for (const { path, parameters = [] } of endpoints) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(inPath);
    }
  });

  it('each operation documents its scope and its rejections', () => {
    for (const { method, path, access, dataAccess } of endpoints) {
      const { security, responses } = document.paths[path]![method.toLowerCase()]!;
      if (access === 'public') {
        expect(security).toEqual([]);
        expect(Object.keys(responses)).not.toEqual(expect.arrayContaining(['401']));
        continue;
      }
      expect(security).toEqual([{ bearer: [access] }, {}]);
      expect(responses['401']?.headers).toHaveProperty('www-authenticate');
      expect(responses['403']?.description).toContain(`\`${access}\``);
      expect(responses['403']?.description).toContain(dataAccess?.dataTypes ?? '');
      expect(responses['429']?.headers).toHaveProperty('retry-after');
    }
  });
});

interface Form {
  readonly schema?: object;
}

/** Returns every body of the document in every media type, with its place. */
function mediaTypesOf({ paths }: OpenApiDocument): { readonly place: string; readonly form: Form }[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody, responses }]) =>
      [requestBody?.content ?? {}, ...Object.values(responses).map(({ content }) => content ?? {})].flatMap(
        (content) =>
          Object.entries(content).map(([type, form]) => ({ place: `${method} ${path} ${type}`, form })),
      ),
    ),
  );
}

type Schema = Readonly<Record<string, unknown>>;

/** Returns all schemas within a value. The names of properties are no keywords. */
function schemasWithin(value: unknown, isNames = false): Schema[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    schemasWithin(each, !isNames && key === 'properties'),
  );
  return isNames || Array.isArray(value) ? inner : [value as Schema, ...inner];
}
