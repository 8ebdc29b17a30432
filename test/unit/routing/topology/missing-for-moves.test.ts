import { join } from 'node:path';
import { missingForMoves } from '../../../../src/routing/topology/missing-for-moves';
import { storeTopology } from '../../../../src/routing/topology/store-topology';
import { loadTopology } from '../../../../src/routing/topology/topology-file';
import type { ClusterDeclaration, InstanceDeclaration } from '../../../../src/routing/topology/topology';

const example = loadTopology(join(__dirname, '../../../../infra/examples/topologies/residency.json'));

/** Returns what the placement `eu` lacks after a change of its instance. */
function missingAfter(change: (instance: InstanceDeclaration) => InstanceDeclaration): string | undefined {
  const instances = example.instances.map((each) => (each.name.endsWith('-eu') ? change(each) : each));
  const topology = storeTopology({ ...example, instances });
  return missingForMoves(topology, topology.placements!.placements.get('eu')!);
}

const withBatch = (change: Partial<ClusterDeclaration>) => (instance: InstanceDeclaration) => ({
  ...instance,
  clusters: instance.clusters.map((each) => (each.role === 'batch' ? { ...each, ...change } : each)),
});

describe('A placement whose rows are moved', () => {
  it('lacks nothing if a batch cluster of each instance accepts writes and allows transactions', () => {
    expect(missingAfter((instance) => instance)).toBeUndefined();
  });

  it('needs a batch cluster', () => {
    const missing = missingAfter((instance) => ({
      ...instance,
      clusters: instance.clusters.filter(({ role }) => role === 'serving'),
    }));
    expect(missing).toBe('instance "tidemark-eu" has no batch cluster');
  });

  it('needs more than Data Boost, which only reads', () => {
    const routing = { kind: 'single-cluster', clusterId: 'eu-west', transactions: false } as const;
    const boost = { id: 'boost', description: '', priority: 'high', readOnly: true, routing } as const;
    const missing = missingAfter((instance) => ({
      ...instance,
      clusters: instance.clusters.filter(({ role }) => role === 'serving'),
      appProfiles: [...instance.appProfiles, boost],
    }));
    expect(missing).toBe('instance "tidemark-eu" has no batch cluster');
  });

  it.each(['refused', 'draining'] as const)('needs a batch cluster whose writes are not %s', (writes) => {
    expect(missingAfter(withBatch({ writes }))).toBe(
      'no batch cluster of instance "tidemark-eu" accepts writes',
    );
  });

  it('needs an app profile with transactions at that cluster', () => {
    const missing = missingAfter((instance) => ({
      ...instance,
      appProfiles: instance.appProfiles.map((profile) =>
        profile.id === 'batch' && profile.routing.kind === 'single-cluster'
          ? { ...profile, routing: { ...profile.routing, transactions: false } }
          : profile,
      ),
    }));
    expect(missing).toBe(
      'no app profile of instance "tidemark-eu" allows transactions at a batch cluster that accepts writes',
    );
  });
});
