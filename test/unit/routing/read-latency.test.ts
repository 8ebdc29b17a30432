import { createRouting } from '../../../src/routing/routing';
import { seededRandom } from '../../../src/platform/random';
import { DOCUMENT, RoutingWorld, topologyOf } from './routing-world';

const KEY = Buffer.from('0a#ada');

const instance = (cluster: string, region: string) => ({
  clusters: { [cluster]: { region } },
  appProfiles: { [`at-${cluster}`]: { cluster } },
});

/** Three tables in an instance each: of several regions, of the region of the process, and of another one. */
const THREE_INSTANCES = {
  ...DOCUMENT,
  instances: {
    ...DOCUMENT.instances,
    near: instance('near-a', 'eu'),
    far: instance('far-a', 'asia'),
  },
  corpora: { t: 'demo', near: 'near', far: 'far' },
};

describe('The latency of reads that a process publishes', () => {
  it('is that of the slowest cluster of its region in any instance, and not of other regions', async () => {
    const world = await RoutingWorld.open(THREE_INSTANCES);
    const { tables, instances } = world.core.dependencies;
    for (const name of ['near', 'far']) {
      const path = `projects/p/instances/${name}`;
      await tables.create({ name: `${path}/tables/${name}` }, [{ name: 'f' }], instances.getOrCreate(path));
    }
    const routing = createRouting({
      workload: 'serving',
      clock: world.clock,
      random: seededRandom(2),
      emulated: true,
      topology: topologyOf(THREE_INSTANCES),
      transport: () => world.transport(),
      limits: { latencySamplesMin: 5 },
    });
    const sample = async (table: string): Promise<void> => {
      const client = routing.clients.of(routing.router.forRead(table, KEY)[0]!);
      for (let read = 0; read < 5; read++)
        await world.settled(client.readRow({ table, key: KEY }, { timeoutMs: 1_000 }));
    };
    await sample('far');
    expect(routing.readLatencyMs()).toBeUndefined();
    await sample('t');
    expect(routing.readLatencyMs()).toBeLessThan(6);
    world.core.faults.changeClusters('near-a', { slowMs: 20 });
    await sample('near');
    expect(routing.readLatencyMs()).toBeGreaterThanOrEqual(20);
    expect(routing.readLatencyMs()).toBeLessThan(24);
    await routing.close();
    await world.core.close();
  });
});
