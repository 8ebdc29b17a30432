import { createRouting, type Routing } from '../../../src/routing/routing';
import type { StoreTopology } from '../../../src/routing/topology/store-topology';
import { createLocalTransport } from '../../support/local-bigtable/local-transport';
import { changed, RoutingWorld, topologyOf } from './routing-world';

const KEYS = Array.from({ length: 600 }, (_, index) => Buffer.from(`0a#user-${index}`));

/** Adds a profile for transactions at each of these clusters, beside the existing profiles. */
const withProfiles = (...ids: readonly string[]): StoreTopology =>
  topologyOf(
    changed(({ appProfiles }) => {
      for (const id of ids) appProfiles[`caps-${id}`] = { cluster: id, transactions: true };
    }),
  );

describe('The cluster for the transactions of a row', () => {
  let world: RoutingWorld;

  beforeAll(async () => (world = await RoutingWorld.open()));
  afterAll(() => world.core.close());

  function routing(
    topology: StoreTopology,
    places: { readonly region?: string; readonly transactionsRegion?: string } = {},
  ): Routing<'serving'> {
    return createRouting({
      topology,
      workload: 'serving',
      clock: world.clock,
      ...places,
      transport: () => createLocalTransport({ handlers: world.core.handlers, clock: world.clock }),
    });
  }

  const chosen = ({ router }: Routing<'serving'>): readonly (string | undefined)[] =>
    KEYS.map((key) => router.forTransaction('t', key)?.id);

  it('is the same for all processes in every region, and differs between rows', () => {
    const topology = withProfiles('eu-a', 'eu-b', 'us-a', 'asia-a');
    const choices = ['eu', 'us', 'asia'].map((region) => chosen(routing(topology, { region })));
    expect(choices[1]).toEqual(choices[0]);
    expect(choices[2]).toEqual(choices[0]);
    const counts = ['eu-a', 'eu-b', 'us-a', 'asia-a'].map(
      (id) => choices[0]!.filter((each) => each === id).length,
    );
    for (const count of counts) expect(count).toBeGreaterThan(KEYS.length / 8);
  });

  it('is always the same entry, with the app profile that allows transactions', () => {
    const { router } = routing(withProfiles('us-a'));
    const cluster = router.forTransaction('t', KEYS[0]!);
    expect(cluster).toMatchObject({ id: 'us-a', appProfileId: 'caps-us-a' });
    expect(router.forTransaction('t', KEYS[1]!)).toBe(cluster);
    expect(router.forWrite('t', KEYS[0]!).find(({ id }) => id === 'us-a')?.appProfileId).toBe('at-us-a');
  });

  it('changes only for the rows that a new cluster wins', () => {
    const before = chosen(routing(withProfiles('eu-a', 'us-a')));
    const after = chosen(routing(withProfiles('eu-a', 'us-a', 'asia-a')));
    const moved = after.filter((id, i) => id !== before[i]);
    expect(new Set(moved)).toEqual(new Set(['asia-a']));
    expect(moved.length).toBeLessThan(KEYS.length / 2);
  });

  it('is in the configured region, or undefined', () => {
    const topology = withProfiles('eu-a', 'us-a', 'us-b');
    const inUs = chosen(routing(topology, { region: 'eu', transactionsRegion: 'us' }));
    expect(new Set(inUs)).toEqual(new Set(['us-a', 'us-b']));
    expect(new Set(chosen(routing(topology, { transactionsRegion: 'asia' })))).toEqual(new Set([undefined]));
  });

  it('is undefined without a profile that allows transactions, and never a cluster that takes no writes', () => {
    expect(new Set(chosen(routing(withProfiles())))).toEqual(new Set([undefined]));
    const draining = topologyOf(
      changed(({ appProfiles, clusters }) => {
        appProfiles['caps-eu-a'] = { cluster: 'eu-a', transactions: true };
        clusters['eu-a']!['writes'] = 'draining';
      }),
    );
    expect(new Set(chosen(routing(draining)))).toEqual(new Set([undefined]));
  });
});
