import { setCell } from '../../../src/bigtable/mutations';
import { RoutingWorld } from './routing-world';

const KEY = Buffer.from('00#ada');

describe('Routing', () => {
  it('reads and writes at the cluster that it is told', async () => {
    const world = await RoutingWorld.open();
    const { router, clients } = world.routing('serving');
    const [nearest] = router.forWrite('t', KEY);
    const row = { key: KEY, mutations: [setCell('f', Buffer.from('q'), 1000, Buffer.from('v'))] };
    await world.settled(clients.of(nearest!).mutateRow('t', row));
    for (const cluster of router.forRead('t', KEY)) {
      const { value, tookMs } = await world.settled(clients.of(cluster).readRow({ table: 't', key: KEY }));
      console.log(cluster.id, value?.cells.length, tookMs);
    }
  });
});
