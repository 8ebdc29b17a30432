/** Checks each scope × each method of the gRPC services, and the readers and writers of their DataTypes. */
import { readFileSync } from 'node:fs';
import { createApp, type App } from '../../../src/app';
import { loadConfig } from '../../../src/config/index';
import type { Caller } from '../../../src/core/access/caller';
import { SCOPES, type Scope } from '../../../src/core/access/scopes';
import { TidemarkError } from '../../../src/errors';
import { createGrpcMethods } from '../../../src/grpc/create-methods';
import { GrpcServer } from '../../../src/grpc/server/grpc-server';
import { openHealth } from '../../../src/grpc/services/health';
import { createAccessGate } from '../../../src/http/access/create-access-gate';
import { createEndpoints } from '../../../src/http/create-endpoints';
import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { systemClock } from '../../../src/platform/time/clock';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { createMetrics } from '../../../src/platform/telemetry/metrics';
import { NO_TRACING } from '../../../src/platform/telemetry/tracing';
import { openServingStore, type Store } from '../../../src/store/open-store';
import { failure, GrpcClient, type Fields, type GrpcAnswer } from '../../support/grpc-client';
import { startTestServer, type TestServer } from '../../support/http-server';
import { startStore } from '../../support/running-app';

interface Sample {
  readonly scope: Scope;
  readonly request: Fields;
  /** Groups of the touched DataType, and the field that a rejection names. */
  readonly groups: readonly string[];
  readonly field: string;
}

const NOW = Date.now() - 60_000;
const CANDIDATE = { id: 'c', dimensions: { adId: 'a', campaignId: 'c' } };
const RULE = { name: 'r', level: 'campaign', actions: ['impression'], rolling: '1d', maximum: 1 };
const READERS = ['ads-serving'];

const SAMPLES: Readonly<Record<string, Sample>> = {
  'Counts/Query': {
    scope: 'counts:read',
    request: { userId: 'u', actions: ['click'], windows: [{ rolling: '1d' }] },
    groups: READERS,
    field: 'dataType',
  },
  'Counts/BatchQuery': {
    scope: 'counts:read',
    request: { users: ['u'], query: { actions: ['click'], windows: [{ rolling: '1d' }] } },
    groups: READERS,
    field: 'dataType',
  },
  'Caps/Check': {
    scope: 'caps:check',
    request: { userId: 'u', candidates: [CANDIDATE], rules: [RULE] },
    groups: READERS,
    field: 'dataType',
  },
  'Caps/Release': {
    scope: 'caps:check',
    request: { userId: 'u', reservations: ['kD0fYq1vWm3xT7ab'] },
    groups: READERS,
    field: 'dataType',
  },
  'Features/GetFatigue': {
    scope: 'features:read',
    request: { userId: 'u', candidates: [{ entities: { adId: 'a' } }] },
    groups: READERS,
    field: 'dataType',
  },
  'Objects/Get': {
    scope: 'objects:read',
    request: { corpus: 'users', id: 'u', select: [{ dataType: 'profile' }] },
    groups: [],
    field: 'select',
  },
  'Objects/BatchGet': {
    scope: 'objects:read',
    request: { corpus: 'users', objects: [{ id: 'u', select: [{ dataType: 'profile' }] }] },
    groups: [],
    field: 'objects[0].select[0].dataType',
  },
  'Objects/Put': {
    scope: 'objects:write',
    request: { corpus: 'users', id: 'u', dataType: 'profile', subType: 'main' },
    groups: [],
    field: 'dataType',
  },
  'Events/Post': {
    scope: 'events:write',
    request: {
      adActions: [{ userId: 'u', action: 'impression', eventTimeMs: NOW, adId: 'a', insertionId: 'i' }],
    },
    groups: ['ads-ingestion'],
    field: 'messageType',
  },
};

let bigtable: LocalBigtable;
let app: App;
let store: Store;
let http: TestServer;
let server: GrpcServer;
let client: GrpcClient;

beforeAll(async () => {
  bigtable = await startStore();
  const config = loadConfig({ BIGTABLE_EMULATOR_HOST: bigtable.endpoint });
  const logger = createLogger({ level: 'silent', service: 'test' });
  app = await createApp(config, { logger });
  store = openServingStore({ config, corpora: app.schema.corpora(), logger });
  const checkReady = (): Promise<void> => Promise.resolve();
  const parts = {
    ...app.operations,
    schema: app.schema,
    rules: store,
    clock: systemClock,
    config,
    metrics: () => app.metrics(),
    checkReady,
  };
  const endpoints = createEndpoints(parts);
  http = await startTestServer(endpoints, { gate: await createGate(), listens: false, logLevel: 'silent' });
  server = new GrpcServer({
    methods: createGrpcMethods(endpoints, parts),
    health: await openHealth({ clock: systemClock, intervalMs: 1_000, services: [], checkReady }),
    pipeline: http.server.pipeline,
    config: { ...config.grpc, port: 0 },
    metrics: http.metrics,
    tracing: NO_TRACING,
    logger,
  });
  client = new GrpcClient(await server.listen());
});

afterAll(async () => {
  client.close();
  await server.beginDrain();
  await Promise.all([http.server.drain(), server.drain()]);
  await app.drain();
  await store.close();
  await bigtable.close();
});

/** Tokens are the caller in JSON: their verification is not tested here. */
async function createGate() {
  const metrics = await createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });
  const authenticate = (authorization: string | undefined): Caller => {
    if (authorization === undefined) throw new TidemarkError('unauthenticated', 'needs a token');
    const { scopes, groups } = JSON.parse(authorization) as Record<string, string[]>;
    const groupsOf = groups?.includes('*') === true ? ('all' as const) : new Set(groups);
    return { id: 'ads', scopes: new Set(scopes) as Caller['scopes'], groups: groupsOf };
  };
  return createAccessGate({ authenticate, limitsOf: () => ({}), clock: systemClock, metrics });
}

const call = (name: string, scopes: readonly Scope[], groups: readonly string[]): Promise<GrpcAnswer> =>
  client.call(name, SAMPLES[name]!.request, {
    metadata: { authorization: JSON.stringify({ scopes, groups }) },
  });

it('each method of the services has a sample', () => {
  const text = readFileSync('protos/tidemark/v1/services.proto', 'utf8');
  const names = [...text.matchAll(/^service (\w+) \{([^}]*)\}/gm)].flatMap(([, service, body = '']) =>
    [...body.matchAll(/rpc (\w+)\(/g)].map(([, method]) => `${service}/${method}`),
  );
  expect(Object.keys(SAMPLES).sort()).toEqual(names.sort());
});

describe.each(Object.entries(SAMPLES))('%s', (name, { scope, groups, field }) => {
  it('is UNAUTHENTICATED without a token', async () => {
    expect((await failure(client.call(name, SAMPLES[name]!.request))).status).toBe('UNAUTHENTICATED');
  });

  it('is PERMISSION_DENIED with every scope but its own', async () => {
    const others = SCOPES.filter((each) => each !== scope);
    for (const scopes of [[], others, ...others.map((each) => [each])]) {
      const { status, details } = await failure(call(name, scopes, ['*']));
      expect([status, details['ErrorInfo']?.['metadata']]).toEqual([
        'PERMISSION_DENIED',
        { code: 'permission_denied', field: 'authorization', retryable: 'false' },
      ]);
    }
  });

  it('is PERMISSION_DENIED without a group of its DataType, which the failure names', async () => {
    const { status, details } = await failure(call(name, SCOPES, ['strangers']));
    expect([status, details['ErrorInfo']?.['metadata']]).toEqual([
      'PERMISSION_DENIED',
      { code: 'permission_denied', field, retryable: 'false' },
    ]);
  });

  it('is served with its scope and a group', async () => {
    const outcome = await call(name, [scope], groups.length === 0 ? ['*'] : groups).then(
      () => 'OK',
      (error: { status: string }) => error.status,
    );
    expect(outcome).toBe(name === 'Objects/Get' ? 'NOT_FOUND' : 'OK');
  });
});
