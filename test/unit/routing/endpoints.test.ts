import { createRouting } from '../../../src/routing/routing';
import { changed, RoutingWorld, topologyOf } from './routing-world';

const KEY = Buffer.from('0a#user');

describe('Endpoints of clusters', () => {
  let world: RoutingWorld;
  beforeEach(async () => {
    world = await RoutingWorld.open();
  });
  afterEach(() => world.core.close());

  it('are used for calls to these clusters, transactions included, and the common one for all others', async () => {
    const regional = 'bigtable.us.rep.googleapis.com:443';
    const opened: [string, string | undefined][] = [];
    const { router, clients } = createRouting({
      topology: topologyOf(
        changed(({ clusters, appProfiles }) => {
          clusters['us-a'] = { ...clusters['us-a'], endpoint: regional };
          appProfiles['caps'] = { cluster: 'us-a', transactions: true };
        }),
      ),
      workload: 'serving',
      clock: world.clock,
      transport: (instance, endpoint) => {
        opened.push([instance, endpoint]);
        return world.transport();
      },
    });
    for (const cluster of [...router.forRead('t', KEY), router.forTransaction('t', KEY)!])
      clients.of(cluster);
    expect(router.forTransaction('t', KEY)?.endpoint).toBe(regional);
    expect(opened.sort()).toEqual([
      ['projects/p/instances/demo', undefined],
      ['projects/p/instances/demo', regional],
    ]);
  });
});
