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

/** One region with so many clusters. */
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

describe('The order of clusters', () => {
  it('goes by regions: the own one, then the linked ones by their delay, then the others by name', () => {
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

  it('begins in the client region of the topology when the process says no other', () => {
    expect(routingOf(topologyOf(DOCUMENT)).router.forRead('t', KEYS[0]!)[0]!.region).toBe('eu');
  });

  it('names every cluster once, and only those for serving', () => {
    const named = orders(routingOf(topologyOf(DOCUMENT))).map((order) => [...order].sort().join());
    expect(new Set(named)).toEqual(new Set(['asia-a,eu-a,eu-b,us-a,us-b']));
  });

  it('is the same for a row every time, and in every process', () => {
    expect(orders(routingOf(topologyOf(DOCUMENT)))).toEqual(orders(routingOf(topologyOf(DOCUMENT))));
  });

  it('shares rows out evenly, as first choices and as second ones', () => {
    fc.assert(
      fc.property(fleets, (names) => {
        const all = orders(routingOf(fleet(names)), KEYS);
        const mean = KEYS.length / names.length;
        for (const place of [0, 1]) {
          const counts = new Map(names.map((name) => [name, 0]));
          for (const order of all) counts.set(order[place]!, counts.get(order[place]!)! + 1);
          const deviations = Array.from(counts.values(), (count) => Math.abs(count - mean));
          // Six standard deviations of a fair draw.
          expect(Math.max(...deviations)).toBeLessThan(6 * Math.sqrt(mean));
        }
      }),
      { numRuns: 10 },
    );
  });

  it('changes by nothing but the cluster that comes or goes', () => {
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

  it('is that of the declaration in no way', () => {
    const names = ['a', 'b', 'c', 'd'];
    expect(orders(routingOf(fleet(names)))).toEqual(orders(routingOf(fleet([...names].reverse()))));
  });
});

describe('Writes', () => {
  const draining = topologyOf(
    changed(({ clusters }) => {
      clusters['eu-a']!['writes'] = 'draining';
      clusters['eu-b']!['writes'] = 'refused';
      clusters['us-a']!['writes'] = 'refused';
    }),
  );

  it("go in the reads' order", () => {
    const { router } = routingOf(topologyOf(DOCUMENT));
    const written = KEYS.map((key) => ids(router.forWrite('t', key)).join());
    expect(written).toEqual(KEYS.map((key) => ids(router.forRead('t', key)).join()));
  });

  it('go nowhere but to clusters that accept them', () => {
    const { router } = routingOf(draining);
    const written = KEYS.map((key) => ids(router.forWrite('t', key)).join());
    expect(new Set(written)).toEqual(new Set(['us-b,asia-a']));
  });

  it('have nowhere to go when all refuse them', () => {
    const document = changed(({ clusters }) => {
      for (const cluster of Object.values(clusters)) cluster['writes'] = 'draining';
    });
    expect(routingOf(topologyOf(document)).router.forWrite('t', KEYS[0]!)).toEqual([]);
  });

  it('may have been acknowledged where they are accepted or were until lately', () => {
    expect(ids(routingOf(draining).router.origins('t'))).toEqual(['eu-a', 'us-b', 'asia-a']);
  });
});

describe('A router', () => {
  it('knows its clusters by their codes, and no others', () => {
    const topology = topologyOf(DOCUMENT);
    const { serving, batch } = topology.instances[0]!.clusters;
    const { router } = routingOf(topology);
    for (const cluster of serving) expect(router.byCode(cluster.code)).toBe(cluster);
    expect(router.byCode(batch[0]!.code)).toBeUndefined();
    expect(router.byCode('none')).toBeUndefined();
  });

  it('sends a corpus to the instance that it lives in', () => {
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

  it('for batch work has the clusters for batch work', () => {
    const topology = topologyOf(DOCUMENT);
    const { router } = createRouting({ topology, workload: 'batch', transport: NO_TRANSPORT });
    expect(ids(router.forRead('t', KEYS[0]!))).toEqual(['eu-batch']);
    expect(ids(router.forWrite('t', KEYS[0]!))).toEqual(['eu-batch']);
    expect(ids(router.origins('t'))).toEqual(['eu-batch']);
  });

  it('for batch work reads by Data Boost where there are none, without an origin', () => {
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

  it('says so when there is nothing for batch work', () => {
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

  it("puts Bigtable's own choice in front of eventual reads, in its own region and nowhere else", () => {
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

  it('keeps the objects of clusters that a reload leaves as they were', () => {
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

  it('follows a cluster that changes its region, and hands nobody one that changes its role', () => {
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
    // A read that is under way goes on by the list that it has.
    expect(begun).toHaveLength(5);
    expect(begun[0]).toBe(first);
  });
});
