import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { originCode } from '../../../../src/routing/topology/origin-code';
import {
  instanceForTable,
  singleClusterTopology,
  storeTopology,
  type StoreTopology,
} from '../../../../src/routing/topology/store-topology';
import { parseTopology } from '../../../../src/routing/topology/topology-file';
import { tidemarkError } from '../../../support/tidemark-error';
import { changed, DOCUMENT, topologyOf } from '../routing-world';

const FOLDER = join(__dirname, '../../../../infra/examples/topologies');
const profilesOf = ({ instances }: StoreTopology): Record<string, string> => {
  const { serving, batch } = instances[0]!.clusters;
  return Object.fromEntries([...serving, ...batch].map(({ id, appProfileId }) => [id, appProfileId]));
};

describe('The clusters of a topology', () => {
  it('are grouped by workload, each with the app profile that routes to it only', () => {
    const { instances, hasClusterTopology, clientRegion } = topologyOf(DOCUMENT);
    expect({ hasClusterTopology, clientRegion }).toEqual({ hasClusterTopology: true, clientRegion: 'eu' });
    expect(instances[0]).toMatchObject({ project: 'p', id: 'demo' });
    expect(instances[0]!.clusters.batch).toEqual([
      {
        id: 'eu-batch',
        project: 'p',
        instance: 'demo',
        region: 'eu',
        workload: 'batch',
        writes: 'accepted',
        code: originCode('demo', 'eu-batch'),
        appProfileId: 'batch',
      },
    ]);
    expect(instances[0]!.clusters.serving.map(({ id }) => id)).toEqual([
      'eu-a',
      'eu-b',
      'us-a',
      'us-b',
      'asia-a',
    ]);
  });

  it.each(['two-clusters.json', 'three-continents.json'])('can be built from %s', (name) => {
    const document = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as object;
    expect(topologyOf(document).instances[0]!.clusters.serving.length).toBeGreaterThan(1);
  });

  it('use the profile with the best priority, preferably without transactions, then the first by name', () => {
    const document = changed(({ appProfiles }) => {
      Object.assign(appProfiles, {
        'a-medium': { cluster: 'eu-a', priority: 'medium' },
        'a-transactions': { cluster: 'eu-a', transactions: true },
        'a-boost': { cluster: 'eu-a', dataBoost: true },
        'b-at-eu-a': { cluster: 'eu-a' },
        'a-any': { clusters: ['eu-a'] },
        'a-batch': { cluster: 'eu-batch' },
        'b-batch': { cluster: 'eu-batch', priority: 'medium' },
      });
    });
    expect(profilesOf(topologyOf(document))).toMatchObject({ 'eu-a': 'at-eu-a', 'eu-batch': 'batch' });
  });

  it('use the default profile of a single-cluster instance', () => {
    const document = { instances: { demo: { clusters: { only: { region: 'eu' } } } } };
    expect(profilesOf(topologyOf(document))).toEqual({ only: 'default' });
  });

  it('use a declared profile rather than the default profile of a single-cluster instance', () => {
    const clusters = { only: { region: 'eu' } };
    const document = { instances: { demo: { clusters, appProfiles: { 'x-only': { cluster: 'only' } } } } };
    expect(profilesOf(topologyOf(document))).toEqual({ only: 'x-only' });
  });

  it('use a declared profile for transactions rather than the default profile, if it allows them', () => {
    const transactionsProfileWith = (profile: object): unknown => {
      const clusters = { only: { region: 'eu' } };
      const document = { instances: { demo: { clusters, appProfiles: { 'x-only': profile } } } };
      return topologyOf(document).instances[0]!.clusters.serving[0]!.transactionsProfileId;
    };
    expect(transactionsProfileWith({ cluster: 'only', transactions: true })).toBe('x-only');
    expect(transactionsProfileWith({ cluster: 'only' })).toBe('default');
  });

  it('get the instance as a prefix when two instances have a cluster of the same name', () => {
    const second = { clusters: { 'eu-a': { region: 'eu' }, other: { region: 'eu', zone: 'eu-x' } } };
    const document = changed((_, all) => {
      const profiles = { a: { cluster: 'eu-a' }, o: { cluster: 'other' } };
      (all['instances'] as Record<string, unknown>)['second'] = { ...second, appProfiles: profiles };
    });
    const ids = topologyOf(document).instances.flatMap(({ clusters }) =>
      clusters.serving.map(({ id }) => id),
    );
    expect(ids).toEqual(expect.arrayContaining(['demo/eu-a', 'second/eu-a', 'other', 'eu-b']));
  });

  it('are those of the instance that has the corpus', () => {
    const document = changed((_, all) => {
      const second = { clusters: { only: { region: 'eu' } } };
      (all['instances'] as Record<string, unknown>)['second'] = second;
      all['corpora'] = { users: 'second' };
    });
    const topology = topologyOf(document);
    expect(instanceForTable(topology, 'users').id).toBe('second');
    expect(instanceForTable(topology, 'anything').id).toBe('demo');
  });

  it('may all refuse writes for a while', () => {
    const document = changed(({ clusters }) => {
      for (const cluster of Object.values(clusters)) cluster['writes'] = 'refused';
    });
    expect(topologyOf(document).instances[0]!.clusters.serving).toHaveLength(5);
  });
});

describe('A topology is rejected', () => {
  const CASES: [string, Parameters<typeof changed>[0], string][] = [
    [
      'when a cluster has no app profile of its own',
      ({ appProfiles }) => delete appProfiles['at-us-b'],
      'instances.demo.clusters.us-b',
    ],
    [
      'when a cluster is reached by Data Boost only',
      ({ appProfiles }) => (appProfiles['at-us-b'] = { cluster: 'us-b', dataBoost: true }),
      'instances.demo.clusters.us-b',
    ],
    [
      'when batch work has high priority',
      ({ appProfiles }) => delete appProfiles['batch']!['priority'],
      'instances.demo.appProfiles.batch.priority',
    ],
    [
      'when an instance has no serving cluster',
      ({ clusters, appProfiles }) => {
        for (const id of Object.keys(clusters)) clusters[id]!['role'] = 'batch';
        for (const profile of Object.values(appProfiles)) profile['priority'] = 'low';
      },
      'instances.demo.clusters',
    ],
    [
      'when two clusters have the same origin code',
      ({ clusters, appProfiles }) => {
        // These names were found by search.
        Object.assign(clusters, {
          c85: { region: 'eu', zone: 'eu-x' },
          c1xbd: { region: 'eu', zone: 'eu-y' },
        });
        Object.assign(appProfiles, { x: { cluster: 'c85' }, y: { cluster: 'c1xbd' } });
      },
      'instances.demo.clusters.c1xbd',
    ],
    [
      'when row affinity would route serving reads to a batch cluster',
      ({ appProfiles }, all) => {
        all['nativeRowAffinity'] = true;
        appProfiles['any-eu'] = { clusters: ['eu-a', 'eu-batch'], rowAffinity: true };
      },
      'instances.demo.appProfiles.any-eu.clusters',
    ],
    ['when it has no instance', (_, all) => Object.assign(all, { instances: {}, links: [] }), 'instances'],
  ];

  it.each(CASES)('%s', (_, change, field) => {
    expect(() => topologyOf(changed(change))).toThrow(tidemarkError('invalid_argument', field));
  });
});

it('A topology with more clusters than a router supports is rejected', () => {
  const topology = parseTopology(DOCUMENT);
  const [instance] = topology.instances;
  const [cluster] = instance!.clusters;
  const clusters = Array.from({ length: 32 }, (_, index) => ({ ...cluster!, id: `c${index}` }));
  expect(() => storeTopology({ ...topology, instances: [{ ...instance!, clusters }] })).toThrow(
    tidemarkError('invalid_argument', 'instances.demo.clusters'),
  );
});

describe('Data Boost', () => {
  const withBoost = (change: Parameters<typeof changed>[0] = () => undefined): StoreTopology =>
    topologyOf(
      changed((instance, all) => {
        instance.appProfiles['boost'] = { cluster: 'us-a', dataBoost: true };
        change(instance, all);
      }),
    );

  it('serves batch reads when there is no batch cluster, and is never an origin', () => {
    const { clusters } = withBoost((instance) => {
      delete instance.clusters['eu-batch'];
      delete instance.appProfiles['batch'];
    }).instances[0]!;
    expect(clusters.batch).toEqual([
      {
        id: 'us-a:boost',
        project: 'p',
        instance: 'demo',
        region: 'us',
        workload: 'batch',
        writes: 'refused',
        appProfileId: 'boost',
        indirect: 'data-boost',
        code: expect.any(String) as string,
      },
    ]);
    expect(clusters.serving.map(({ code }) => code)).not.toContain(clusters.batch[0]!.code);
  });

  it('is not used when there is a batch cluster', () => {
    expect(withBoost().instances[0]!.clusters.batch.map(({ id }) => id)).toEqual(['eu-batch']);
  });
});

describe("Bigtable's own row affinity", () => {
  const PROFILES = {
    'b-eu': { clusters: ['eu-a', 'eu-b'], rowAffinity: true },
    'a-eu': { clusters: ['eu-a', 'eu-b'], rowAffinity: true },
    'a-all': { clusters: ['eu-a', 'us-a'], rowAffinity: true },
    plain: { clusters: ['us-a', 'us-b'] },
    'batch-only': { clusters: ['eu-batch'], rowAffinity: true },
  };
  const anyOf = (asked: boolean) =>
    topologyOf(
      changed((instance, all) => {
        Object.assign(instance.appProfiles, PROFILES);
        all['nativeRowAffinity'] = asked;
      }),
    ).instances[0]!.rowAffinityEntries;

  it('adds one entry per region, by the first profile of its serving clusters', () => {
    expect(anyOf(true)).toEqual([
      {
        id: 'any:a-eu',
        project: 'p',
        instance: 'demo',
        region: 'eu',
        workload: 'serving',
        writes: 'refused',
        appProfileId: 'a-eu',
        indirect: 'any',
        code: expect.any(String) as string,
      },
    ]);
  });

  it('is used only when it is enabled', () => {
    expect(anyOf(false)).toEqual([]);
  });
});

describe('Without a topology file', () => {
  it('there is one entry, which may stand for several clusters', () => {
    const topology = singleClusterTopology({ project: 'p', instance: 'i', appProfileId: 'a', region: 'eu' });
    expect(topology).toMatchObject({ hasClusterTopology: false, clientRegion: 'eu' });
    expect(instanceForTable(topology, 'users')).toMatchObject({
      project: 'p',
      id: 'i',
      clusters: { batch: [] },
    });
    expect(topology.instances[0]!.clusters.serving).toEqual([
      {
        id: 'default',
        project: 'p',
        instance: 'i',
        region: 'eu',
        workload: 'serving',
        writes: 'accepted',
        code: originCode('i', 'default'),
        appProfileId: 'a',
        transactionsProfileId: 'a',
      },
    ]);
  });
});
