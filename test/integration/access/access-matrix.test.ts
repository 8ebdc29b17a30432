/** Checks each scope × each operation, and the readers and writers of each DataType, on the real endpoints and the real store. */
import { createApp, type App } from '../../../src/app';
import { cellsPerColumnLimit } from '../../../src/bigtable/read/filters';
import { loadConfig } from '../../../src/config/index';
import { ANONYMOUS, type Caller } from '../../../src/core/access/caller';
import { SCOPES, type Scope } from '../../../src/core/access/scopes';
import type { DataType } from '../../../src/core/schema/schema';
import { TidemarkError } from '../../../src/errors';
import { createAccessGate } from '../../../src/http/access/create-access-gate';
import type { Endpoint } from '../../../src/http/endpoint';
import { vocabularyOf } from '../../../src/http/schemas/vocabulary';
import { createEndpoints } from '../../../src/http/create-endpoints';
import { startLocalBigtable, type LocalBigtable } from '../../../src/local-bigtable/index';
import { createApplySchema, createPlanSchema } from '../../../src/operations/schema/apply-schema';
import { systemClock } from '../../../src/platform/time/clock';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { createMetrics } from '../../../src/platform/telemetry/metrics';
import { openServingStore, type Store } from '../../../src/store/open-store';
import {
  SAMPLE_PROTOS,
  SAMPLES,
  SEEDS,
  CAMPAIGN_CELL,
  type Sample,
  type Touched,
} from '../../support/access-samples';
import { ApiContract } from '../../support/api-contract';
import { openApiDocumentOf } from '../../support/described-endpoints';
import { startTestServer, type Answer, type SendOptions, type TestServer } from '../../support/http-server';
import { protoFolder } from '../../support/proto-folder';
import { withTableAdmin } from '../../support/table-admin';

let bigtable: LocalBigtable;
let app: App;
let store: Store;
let server: TestServer;
let endpoints: readonly Endpoint[];
let contract: ApiContract;

beforeAll(async () => {
  bigtable = await startLocalBigtable({ host: '127.0.0.1', port: 0 });
  const config = loadConfig({
    BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
    TIDEMARK_PROTO_PATH: protoFolder(SAMPLE_PROTOS),
  });
  const logger = createLogger({ level: 'silent', service: 'test' });
  // The server does not listen, so no other process writes to the store, and all of it can be compared.
  app = await createApp(config, { logger });
  await applySchema();
  store = openServingStore({ config, corpora: app.schema.corpora(), logger });
  endpoints = createEndpoints({
    ...app.operations,
    schema: app.schema,
    rules: store,
    clock: systemClock,
    config,
    metrics: () => app.metrics(),
    checkReady: () => Promise.resolve(),
  });
  server = await startTestServer(endpoints, { gate: await createGate(), logLevel: 'silent' });
  contract = new ApiContract(openApiDocumentOf(endpoints, vocabularyOf(app.schema.dataTypes())));
  for (const seed of SEEDS) expect((await send(seed, ANONYMOUS)).status).toBe(200);
});

afterAll(async () => {
  await server.server.drain();
  await app.drain();
  await store.close();
  await bigtable.close();
});

async function applySchema(): Promise<void> {
  const { endpoint } = bigtable;
  await withTableAdmin({ endpoint, project: 'tidemark', instance: 'tidemark' }, async (admin) => {
    const dependencies = { admin, schema: app.schema };
    const { steps } = await createPlanSchema(dependencies)();
    await createApplySchema(dependencies)(steps);
  });
}

/** Tokens are the caller in JSON: their verification is not tested here. */
async function createGate() {
  const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
  const authenticate = (authorization: string | undefined): Caller => {
    if (authorization === undefined) throw new TidemarkError('unauthenticated', 'needs a token');
    const { id, scopes, groups } = JSON.parse(authorization) as Record<string, 'all' | string[]>;
    return { id: id as string, scopes: setOf(scopes) as Caller['scopes'], groups: setOf(groups) };
  };
  return createAccessGate({ authenticate, limitsOf: () => ({}), clock: systemClock, metrics });
}

const setOf = (list: 'all' | string[] | undefined): ReadonlySet<string> | 'all' =>
  list === 'all' ? 'all' : new Set(list);

const listOf = (set: Caller['groups']): 'all' | string[] => (set === 'all' ? 'all' : [...set]);

function send(options: SendOptions, caller?: Caller): Promise<Answer> {
  if (caller === undefined) return server.send(options);
  const authorization = JSON.stringify({
    id: caller.id,
    scopes: listOf(caller.scopes),
    groups: listOf(caller.groups),
  });
  return server.send({ ...options, headers: { ...options.headers, authorization } });
}

/** The answer, which is as the documentation of the operation has it. */
async function ask({ method, path }: Endpoint, sample: Sample, caller?: Caller): Promise<Answer> {
  const answer = await send(sample.send, caller);
  contract.check(method, path, answer);
  return answer;
}

const callerOf = (scopes: readonly Scope[], groups: readonly string[] | 'all'): Caller => ({
  id: 'ads',
  scopes: new Set(scopes),
  groups: groups === 'all' ? 'all' : new Set(groups),
});

const endpointOf = (operation: string): Endpoint =>
  endpoints.find(({ operationId }) => operationId === operation)!;

const OPERATIONS = Object.entries(SAMPLES).flatMap(([operation, samples]) =>
  samples.map((sample) => ({
    operation,
    sample,
    request: `${sample.send.method ?? 'GET'} ${sample.send.path}`,
  })),
);

/** The groups of all DataTypes, whatever for. */
const everyGroup = (): string[] => [
  ...new Set(app.schema.dataTypes().flatMap(({ readers, writers }) => [...readers, ...writers])),
];

function dataTypeOf({ dataType }: Touched): DataType {
  const [corpus = '', family = ''] = dataType.split('/');
  return app.schema.dataType(corpus, family);
}

const listFor = (touched: Touched): readonly string[] => dataTypeOf(touched)[`${touched.as}s`];

interface Refused {
  readonly caller: Caller | undefined;
  readonly status: number;
  readonly code: string;
  readonly field?: string;
  readonly names: string;
}

/** Returns callers that lack one permission, or all. */
function refusedCallers({ access, operationId }: Endpoint, sample: Sample): readonly Refused[] {
  const { touches = [] } = sample;
  const isFirst = SAMPLES[operationId]![0] === sample;
  if (access === 'public') return [];
  const anonymous = { caller: undefined, status: 401, code: 'unauthenticated', names: 'token' };
  const denied = { status: 403, code: 'permission_denied' };
  const otherScopes = SCOPES.filter((scope) => scope !== access);
  const sets = [[], otherScopes, ...otherScopes.map((scope) => [scope])];
  // The scope belongs to the operation, so its first sample suffices.
  const withScopes = (isFirst ? sets : [otherScopes]).map((scopes) => ({
    ...denied,
    caller: callerOf(scopes, 'all'),
    field: 'authorization',
    names: access,
  }));
  const withoutGroup = touches.map((touched) => {
    const groups = everyGroup().filter((group) => !listFor(touched).includes(group));
    return { ...denied, caller: callerOf(SCOPES, groups), field: touched.field, names: touched.dataType };
  });
  const [first] = touches;
  const withoutGroups = { ...denied, caller: callerOf(SCOPES, []), names: first?.dataType ?? '' };
  return [anonymous, ...withScopes, ...withoutGroup, ...(first === undefined ? [] : [withoutGroups])];
}

/** All cells that there are. */
async function contents(): Promise<readonly string[]> {
  const cells: string[] = [];
  for (const { name: table } of app.schema.corpora()) {
    for await (const row of store.scanner.scan({ table, filter: cellsPerColumnLimit(1_000) })) {
      for (const { family, qualifier, timestampMicros, value } of row.cells)
        cells.push([table, row.key, family, qualifier, timestampMicros, value].map(String).join(' '));
    }
  }
  return cells;
}

it('each operation has a sample that accesses the data that it documents', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(endpoints.map(({ operationId }) => operationId).sort());
  for (const { operation, sample } of OPERATIONS) {
    const { dataAccess } = endpointOf(operation);
    const needs = new Set(sample.touches?.map((touched) => touched.as));
    expect([operation, ...needs]).toEqual([
      operation,
      ...(dataAccess === undefined ? [] : [dataAccess.needs]),
    ]);
  }
});

// Runs before any caller is admitted: the store has the seeds only.
describe('Rejections', () => {
  let before: readonly string[];
  beforeAll(async () => {
    before = await contents();
    expect(before.length).toBeGreaterThan(SEEDS.length);
  });

  it.each(OPERATIONS)(
    'a caller without a permission is rejected: $operation, $request',
    async ({ operation, sample }) => {
      const endpoint = endpointOf(operation);
      const refused = refusedCallers(endpoint, sample);
      const answers = await Promise.all(refused.map(({ caller }) => ask(endpoint, sample, caller)));
      for (const [index, { status, code, field, names }] of refused.entries()) {
        const answer = answers[index]!;
        expect([answer.status, answer.json['code']]).toEqual([status, code]);
        if (field !== undefined) expect(answer.json['field']).toBe(field);
        expect(answer.json['detail']).toContain(names);
      }
    },
  );

  it('rejected requests have changed nothing', async () => {
    expect(await contents()).toEqual(before);
  });

  it('a rejection names the missing scope', async () => {
    const { headers } = await send(SAMPLES['getSchema']![0]!.send, callerOf(['counts:read'], []));
    expect(headers['www-authenticate']).toBe(
      'Bearer realm="tidemark", error="insufficient_scope", scope="schema:read"',
    );
  });

  it.each([
    ['/v1/corpora/vault/objects/one/left/main', '/v1/corpora/vault/objects/none/left/main'],
    ['/v1/corpora/vault/objects/one', '/v1/corpora/vault/objects/none'],
    [CAMPAIGN_CELL, CAMPAIGN_CELL.replace(/.$/, '9')],
  ])('a rejection is the same whether %s exists or not', async (there, absent) => {
    const stranger = callerOf(SCOPES, ['strangers']);
    const [one, other] = [await send({ path: there }, stranger), await send({ path: absent }, stranger)];
    const problem = { ...one.json, requestId: other.json['requestId'] };
    expect([one.status, problem]).toEqual([403, other.json]);
  });

  it('a DataType with empty lists is accessible to no authenticated caller', async () => {
    const path = '/v1/corpora/sealed/objects/one/sealed/main';
    const headers = { 'content-type': 'application/json' };
    const caller = callerOf(SCOPES, everyGroup());
    for (const request of [
      { path },
      { path, method: 'DELETE' },
      { path, method: 'PUT', headers, body: '{}' },
    ]) {
      const answer = await send(request, caller);
      expect(answer.json).toMatchObject({ status: 403, code: 'permission_denied', field: 'dataType' });
    }
  });

  it('a read of a whole object is rejected with the DataTypes to leave out, and a selection without them is not', async () => {
    const path = '/v1/corpora/vault/objects/one';
    const left = callerOf(SCOPES, ['left-readers']);
    const { status, json } = await send({ path }, left);
    expect([status, json['field']]).toEqual([403, 'dataTypes']);
    expect(json['detail']).toBe(
      'only the declared readers may read vault/right; select others with dataTypes',
    );
    expect((await send({ path: `${path}?dataTypes=left` }, left)).status).toBe(200);
    expect((await send({ path }, callerOf(SCOPES, ['auditors']))).status).toBe(200);
  });
});

describe('Answers', () => {
  it.each(OPERATIONS)(
    'a caller with all permissions is answered: $operation, $request',
    async ({ operation, sample }) => {
      const endpoint = endpointOf(operation);
      const { access } = endpoint;
      const { status = 200, touches = [] } = sample;
      if (access === 'public') {
        const unknown = { ...sample.send, headers: { authorization: 'Bearer of bad news' } };
        for (const request of [sample.send, unknown]) expect((await send(request)).status).toBe(status);
        return;
      }
      // Each group alone that opens all that is touched; or one for each.
      const enough = listsOf(touches).filter((groups) =>
        touches.every((touched) => listFor(touched).some((group) => groups.includes(group))),
      );
      expect(enough.length).toBeGreaterThan(0);
      for (const groups of enough) {
        const answer = await ask(endpoint, sample, callerOf([access], groups));
        expect([answer.status, groups]).toEqual([status, groups]);
      }
    },
  );

  it('a caller with every permission is answered', async () => {
    expect((await send(SAMPLES['getSchema']![0]!.send, ANONYMOUS)).status).toBe(200);
  });
});

function listsOf(touches: readonly Touched[]): readonly (readonly string[])[] {
  if (touches.length === 0) return [[]];
  const single = touches.flatMap((touched) => listFor(touched).map((group) => [group]));
  return [...single, touches.map((touched) => listFor(touched)[0]!)];
}
