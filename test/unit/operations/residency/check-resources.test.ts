import type { BackupState } from '../../../../src/bigtable/admin/table-admin-client';
import type { Jurisdiction, PlacementRules } from '../../../../src/core/residency/placement-rules';
import { TidemarkError } from '../../../../src/errors';
import {
  checkResources,
  type ResourcesDependencies,
} from '../../../../src/operations/residency/checks/check-resources';
import type { TopicState } from '../../../../src/operations/residency/checks/check-topics';

const jurisdiction = (name: string, ...regions: string[]): readonly [string, Jurisdiction] => [
  name,
  { name, regions, countries: [], servedFrom: undefined },
];
const placement = (name: string) =>
  [name, { name, jurisdiction: name, instances: new Map([['users', `store-${name}`]]) }] as const;

const RULES: PlacementRules = {
  jurisdictions: new Map([jurisdiction('us', 'us-east1'), jurisdiction('eu', 'europe-west1')]),
  placements: new Map([placement('us'), placement('eu')]),
  groups: new Map(),
  groupByCorpus: new Map(),
  groupBySketches: new Map(),
  directoryInstance: 'directory',
};
const EU = RULES.jurisdictions.get('eu')!;

const backup = (instance: string, cluster: string, source: string): BackupState => ({
  name: `projects/p/instances/${instance}/clusters/${cluster}/backups/b`,
  cluster,
  sourceTable: `projects/p/instances/${source}/tables/users`,
  startedAtMs: 1,
  expiresAtMs: 2,
});
const list = <T>(...items: T[]) => Promise.resolve({ items, failedLocations: [] });

interface World {
  readonly region?: string;
  readonly profile?: string | undefined;
  readonly failedLocations?: readonly string[];
  readonly backups?: Readonly<Record<string, readonly BackupState[]>>;
  readonly topics?: Readonly<Record<string, TopicState>>;
  readonly failure?: TidemarkError;
}

/** Checks instances with one cluster `<instance>-a` each. */
async function check({ region = 'europe-west1', failedLocations = [], failure, ...world }: World) {
  const { backups = {}, topics = {} } = world;
  const orFailure = <T>(answer: () => Promise<T>) =>
    failure === undefined ? answer() : Promise.reject(failure);
  const dependencies: ResourcesDependencies = {
    rules: RULES,
    profilesOf: (instance) => [{ id: 'direct', clusterId: `${instance}-a` }],
    instanceAdmin: (instance) => ({
      listAppProfiles: () =>
        orFailure(() =>
          Promise.resolve([
            { id: 'direct', clusterId: 'profile' in world ? world.profile : `${instance}-a` },
          ]),
        ),
      listClusters: () =>
        orFailure(async () => {
          const at = instance === 'store-us' ? 'us-east1' : region;
          return { ...(await list({ id: `${instance}-a`, region: at })), failedLocations };
        }),
      listInstances: () => orFailure(() => list('store-us', 'store-eu', 'scratch')),
    }),
    tableAdmin: (instance) => ({
      listBackups: () => orFailure(() => Promise.resolve(backups[instance] ?? [])),
    }),
    subscriptions: topics === undefined ? [] : [{ jurisdiction: EU, subscription: 'events' }],
    topicAdmin: {
      subscription: () => Promise.resolve({ topic: 'events', deadLetterTopic: 'dead', retentionMs: 7 }),
      topic: (name) =>
        topics[name] === undefined
          ? Promise.reject(new TidemarkError('store_rejected', 'permission denied'))
          : Promise.resolve(topics[name]),
    },
  };
  const found = await checkResources(dependencies, {});
  const of = (outcome: string) =>
    found.checks
      .filter((each) => each.outcome === outcome)
      .map((each) => `${each.check} ${each.resource}: ${each.detail}`);
  return { ...found, violations: of('violation'), notChecked: of('not-checked'), ok: of('ok') };
}

const IN_EU: TopicState = { regions: ['europe-west1'], retentionMs: 0 };

describe('The check of resources', () => {
  it('finds nothing when all resources are in their jurisdictions', async () => {
    const topics = { events: IN_EU, dead: { ...IN_EU, retentionMs: 30 } };
    const backups = { 'store-eu': [backup('store-eu', 'store-eu-a', 'store-eu')] };
    const { violations, notChecked, ok, messageRetentionMs, ...found } = await check({ topics, backups });
    expect(violations).toEqual([]);
    expect(notChecked).toEqual([]);
    expect(ok).toHaveLength(9);
    expect(messageRetentionMs.get('events')).toBe(30);
    expect(found.backups).toEqual(backups['store-eu']);
  });

  it('finds clusters outside of the jurisdiction, whatever the topology declares', async () => {
    const { violations } = await check({ region: 'asia-east1' });
    expect(violations).toContain(
      'clusters store-eu: cluster "store-eu-a" is in asia-east1, outside of the jurisdiction "eu"',
    );
  });

  it.each([
    ['elsewhere', 'app-profiles store-us: "direct" routes to elsewhere, not to store-us-a'],
    [undefined, 'app-profiles store-us: "direct" routes to several clusters, not to store-us-a'],
  ])('finds app profiles that route to %s', async (profile, expected) => {
    expect((await check({ profile })).violations).toContain(expected);
  });

  it('finds copies of backups in other instances', async () => {
    const copy = backup('scratch', 'scratch-a', 'store-eu');
    const backups = { scratch: [copy, backup('scratch', 'scratch-a', 'scratch')] };
    const { violations } = await check({ region: 'europe-west1', backups: {} });
    expect(violations.filter((each) => each.startsWith('backups'))).toEqual([]);
    const found = await check({ region: 'us-west1', backups });
    expect(found.violations).toContain(
      `backups scratch: ${copy.name} has data of store-eu and is in us-west1, outside of "eu"`,
    );
    expect(found.backups).toEqual([copy]);
  });

  it('finds topics that may be stored elsewhere, also those of dead letters', async () => {
    const topics = {
      events: { ...IN_EU, regions: undefined },
      dead: { ...IN_EU, regions: ['europe-west1', 'us-east1'] },
    };
    const { violations } = await check({ topics });
    expect(violations).toEqual([
      'topics events: it has no message storage policy: any region may store it',
      'topics dead: it may be stored in us-east1, outside of "eu"',
    ]);
  });

  it('reports what it cannot read as not checked, and never as right', async () => {
    const failure = new TidemarkError('store_rejected', 'UNIMPLEMENTED');
    const { violations, notChecked, ok, backups, messageRetentionMs } = await check({
      failure,
      topics: { events: IN_EU },
    });
    expect(violations).toEqual([]);
    expect(ok).toEqual(['topics events: stored in europe-west1']);
    expect(notChecked).toEqual([
      'clusters store-us: UNIMPLEMENTED',
      'app-profiles store-us: UNIMPLEMENTED',
      'clusters store-eu: UNIMPLEMENTED',
      'app-profiles store-eu: UNIMPLEMENTED',
      'backups store-us: UNIMPLEMENTED',
      'backups store-eu: UNIMPLEMENTED',
      'backups other instances of the project: UNIMPLEMENTED',
      'topics dead: permission denied',
    ]);
    expect(backups).toBeUndefined();
    expect(messageRetentionMs.get('events')).toBeUndefined();
  });

  it('reports locations that did not answer as not checked', async () => {
    const { notChecked, ok } = await check({ failedLocations: ['europe-west1-b'] });
    expect(notChecked).toContain('clusters store-eu: europe-west1-b did not answer');
    expect(ok.filter((each) => each.startsWith('clusters'))).toEqual([]);
  });
});
