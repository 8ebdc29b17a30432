import { setCell } from '../../../src/bigtable/write/mutations';
import { timedClients } from '../../../src/routing/clients/timed-clients';
import { changed, RoutingWorld, topologyOf } from './routing-world';

const KEY = Buffer.from('0a#ada');
const TRANSACTIONAL = changed(({ appProfiles }) => {
  appProfiles['at-us-a'] = { cluster: 'us-a', transactions: true };
});

describe('Clients that measure transactions', () => {
  it('report the cluster and the duration of each, and of no other call', async () => {
    const world = await RoutingWorld.open(TRANSACTIONAL);
    const { router, clients } = world.routing('serving', { topology: topologyOf(TRANSACTIONAL) });
    const seen: [string, number][] = [];
    const timed = timedClients(clients, world.clock, ({ id }, durationMs) => seen.push([id, durationMs]));
    const cluster = router.forRead('t', KEY).find(({ id }) => id === 'us-a')!;
    const client = timed.of(cluster);
    expect(timed.of(cluster)).toBe(client);
    const mutation = setCell('f', Buffer.from('q'), 1_000, Buffer.from('v'));
    await world.settled(client.mutateRow('t', { key: KEY, mutations: [mutation] }));
    await world.settled(client.readRow({ table: 't', key: KEY }));
    expect(seen).toEqual([]);
    const request = { table: 't', key: KEY, onMatch: [mutation], onNoMatch: [mutation] };
    await world.settled(client.checkAndMutateRow(request));
    expect(seen).toEqual([['us-a', 80]]);
    await world.core.close();
  });

  it('are the given ones without an observer', async () => {
    const world = await RoutingWorld.open();
    const { clients } = world.routing('serving', {});
    expect(timedClients(clients, world.clock, undefined)).toBe(clients);
    await world.core.close();
  });
});
