import {
  singleClusterTopology,
  storeTopology,
  type StoreTopology,
} from '../../../src/routing/topology/store-topology';
import { workloadOfBatchReads, workloadOfBatchWrites } from '../../../src/store/batch-workload';
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

/** The corpora `users` and `campaign_counts` are in two placements, the first one with batch clusters. */
function placed(elsewhere: Clusters): StoreTopology {
  const home = { ...SERVING, batch: BATCH };
  const instanceOf = (clusters: Clusters): object => ({
    clusters,
    appProfiles: Object.fromEntries(
      Object.keys(clusters).map((id) => [
        id === 'batch' ? 'for-batch' : 'for-serving',
        id === 'batch' ? { cluster: id, priority: 'low' } : { cluster: id, transactions: true },
      ]),
    ),
  });
  return storeTopology(
    parseTopology({
      instances: { one: instanceOf(home), two: instanceOf(elsewhere) },
      placements: { home: { instance: 'one' }, elsewhere: { instance: 'two' } },
      placementGroups: { users: { corpora: ['users'], sketches: ['campaign_counts'], default: 'home' } },
      directory: { instance: 'one' },
    }),
  );
}

describe('Batch work on placed rows', () => {
  it.each(['users', 'campaign_counts'])('uses batch clusters if each placement of %s has some', (table) => {
    const topology = placed({ ...SERVING, batch: BATCH });
    expect([workloadOfBatchWrites(topology, table), workloadOfBatchReads(topology, table)]).toEqual([
      'batch',
      'batch',
    ]);
  });

  it.each(['users', 'campaign_counts'])(
    'writes nothing of %s if a placement has no batch cluster, and names it',
    (table) => {
      const write = (): unknown => workloadOfBatchWrites(placed(SERVING), table);
      expect(write).toThrow(tidemarkError('no_write_cluster'));
      expect(write).toThrow(`instance "two" that is for batch work accepts writes of "${table}@elsewhere"`);
      const draining = placed({ ...SERVING, batch: { ...BATCH, writes: 'draining' } });
      expect(() => workloadOfBatchWrites(draining, table)).toThrow(tidemarkError('no_write_cluster'));
      expect(workloadOfBatchReads(draining, table)).toBe('batch');
    },
  );

  it('reads by serving clusters if a placement has no batch cluster', () => {
    expect(workloadOfBatchReads(placed(SERVING), 'users')).toBe('serving');
  });

  it('depends on one instance only for rows that are not placed', () => {
    const topology = placed(SERVING);
    expect([
      workloadOfBatchWrites(topology, 'campaigns'),
      workloadOfBatchReads(topology, 'campaigns'),
    ]).toEqual(['batch', 'batch']);
  });
});
