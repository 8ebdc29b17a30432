import type { Cluster } from '../../../src/routing/topology/cluster';
import type { ClusterClients } from '../../../src/routing/clients/cluster-clients';
import type { Router } from '../../../src/routing/affinity/router';
import type { ReaderOptions } from '../../../src/consistency/read/reader';
import type { RowWriterOptions } from '../../../src/consistency/write/row-writer';
import { changed, RoutingWorld, topologyOf } from './routing-world';

const KEY = Buffer.from('0a#ada');

/** The type checker reports each `@ts-expect-error` below which there is no error. */
describe('Workload types', () => {
  let world: RoutingWorld;
  const routings = () => ({ serving: world.routing('serving'), batch: world.routing('batch') });

  beforeAll(async () => {
    world = await RoutingWorld.open();
  });

  afterAll(() => world.core.close());

  it('a serving router cannot use a batch cluster', () => {
    const { serving, batch } = routings();
    const [cluster] = batch.router.forRead('t', KEY);
    expect(() => {
      // @ts-expect-error The cluster is for batch work.
      serving.clients.of(cluster!);
    }).toThrow('cluster eu-batch belongs to workload batch and cannot be used for serving');
    expect(world.connected).toEqual([]);
  });

  it('a batch router cannot use a serving cluster', () => {
    const { serving, batch } = routings();
    const [cluster] = serving.router.forWrite('t', KEY);
    expect(() => {
      // @ts-expect-error The cluster is for serving.
      batch.clients.of(cluster!);
    }).toThrow('cannot be used for batch');
  });

  it('a router cannot use a cluster of unknown workload, even if the types are cast', () => {
    const { serving, batch } = routings();
    const some: Cluster = batch.router.forRead('t', KEY)[0]!;
    // @ts-expect-error The workload of the cluster is unknown.
    expect(() => serving.clients.of(some)).toThrow(Error);
    expect(() => serving.clients.of(some as Cluster<'serving'>)).toThrow(Error);
    expect(() => (serving.clients as ClusterClients<never>).of(some as never)).toThrow(Error);
  });

  it('a router cannot use a cluster that has changed to the other workload', () => {
    const { serving } = routings();
    const before = serving.router.forRead('t', KEY);
    expect(before.map(({ id }) => id)).toContain('us-b');
    serving.reload(
      topologyOf(
        changed(({ clusters, appProfiles }) => {
          clusters['us-b']!['role'] = 'batch';
          appProfiles['at-us-b']!['priority'] = 'low';
        }),
      ),
    );
    expect(serving.router.forRead('t', KEY).map(({ id }) => id)).not.toContain('us-b');
    expect(serving.router.byCode(before.find(({ id }) => id === 'us-b')!.code)).toBeUndefined();
  });

  it('serving readers and writers do not accept batch components', () => {
    const { serving, batch } = routings();
    type Parts = Pick<ReaderOptions<'serving'>, 'router' | 'clients'>;
    type WriterParts = Pick<RowWriterOptions<'serving'>, 'router' | 'clients'>;
    const right: Parts & WriterParts = { router: serving.router, clients: serving.clients };
    // @ts-expect-error A router of batch work.
    const router: Router<'serving'> = batch.router;
    // @ts-expect-error Clients of batch work.
    const clients: ClusterClients<'serving'> = batch.clients;
    // @ts-expect-error A reader's parts of different workloads.
    const reader: Parts = { router: serving.router, clients: batch.clients };
    // @ts-expect-error A writer's parts of different workloads.
    const writer: WriterParts = { router: batch.router, clients: serving.clients };
    expect([right, router, clients, reader, writer]).toHaveLength(5);
  });
});
