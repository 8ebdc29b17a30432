import fc from 'fast-check';
import type { Cluster } from '../../../src/routing/topology/cluster';
import { createRouting, type Routing } from '../../../src/routing/routing';
import type { StoreTopology } from '../../../src/routing/topology/store-topology';
import { tidemarkError } from '../../support/tidemark-error';
import { changed, DOCUMENT, topologyOf } from './routing-world';

const KEYS = Array.from({ length: 1_500 }, (_, index) => Buffer.from(`${index % 16}a#user-${index}`));
const NO_TRANSPORT = (): never => {
  throw new Error('nothing is sent here');
};

const routingOf = (topology: StoreTopology, region?: string): Routing<'serving'> =>
  createRouting({ topology, workload: 'serving', transport: NO_TRANSPORT, region });

/** Returns a topology of one region with `count` clusters. */
function fleet(ids: readonly string[]): StoreTopology {
  const clusters = Object.fromEntries(ids.map((id) => [id, { region: 'eu', zone: `eu-${id}` }]));
  const appProfiles = Object.fromEntries(ids.map((id) => [`at-${id}`, { cluster: id }]));
  return topologyOf({ clientRegion: 'eu', instances: { demo: { clusters, appProfiles } } });
}

const ids = (clusters: readonly Cluster[]): readonly string[] => clusters.map(({ id }) => id);
const orders = ({ router }: Routing<'serving'>, keys = KEYS.slice(0, 200)) =>
  keys.map((key) => ids(router.forRead('t', key)));

const fleets = fc.uniqueArray(
  fc.integer({ min: 0, max: 999 }).map((n) => `c${n}`),
  { minLength: 2, maxLength: 9 },
);

describe('The order of clusters for a row', () => {
  it('lists the own region first, then linked regions by delay, then the others by name', () => {
    const document = changed((instance, all) => {
      for (const region of ['africa', 'antarctica']) {
        instance.clusters[`${region}-a`] = { region };
        instance.appProfiles[`at-${region}-a`] = { cluster: `${region}-a` };
      }
      all['clientRegions'] = ['nowhere'];
    });
    const regionsFrom = (region: string): readonly string[] => [
      ...new Set(
        routingOf(topologyOf(document), region)
          .router.forRead('t', KEYS[0]!)
          .map((each) => each.region),
      ),
    ];
    expect(regionsFrom('eu')).toEqual(['eu', 'us', 'asia', 'africa', 'antarctica']);
    expect(regionsFrom('asia')).toEqual(['asia', 'us', 'eu', 'africa', 'antarctica']);
    expect(regionsFrom('nowhere')).toEqual(['africa', 'antarctica', 'asia', 'eu', 'us']);
  });

  it('starts in the client region of the topology when the process has no region of its own', () => {
    expect(routingOf(topologyOf(DOCUMENT)).router.forRead('t', KEYS[0]!)[0]!.region).toBe('eu');
  });

  it('contains every serving cluster once and no batch cluster', () => {
    const named = orders(routingOf(topologyOf(DOCUMENT))).map((order) => [...order].sort().join());
    expect(new Set(named)).toEqual(new Set(['asia-a,eu-a,eu-b,us-a,us-b']));
  });

  it('is the same for a row on every call and in every process', () => {
    expect(orders(routingOf(topologyOf(DOCUMENT)))).toEqual(orders(routingOf(topologyOf(DOCUMENT))));
  });

  it('distributes rows evenly over first and second positions', () => {
    fc.assert(
      fc.property(fleets, (names) => {
        const all = orders(routingOf(fleet(names)), KEYS);
        const mean = KEYS.length / names.length;
        for (const place of [0, 1]) {
          const counts = new Map(names.map((name) => [name, 0]));
          for (const order of all) counts.set(order[place]!, counts.get(order[place]!)! + 1);
          const deviations = Array.from(counts.values(), (count) => Math.abs(count - mean));
          // The bound is six standard deviations of a uniform distribution.
          expect(Math.max(...deviations)).toBeLessThan(6 * Math.sqrt(mean));
        }
      }),
      { numRuns: 10 },
    );
  });

  it('changes only by the cluster that is added or removed', () => {
    fc.assert(
      fc.property(fleets, (names) => {
        const gone = names[0]!;
        const before = orders(routingOf(fleet(names)));
        const after = orders(routingOf(fleet(names.slice(1))));
        expect(after).toEqual(before.map((order) => order.filter((id) => id !== gone)));
      }),
      { numRuns: 10 },
    );
  });

  it('does not depend on the order of the declaration', () => {
    const names = ['a', 'b', 'c', 'd'];
    expect(orders(routingOf(fleet(names)))).toEqual(orders(routingOf(fleet([...names].reverse()))));
  });
});

describe('The order of clusters for writes', () => {
  const draining = topologyOf(
    changed(({ clusters }) => {
      clusters['eu-a']!['writes'] = 'draining';
      clusters['eu-b']!['writes'] = 'refused';
      clusters['us-a']!['writes'] = 'refused';
    }),
  );

  it('equals the order for reads', () => {
    const { router } = routingOf(topologyOf(DOCUMENT));
    const written = KEYS.map((key) => ids(router.forWrite('t', key)).join());
    expect(written).toEqual(KEYS.map((key) => ids(router.forRead('t', key)).join()));
  });

  it('contains only clusters that accept writes', () => {
    const { router } = routingOf(draining);
    const written = KEYS.map((key) => ids(router.forWrite('t', key)).join());
    expect(new Set(written)).toEqual(new Set(['us-b,asia-a']));
  });

  it('is empty when all clusters refuse writes', () => {
    const document = changed(({ clusters }) => {
      for (const cluster of Object.values(clusters)) cluster['writes'] = 'draining';
    });
    expect(routingOf(topologyOf(document)).router.forWrite('t', KEYS[0]!)).toEqual([]);
  });

  it('has as origins the clusters that accept writes or are draining', () => {
    expect(ids(routingOf(draining).router.origins('t'))).toEqual(['eu-a', 'us-b', 'asia-a']);
  });
});

describe('A router', () => {
  it('finds its own clusters by their origin codes, and no others', () => {
    const topology = topologyOf(DOCUMENT);
    const { serving, batch } = topology.instances[0]!.clusters;
    const { router } = routingOf(topology);
    for (const cluster of serving) expect(router.byCode(cluster.code)).toBe(cluster);
    expect(router.byCode(batch[0]!.code)).toBeUndefined();
    expect(router.byCode('none')).toBeUndefined();
  });

  it('routes a corpus to its instance', () => {
    const document = changed((_, all) => {
      (all['instances'] as Record<string, unknown>)['second'] = { clusters: { only: { region: 'us' } } };
      all['corpora'] = { users: 'second' };
    });
    const { router } = routingOf(topologyOf(document));
    expect(ids(router.forRead('users', KEYS[0]!))).toEqual(['only']);
    expect(ids(router.forWrite('users', KEYS[0]!))).toEqual(['only']);
    expect(ids(router.origins('users'))).toEqual(['only']);
    expect(router.forRead('others', KEYS[0]!)).toHaveLength(5);
    expect(router.origins('others')).toHaveLength(5);
  });

  it('for batch work uses batch clusters', () => {
    const topology = topologyOf(DOCUMENT);
    const { router } = createRouting({ topology, workload: 'batch', transport: NO_TRANSPORT });
    expect(ids(router.forRead('t', KEYS[0]!))).toEqual(['eu-batch']);
    expect(ids(router.forWrite('t', KEYS[0]!))).toEqual(['eu-batch']);
    expect(ids(router.origins('t'))).toEqual(['eu-batch']);
  });

  it('for batch work reads through Data Boost when there is no batch cluster, and has no origin then', () => {
    const topology = topologyOf(
      changed((instance) => {
        delete instance.clusters['eu-batch'];
        instance.appProfiles['batch'] = { cluster: 'us-a', dataBoost: true };
      }),
    );
    const { router } = createRouting({ topology, workload: 'batch', transport: NO_TRANSPORT });
    const [boosted] = router.forRead('t', KEYS[0]!);
    expect(boosted).toMatchObject({ id: 'us-a:batch', indirect: 'data-boost' });
    expect(router.forWrite('t', KEYS[0]!)).toEqual([]);
    expect(router.origins('t')).toEqual([]);
    expect(router.byCode(boosted!.code)).toBeUndefined();
  });

  it('for batch work rejects a read when there is neither a batch cluster nor Data Boost', () => {
    const topology = topologyOf(
      changed((instance) => {
        delete instance.clusters['eu-batch'];
        delete instance.appProfiles['batch'];
      }),
    );
    const { router } = createRouting({ topology, workload: 'batch', transport: NO_TRANSPORT });
    expect(() => router.forRead('t', KEYS[0]!)).toThrow(tidemarkError('invalid_argument', 'topology'));
    expect(router.forWrite('t', KEYS[0]!)).toEqual([]);
  });

  it('puts the row-affinity entry first for eventual reads in its own region only', () => {
    const topology = topologyOf(
      changed((instance, all) => {
        instance.appProfiles['any-eu'] = { clusters: ['eu-a', 'eu-b'], rowAffinity: true };
        all['nativeRowAffinity'] = true;
      }),
    );
    const { router } = routingOf(topology);
    const reads = ids(router.forRead('t', KEYS[0]!));
    expect(ids(router.forEventualRead('t', KEYS[0]!))).toEqual(['any:any-eu', ...reads]);
    expect(reads).toHaveLength(5);
    expect(ids(router.forWrite('t', KEYS[0]!))).toEqual(reads);
    expect(ids(router.origins('t'))).not.toContain('any:any-eu');
    const fromUs = routingOf(topology, 'us').router;
    expect(fromUs.forEventualRead('t', KEYS[0]!)).toEqual(fromUs.forRead('t', KEYS[0]!));
  });

  it('keeps the objects of clusters that a reload does not change', () => {
    const routing = routingOf(topologyOf(DOCUMENT));
    const before = new Map(routing.router.forRead('t', KEYS[0]!).map((cluster) => [cluster.id, cluster]));
    routing.reload(
      topologyOf(
        changed(({ clusters, appProfiles }, all) => {
          clusters['us-a']!['writes'] = 'draining';
          delete clusters['asia-a'];
          delete appProfiles['at-asia-a'];
          all['clientRegions'] = ['asia'];
        }),
      ),
    );
    const after = routing.router.forRead('t', KEYS[0]!);
    expect(ids(after)).not.toContain('asia-a');
    for (const cluster of after) {
      expect(cluster === before.get(cluster.id)).toBe(cluster.id !== 'us-a');
    }
    expect(before.size).toBe(5);
  });

  it('follows a cluster to another region, and drops one that changes its workload', () => {
    const routing = routingOf(topologyOf(DOCUMENT));
    const [key] = KEYS as [Buffer];
    const begun = routing.router.forRead('t', key);
    const [first] = begun as [Cluster];
    const moved = changed(({ clusters }) => (clusters[first.id] = { region: 'asia', zone: 'asia-z' }));
    routing.reload(topologyOf(moved));
    const later = routing.router.forRead('t', key);
    expect(ids(later).slice(-2)).toContain(first.id);
    expect(later.find(({ id }) => id === first.id)).toMatchObject({ region: 'asia', code: first.code });
    const turned = changed(({ clusters, appProfiles }) => {
      clusters[first.id]!['role'] = 'batch';
      appProfiles[`at-${first.id}`]!['priority'] = 'low';
    });
    routing.reload(topologyOf(turned));
    expect(ids(routing.router.forRead('t', key))).not.toContain(first.id);
    expect(ids(routing.router.origins('t'))).not.toContain(first.id);
    expect(routing.router.byCode(first.code)).toBeUndefined();
    // A read in flight continues with the list that it has.
    expect(begun).toHaveLength(5);
    expect(begun[0]).toBe(first);
  });
});
