import { NewOriginDelay } from '../../../../src/routing/topology/new-origin-delay';
import { storeTopology, type StoreTopology } from '../../../../src/routing/topology/store-topology';
import { parseTopology } from '../../../../src/routing/topology/topology-file';

const SETTLE_MS = 30_000;
const FENCE = { writes: 'fenced', fencedAt: '2026-11-21T12:00:00Z' };

type Writes = Readonly<Record<string, string | object>>;

/** Returns a topology of clusters with the given write states, by id. */
function topologyOf(clusters: Writes): StoreTopology {
  const declared = Object.entries(clusters).map(([id, writes], index): [string, object] => [
    id,
    { region: `r${index}`, ...(typeof writes === 'string' ? { writes } : writes) },
  ]);
  const appProfiles = Object.keys(clusters).map((id): [string, object] => [`at-${id}`, { cluster: id }]);
  return storeTopology(
    parseTopology({
      instances: {
        demo: { clusters: Object.fromEntries(declared), appProfiles: Object.fromEntries(appProfiles) },
      },
      corpora: { users: 'demo' },
    }),
  );
}

const writesIn = ({ instances }: StoreTopology): Record<string, string> =>
  Object.fromEntries(instances[0]!.clusters.serving.map(({ id, writes }) => [id, writes]));

describe('A cluster that newly accepts writes', () => {
  let settling: NewOriginDelay;
  const settle = (clusters: Writes, nowMs: number) => settling.apply(topologyOf(clusters), nowMs);
  beforeEach(() => {
    settling = new NewOriginDelay(SETTLE_MS);
    expect(settle({ a: 'accepted' }, 0).delayedClusters).toEqual([]);
  });

  it('counts as draining until other processes have had time to read the topology', () => {
    const first = settle({ a: 'accepted', b: 'accepted' }, 1_000);
    expect(writesIn(first.topology)).toEqual({ a: 'accepted', b: 'draining' });
    expect(first).toMatchObject({ delayedClusters: ['b'], firstReadyMs: 31_000 });
    expect(first.topology.corpora.get('users')).toBe(first.topology.instances[0]);
    const before = settle({ a: 'accepted', b: 'accepted' }, 30_999);
    expect(writesIn(before.topology)).toMatchObject({ b: 'draining' });
    const then = settle({ a: 'accepted', b: 'accepted' }, 31_000);
    expect(then).toMatchObject({ delayedClusters: [], firstReadyMs: undefined });
    expect(writesIn(then.topology)).toEqual({ a: 'accepted', b: 'accepted' });
  });

  it('is not delayed further when it has been draining for that long', () => {
    settle({ a: 'accepted', b: 'draining' }, 0);
    expect(settle({ a: 'accepted', b: 'accepted' }, 30_000).delayedClusters).toEqual([]);
  });

  it('is delayed for the rest of the time when it has been draining for less', () => {
    settle({ a: 'accepted', b: 'draining' }, 0);
    expect(settle({ a: 'accepted', b: 'accepted' }, 10_000).firstReadyMs).toBe(30_000);
  });

  it.each([['refused'], [FENCE]])('is delayed again after it was not an origin: %j', (writes) => {
    settle({ a: 'accepted', b: 'draining' }, 0);
    settle({ a: 'accepted', b: writes }, 40_000);
    expect(settle({ a: 'accepted', b: 'accepted' }, 50_000).firstReadyMs).toBe(80_000);
  });

  it('is not delayed when no other cluster of the instance accepts writes', () => {
    const { topology, delayedClusters: waiting } = settle({ a: 'draining', b: 'accepted' }, 0);
    expect([waiting, writesIn(topology)]).toEqual([[], { a: 'draining', b: 'accepted' }]);
  });

  it('is not delayed when the first topology of the process already has it', () => {
    const begun = new NewOriginDelay(SETTLE_MS).apply(topologyOf({ a: 'accepted', b: 'accepted' }), 0);
    expect(begun.delayedClusters).toEqual([]);
  });
});
