import type { Cluster } from '../../../src/routing/topology/cluster';
import type { ClusterClients } from '../../../src/routing/clients/cluster-clients';
import type { Router } from '../../../src/routing/affinity/router';
import type { ReaderOptions } from '../../../src/consistency/read/reader';
import type { RowWriterOptions } from '../../../src/consistency/write/row-writer';
import { changed, RoutingWorld, topologyOf } from './routing-world';

const KEY = Buffer.from('0a#ada');

/** Of each `@ts-expect-error` the type checker says so when there is no error. */
describe('Workloads', () => {
  let world: RoutingWorld;
  const routings = () => ({ serving: world.routing('serving'), batch: world.routing('batch') });

  beforeAll(async () => {
    world = await RoutingWorld.open();
  });

  afterAll(() => world.core.close());

  it('serving cannot reach a cluster for batch work', () => {
    const { serving, batch } = routings();
    const [cluster] = batch.router.forRead('t', KEY);
    expect(() => {
      // @ts-expect-error The cluster is for batch work.
      serving.clients.of(cluster!);
    }).toThrow('eu-batch is a cluster for batch, and out of reach for serving');
    expect(world.connected).toEqual([]);
  });

  it('batch work cannot reach a cluster for serving', () => {
    const { serving, batch } = routings();
    const [cluster] = serving.router.forWrite('t', KEY);
    expect(() => {
      // @ts-expect-error The cluster is for serving.
      batch.clients.of(cluster!);
    }).toThrow('out of reach for batch');
  });

  it('nor can either through a cluster of whatever workload, or with the types talked out of it', () => {
    const { serving, batch } = routings();
    const some: Cluster = batch.router.forRead('t', KEY)[0]!;
    // @ts-expect-error Nobody knows what the cluster is for.
    expect(() => serving.clients.of(some)).toThrow(Error);
    expect(() => serving.clients.of(some as Cluster<'serving'>)).toThrow(Error);
    expect(() => (serving.clients as ClusterClients<never>).of(some as never)).toThrow(Error);
  });

  it('a cluster that changed its workload is out of reach for the old one', () => {
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

  it('readers and writers of serving take nothing of batch work', () => {
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
