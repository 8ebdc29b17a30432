import { google } from '@google-cloud/bigtable/build/protos/protos';
import {
  createInstanceAdminClient,
  type InstanceAdminClient,
} from '../../../../src/bigtable/admin/instance-admin-client';
import { createTransport, type GrpcTransport } from '../../../../src/bigtable/transport/create-transport';
import { DEFAULTS } from '../../../../src/config/defaults';
import { systemClock } from '../../../../src/platform/time/clock';
import { startGrpcServer, type ScriptedServer } from '../../../support/grpc-server';

const { ListClustersRequest, ListClustersResponse, ListInstancesRequest, ListInstancesResponse } =
  google.bigtable.admin.v2;

describe('The client of the instance-admin API', () => {
  let server: ScriptedServer;
  let transport: GrpcTransport;
  let admin: InstanceAdminClient;
  let answers: readonly Uint8Array[];

  beforeEach(async () => {
    server = await startGrpcServer((call, index) => {
      call.send(answers[index]!);
      call.end();
    });
    transport = createTransport({
      endpoint: server.endpoint,
      plaintext: true,
      clock: systemClock,
      channels: 1,
      limits: DEFAULTS.bigtable,
    });
    admin = createInstanceAdminClient({ transport, project: 'p', instance: 'i' });
  });

  afterEach(async () => {
    await transport.close();
    await server.close();
  });

  it('lists clusters with their regions, page by page, and locations that did not answer', async () => {
    const cluster = (id: string, zone: string) => ({
      name: `projects/p/instances/i/clusters/${id}`,
      location: `projects/p/locations/${zone}`,
    });
    answers = [
      ListClustersResponse.encode({
        clusters: [cluster('a', 'europe-west1-b')],
        nextPageToken: 'more',
      }).finish(),
      ListClustersResponse.encode({
        clusters: [cluster('b', 'us-east4-c')],
        failedLocations: ['projects/p/locations/asia-east1-a'],
      }).finish(),
    ];
    expect(await admin.listClusters()).toEqual({
      items: [
        { id: 'a', region: 'europe-west1' },
        { id: 'b', region: 'us-east4' },
      ],
      failedLocations: ['projects/p/locations/asia-east1-a'],
    });
    const requests = await Promise.all(server.calls.map(({ request }) => request));
    expect(requests.map((request) => ListClustersRequest.decode(request))).toMatchObject([
      { parent: 'projects/p/instances/i', pageToken: '' },
      { parent: 'projects/p/instances/i', pageToken: 'more' },
    ]);
  });

  it('lists the instances of the project', async () => {
    answers = [
      ListInstancesResponse.encode({ instances: [{ name: 'projects/p/instances/other' }] }).finish(),
    ];
    expect(await admin.listInstances()).toEqual({ items: ['other'], failedLocations: [] });
    const { parent } = ListInstancesRequest.decode(await server.calls[0]!.request);
    expect(parent).toBe('projects/p');
  });
});
