import type { LocalBigtable } from '../../../src/local-bigtable/index';
import { failure, GrpcClient, type Fields } from '../../support/grpc-client';
import { startApp, startStore, type RunningApp } from '../../support/running-app';

const ANY_TEXT = expect.any(String) as string;

describe('A failure of a gRPC call over the embedded Bigtable has the code, the fields and the status of its error', () => {
  let store: LocalBigtable;
  let running: RunningApp;
  let client: GrpcClient;

  beforeAll(async () => {
    store = await startStore();
    running = await startApp({ BIGTABLE_EMULATOR_HOST: store.endpoint, TIDEMARK_GRPC_PORT: '0' });
    client = new GrpcClient(running.grpcPort!);
  });
  afterAll(async () => {
    client.close();
    await running.app.drain();
    await store.close();
  });

  const rows: readonly (readonly [string, Fields, string, string, string | undefined])[] = [
    [
      'Counts/Query',
      { userId: 'u', actions: ['click'], windows: [{ rolling: '9y' }] },
      'INVALID_ARGUMENT',
      'invalid_argument',
      'windows[0]',
    ],
    [
      'Counts/Query',
      { userId: 'u', windows: [{ rolling: '1d' }], actions: ['dance'] },
      'INVALID_ARGUMENT',
      'unknown_action',
      'actions[0]',
    ],
    [
      'Counts/BatchQuery',
      { users: [], query: { actions: ['click'], windows: [{ rolling: '1d' }] } },
      'INVALID_ARGUMENT',
      'invalid_argument',
      'users',
    ],
    ['Caps/Check', { userId: 'u', candidates: [] }, 'INVALID_ARGUMENT', 'invalid_argument', 'rules'],
    [
      'Caps/Release',
      { userId: 'u', reservations: ['short'] },
      'INVALID_ARGUMENT',
      'invalid_argument',
      'reservations[0]',
    ],
    [
      'Features/GetFatigue',
      { userId: 'u', candidates: [{ entities: { shoe: '9' } }] },
      'INVALID_ARGUMENT',
      'invalid_argument',
      'candidates[0].shoe',
    ],
    ['Objects/Get', { corpus: 'users', id: 'absent' }, 'NOT_FOUND', 'object_not_found', undefined],
    ['Objects/Get', { corpus: 'shoes', id: 'u' }, 'NOT_FOUND', 'unknown_corpus', 'corpus'],
    [
      'Objects/Get',
      { corpus: 'users', id: 'u', select: [{ dataType: 'shoe' }] },
      'NOT_FOUND',
      'unknown_data_type',
      'select',
    ],
    [
      'Objects/Get',
      { corpus: 'users', id: 'u', versions: 1_000_000 },
      'INVALID_ARGUMENT',
      'invalid_argument',
      'versions',
    ],
    [
      'Objects/BatchGet',
      { corpus: 'users', objects: [{ id: 'a' }] },
      'INVALID_ARGUMENT',
      'invalid_argument',
      'objects[0].select',
    ],
    [
      'Objects/Put',
      { corpus: 'users', id: '', dataType: 'profile', subType: 'main' },
      'INVALID_ARGUMENT',
      'invalid_argument',
      'id',
    ],
    [
      'Objects/Put',
      { corpus: 'users', id: 'u', dataType: 'profile', subType: 'main', value: Buffer.from([0xff]) },
      'INVALID_ARGUMENT',
      'malformed_body',
      undefined,
    ],
    ['Events/Post', {}, 'INVALID_ARGUMENT', 'invalid_argument', 'events'],
    ['Events/Post', { messageType: 'acme.v1.Shoe' }, 'INVALID_ARGUMENT', 'invalid_argument', 'messageType'],
    [
      'Events/Post',
      { adActions: [{}], messageType: 'tidemark.v1.AdActionBatch' },
      'INVALID_ARGUMENT',
      'invalid_argument',
      'messageType',
    ],
    [
      'Events/Post',
      { adActions: [{ userId: 'u', action: 'click', adId: 'a', eventTimeMs: 1 }] },
      'OUT_OF_RANGE',
      'event_too_old',
      'events[0].eventTime',
    ],
  ];

  it.each(rows)('%s with %j is %s', async (name, request, status, code, field) => {
    const failed = await failure(client.call(name, request));
    expect({ status: failed.status, details: failed.details }).toMatchObject({
      status,
      details: {
        ErrorInfo: { reason: code.toUpperCase(), domain: 'tidemark', metadata: { code } },
        RequestInfo: { requestId: failed.trailers['x-request-id'] },
      },
    });
    if (field === undefined) return;
    expect(failed.details['ErrorInfo']!['metadata']).toMatchObject(
      name === 'Events/Post' && code === 'event_too_old' ? {} : { field },
    );
    if (status === 'NOT_FOUND') return;
    expect(failed.details['BadRequest']).toMatchObject({ fieldViolations: [{ field }] });
  });

  it('a field of the wrong wire type is a malformed message', async () => {
    const settings = { request: Buffer.from([(3 << 3) | 0, 0]), deserialize: () => ({}) };
    const { details } = await failure(client.raw('/tidemark.v1.Events/Post', settings));
    expect(details['ErrorInfo']).toMatchObject({ metadata: { code: 'malformed_body' } });
  });

  it('the absence of an object has its evidence', async () => {
    const { trailers } = await failure(client.call('Objects/Get', { corpus: 'users', id: 'absent' }));
    expect(trailers).toMatchObject({
      'tidemark-consistency': 'eventual',
      'tidemark-token': ANY_TEXT,
    });
  });

  it('a forged token is rejected', async () => {
    const metadata = { 'tidemark-consistency': 'at-least-as-fresh', 'tidemark-token': 'forged' };
    const failed = await failure(client.call('Objects/Get', { corpus: 'users', id: 'u' }, { metadata }));
    expect(failed).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { ErrorInfo: { metadata: { code: 'token_invalid', field: 'tidemark-token' } } },
    });
  });

  it('a level that the topology cannot prove is FAILED_PRECONDITION', async () => {
    const metadata = { 'tidemark-consistency': 'strict' };
    const query = { userId: 'u', actions: ['click'], windows: [{ rolling: '1d' }] };
    expect(await failure(client.call('Counts/Query', query, { metadata }))).toMatchObject({
      status: 'FAILED_PRECONDITION',
      details: { ErrorInfo: { metadata: { code: 'consistency_unsupported' } } },
    });
  });

  it('an unknown method is UNIMPLEMENTED', async () => {
    const raw = { request: Buffer.alloc(0), deserialize: (bytes: Buffer) => bytes };
    expect(await failure(client.raw('/tidemark.v1.Counts/Guess', raw))).toMatchObject({
      status: 'UNIMPLEMENTED',
    });
    expect(await failure(client.raw('/acme.v1.Shoes/Buy', raw))).toMatchObject({ status: 'UNIMPLEMENTED' });
  });

  it('a message that is not of its type is INVALID_ARGUMENT', async () => {
    const raw = { request: Buffer.from([0x08, 0x01]), deserialize: (bytes: Buffer) => bytes };
    expect(await failure(client.raw('/tidemark.v1.Counts/Query', raw))).toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { ErrorInfo: { metadata: { code: 'malformed_body' } } },
    });
  });
});
