import { createAnswerCheck } from '../../../../src/bigtable/client/answer-check';
import { createDataClient } from '../../../../src/bigtable/client/data-client';
import { setCell } from '../../../../src/bigtable/write/mutations';
import { createTransport, type GrpcTransport } from '../../../../src/bigtable/transport/create-transport';
import type { DataClient } from '../../../../src/bigtable/client/types';
import { startLocalBigtable, type LocalBigtable } from '../../../../src/local-bigtable/server';
import { parseTopology } from '../../../../src/routing/topology/topology-file';
import { withTableAdmin } from '../../../support/table-admin';

const PROJECT = 'p';
const TOPOLOGY = parseTopology({
  project: PROJECT,
  instances: {
    demo: {
      clusters: { 'eu-a': { region: 'eu' }, 'us-a': { region: 'us' } },
      appProfiles: {
        eu: { cluster: 'eu-a', transactions: true },
        us: { cluster: 'us-a', transactions: true },
      },
    },
  },
});
const KEY = Buffer.from('k');
const PUT = { key: KEY, mutations: [setCell('f', Buffer.from('q'), 0, Buffer.from('v'))] };

describe('responseParamsOf', () => {
  let server: LocalBigtable;
  let transport: GrpcTransport;
  beforeAll(async () => {
    server = await startLocalBigtable({ host: '127.0.0.1', port: 0, topology: TOPOLOGY });
    transport = createTransport({ endpoint: server.endpoint, plaintext: true });
    await withTableAdmin({ endpoint: server.endpoint, project: PROJECT, instance: 'demo' }, (admin) =>
      admin.createTable({ table: 't', families: { f: {} } }),
    );
  });
  afterAll(async () => {
    await transport.close();
    await server.close();
  });

  /** Returns the clusters that the answers report. */
  async function answering(
    profile: string,
    use: (client: DataClient) => Promise<unknown>,
  ): Promise<string[]> {
    const answers: string[] = [];
    const client = createDataClient({
      transport,
      project: PROJECT,
      instance: 'demo',
      appProfileId: profile,
      checkAnswer: createAnswerCheck({ expected: undefined, onAnswer: (id) => void answers.push(id) }),
    });
    await use(client);
    return answers;
  }

  it.each<[string, (client: DataClient) => Promise<unknown>]>([
    ['MutateRow', (client) => client.mutateRow('t', PUT)],
    ['MutateRows', (client) => client.mutateRows('t', [PUT])],
    ['ReadRows, of a row', (client) => client.readRow({ table: 't', key: KEY })],
    ['ReadRows, of nothing', (client) => client.readRow({ table: 't', key: Buffer.from('none') })],
    ['SampleRowKeys', (client) => client.sampleRowKeys('t')],
    [
      'CheckAndMutateRow',
      (client) => client.checkAndMutateRow({ table: 't', key: KEY, onMatch: PUT.mutations }),
    ],
    [
      'ReadModifyWriteRow',
      (client) =>
        client.readModifyWriteRow('t', KEY, [
          { familyName: 'f', columnQualifier: Buffer.from('a'), appendValue: KEY },
        ]),
    ],
  ])('the answer to %s reports its cluster', async (_, use) => {
    expect(await answering('eu', use)).toEqual(['eu-a']);
    expect(await answering('us', use)).toEqual(['us-a']);
  });
});
