import * as grpc from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';
import { join } from 'node:path';
import { type LocalBigtable, startLocalBigtable } from '../../../src/local-bigtable/server';
import { loadTopology } from '../../../src/routing/topology/topology-file';

const PROTO = join(__dirname, '../../../protos/tidemark/local/v1/control.proto');
const TOPOLOGY = join(__dirname, '../../../infra/examples/topologies/two-clusters.json');

type Message = Record<string, unknown>;
type Method = (
  request: Message,
  answered: (error: grpc.ServiceError | null, answer: Message) => void,
) => void;

/** Calls the control API like a program in any language: with the proto file and a gRPC library. */
describe('the control API', () => {
  let server: LocalBigtable;
  let client: grpc.Client;

  beforeAll(async () => {
    server = await startLocalBigtable({ host: '127.0.0.1', port: 0, topology: loadTopology(TOPOLOGY) });
    const { tidemark } = grpc.loadPackageDefinition(
      loadSync(PROTO, { longs: Number, defaults: true }),
    ) as unknown as {
      tidemark: { local: { v1: { Control: grpc.ServiceClientConstructor } } };
    };
    client = new tidemark.local.v1.Control(server.endpoint, grpc.credentials.createInsecure());
  });

  afterAll(async () => {
    client.close();
    await server.close();
  });

  afterEach(() => call('Reset', {}));

  function call(method: string, request: Message): Promise<Message> {
    return new Promise((resolve, reject) => {
      const methods = client as unknown as Record<string, Method>;
      methods[method]!.call(client, request, (error, answer) =>
        error === null ? resolve(answer) : reject(error),
      );
    });
  }

  interface Status {
    instances: { name: string; clusters: Message[]; links: { conditions: Message; blocked: boolean }[] }[];
    timed: Message[];
  }
  const status = async (request: Message = {}): Promise<Status> =>
    (await call('GetStatus', request)) as unknown as Status;

  it('links can be changed and their state queried', async () => {
    const change = {
      delayMs: 7,
      jitterMs: 2,
      bytesPerSecond: 1e6,
      dropRate: 0.25,
      retryMs: 5,
      reorderRows: true,
      reorderWithinRow: true,
    };
    expect(await call('ChangeLinks', { a: 'eu', b: 'us', change })).toEqual({
      changed: ['region eu - region us'],
    });
    const [{ name, links }] = (await status({ instance: 'demo' })).instances as [Status['instances'][0]];
    expect(name).toBe('projects/p/instances/demo');
    expect(links).toHaveLength(2);
    for (const { conditions, blocked } of links) {
      expect(conditions).toMatchObject({ ...change, partitioned: false });
      expect(blocked).toBe(false);
    }
  });

  it('partitions can be temporary, and all of them can be healed', async () => {
    await call('ChangeLinks', { a: 'eu-a', change: { partitioned: true }, forMs: 60_000 });
    expect(await status()).toMatchObject({
      instances: [{ links: [{ blocked: true }, { blocked: true }] }],
      timed: [{ description: 'all other clusters - cluster eu-a: partitioned' }],
    });
    expect(await call('ChangeLinks', { change: { partitioned: false } })).toEqual({
      changed: ['everything'],
    });
    expect(await status()).toMatchObject({ instances: [{ links: [{ blocked: false }, {}] }], timed: [] });
  });

  it('clusters can be changed, also back to zero', async () => {
    const change = { stopped: true, slowMs: 5, errorRate: 0.5, clockSkewMs: -250 };
    expect(await call('ChangeClusters', { name: 'us', change })).toEqual({ changed: ['region us'] });
    expect((await status()).instances[0]!.clusters[1]).toMatchObject({ id: 'us-a', ...change });
    await call('ChangeClusters', { name: 'us-a', change: { stopped: false, clockSkewMs: 0 } });
    expect((await status()).instances[0]!.clusters[1]).toMatchObject({
      stopped: false,
      slowMs: 5,
      clockSkewMs: 0,
    });
  });

  it.each([
    [
      'ChangeLinks',
      { a: 'nowhere', change: { delayMs: 1 } },
      grpc.status.NOT_FOUND,
      'There is no region or cluster',
    ],
    [
      'ChangeLinks',
      { a: 'eu', instance: 'x', change: { delayMs: 1 } },
      grpc.status.NOT_FOUND,
      'There is no instance',
    ],
    ['ChangeLinks', { a: 'eu' }, grpc.status.INVALID_ARGUMENT, 'change must set at least one field'],
    [
      'ChangeLinks',
      { a: 'eu', change: { dropRate: 2 } },
      grpc.status.INVALID_ARGUMENT,
      'dropRate must be 0 to 1',
    ],
    [
      'ChangeLinks',
      { change: { partitioned: true } },
      grpc.status.INVALID_ARGUMENT,
      'must name a region or a cluster',
    ],
    [
      'ChangeLinks',
      { b: 'eu', change: { partitioned: false } },
      grpc.status.INVALID_ARGUMENT,
      'must name a region or a cluster',
    ],
    [
      'ChangeLinks',
      { a: 'eu', change: { delayMs: 1 }, forMs: -1 },
      grpc.status.INVALID_ARGUMENT,
      'forMs must be',
    ],
    [
      'ChangeClusters',
      { change: { stopped: true } },
      grpc.status.INVALID_ARGUMENT,
      'must name a region or a cluster',
    ],
    ['ChangeClusters', { name: 'eu' }, grpc.status.INVALID_ARGUMENT, 'change must set at least one field'],
    ['GetStatus', { instance: 'x' }, grpc.status.NOT_FOUND, 'There is no instance "x"'],
  ])('%s rejects %j', async (method, request, code, details) => {
    const error = await call(method, request).catch((thrown: grpc.ServiceError) => thrown);
    expect(error).toMatchObject({ code, details: expect.stringContaining(details) as string });
    expect(await status()).toMatchObject({ instances: [{ links: [{ blocked: false }, {}] }], timed: [] });
  });
});
