import { singleClusterTopology, storeTopology } from '../../../src/routing/topology/store-topology';
import { workloadOfBatchWrites } from '../../../src/store/open-store';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { tidemarkError } from '../../support/tidemark-error';

type Clusters = Readonly<Record<string, Readonly<Record<string, string>>>>;

const SERVING: Clusters = { 'eu-a': { region: 'eu' } };
const BATCH = { region: 'eu', zone: 'eu-b', role: 'batch' };

/** `users` is in the first instance, `items` in the second. */
function workloadOf(
  table: string,
  users: Clusters,
  items: Clusters = SERVING,
  profiles: object = {},
): string {
  const instanceOf = (clusters: Clusters): object => {
    const own = Object.keys(clusters).map((id) => [`at-${id}`, { cluster: id, priority: 'low' }]);
    return { clusters, appProfiles: { ...(Object.fromEntries(own) as object), ...profiles } };
  };
  const instances = { one: instanceOf(users), two: instanceOf(items) };
  const topology = storeTopology(parseTopology({ instances, corpora: { items: 'two' } }));
  return workloadOfBatchWrites(topology, table);
}

describe('Batch work that writes', () => {
  it('goes through the clusters for batch work', () => {
    expect(workloadOf('users', { ...SERVING, batch: BATCH })).toBe('batch');
  });

  it.each(['draining', 'refused'])('goes nowhere else while their writes are %s', (writes) => {
    const clusters = { ...SERVING, batch: { ...BATCH, writes } };
    expect(() => workloadOf('users', clusters)).toThrow(tidemarkError('no_write_cluster'));
  });

  it('goes nowhere else where only another instance has such a cluster', () => {
    const clusters = { ...SERVING, batch: BATCH };
    expect(() => workloadOf('items', clusters)).toThrow(tidemarkError('no_write_cluster'));
    expect(() => workloadOf('items', clusters)).toThrow('instance "two"');
  });

  it('goes through the clusters for serving where there is nothing to keep apart', () => {
    expect(workloadOf('users', SERVING)).toBe('serving');
    const undescribed = { project: 'p', instance: 'one', appProfileId: '' };
    expect(workloadOfBatchWrites(singleClusterTopology(undescribed), 'users')).toBe('serving');
  });

  it('does not take Data Boost, which only reads, for a cluster', () => {
    const boost = { boost: { cluster: 'eu-a', dataBoost: true } };
    expect(workloadOf('users', SERVING, SERVING, boost)).toBe('serving');
  });
});
