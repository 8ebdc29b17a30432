import { singleClusterTopology, storeTopology } from '../../../src/routing/topology/store-topology';
import { workloadOfBatchWrites } from '../../../src/store/batch-workload';
import { parseTopology } from '../../../src/routing/topology/topology-file';
import { tidemarkError } from '../../support/tidemark-error';

type Clusters = Readonly<Record<string, Readonly<Record<string, string>>>>;

const SERVING: Clusters = { 'eu-a': { region: 'eu' } };
const BATCH = { region: 'eu', zone: 'eu-b', role: 'batch' };

/** The corpus `users` is in the first instance, `items` in the second. */
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

describe('Writes of batch work', () => {
  it('use batch clusters', () => {
    expect(workloadOf('users', { ...SERVING, batch: BATCH })).toBe('batch');
  });

  it.each(['draining', 'refused'])('are rejected while all batch clusters are %s', (writes) => {
    const clusters = { ...SERVING, batch: { ...BATCH, writes } };
    expect(() => workloadOf('users', clusters)).toThrow(tidemarkError('no_write_cluster'));
  });

  it('are rejected when only another instance has a batch cluster', () => {
    const clusters = { ...SERVING, batch: BATCH };
    expect(() => workloadOf('items', clusters)).toThrow(tidemarkError('no_write_cluster'));
    expect(() => workloadOf('items', clusters)).toThrow('instance "two"');
  });

  it('use serving clusters when the topology has no batch cluster', () => {
    expect(workloadOf('users', SERVING)).toBe('serving');
    const undescribed = { project: 'p', instance: 'one', appProfileId: '' };
    expect(workloadOfBatchWrites(singleClusterTopology(undescribed), 'users')).toBe('serving');
  });

  it('do not treat Data Boost, which only reads, as a batch cluster', () => {
    const boost = { boost: { cluster: 'eu-a', dataBoost: true } };
    expect(workloadOf('users', SERVING, SERVING, boost)).toBe('serving');
  });
});
