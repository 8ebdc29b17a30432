import { join } from 'node:path';
import { describeTopology, topologyLines } from '../../../../src/cli/topology/report';
import { storeTopology } from '../../../../src/routing/topology/store-topology';
import { loadTopology, parseTopology } from '../../../../src/routing/topology/topology-file';

const EXAMPLE = join(__dirname, '../../../../infra/examples/topologies/three-continents.json');

describe('The description of a topology', () => {
  it('lists the clusters with their app profiles, the origins, and the order of regions', () => {
    const { instances, orders, remarks } = describeTopology(storeTopology(loadTopology(EXAMPLE)));
    const [instance] = instances;
    expect(instance?.name).toBe('projects/tidemark/instances/tidemark');
    expect(instance?.clusters.map(({ id, workload, appProfileId }) => [id, workload, appProfileId])).toEqual(
      expect.arrayContaining([
        ['us-a', 'serving', 'strict-us-a'],
        ['us-batch', 'batch', 'batch'],
      ]),
    );
    expect(instance?.origins).toEqual(['us-a', 'us-b', 'eu-b', 'eu-c', 'asia-a']);
    expect(orders).toMatchObject({ 'europe-west1': ['europe-west1', 'us-central1', 'asia-east1'] });
    expect(remarks).toEqual([]);
  });

  it('notes possible mistakes, and lists the instances of corpora', () => {
    const cluster = { region: 'eu', writes: 'refused' };
    const topology = parseTopology({
      instances: {
        main: { clusters: { a: cluster } },
        more: {
          clusters: {
            b: { region: 'us' },
            c: { region: 'us', zone: 'us-c', role: 'batch', writes: 'draining' },
          },
          appProfiles: { b: { cluster: 'b' }, c: { cluster: 'c', priority: 'low' } },
        },
      },
      corpora: { users: 'more' },
    });
    const lines = topologyLines(describeTopology(storeTopology(topology))).join('\n');
    expect(lines).toContain('Note: main: no serving cluster accepts writes.');
    expect(lines).toContain('Note: main: batch jobs have no cluster');
    expect(lines).toContain('Note: more: batch jobs can only read.');
    expect(lines).toContain('account for the writes of: none');
    expect(lines).toContain('corpus users is in more');
  });
});
