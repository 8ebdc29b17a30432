import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  fenceTable,
  placedTable,
  placementsOfGroup,
  tableInInstance,
  DIRECTORY_TABLE,
  type PlacementRules,
} from '../../../../src/core/residency/placement-rules';
import { TidemarkError } from '../../../../src/errors';
import {
  instanceForTable,
  storeTopology,
  type StoreTopology,
} from '../../../../src/routing/topology/store-topology';
import { parseTopology } from '../../../../src/routing/topology/topology-file';
import { tidemarkError } from '../../../support/tidemark-error';

const EXAMPLE = join(__dirname, '../../../../infra/examples/topologies/residency.json');

type Json = Record<string, unknown>;
type Path = readonly (string | number)[];

const example = (): Json => JSON.parse(readFileSync(EXAMPLE, 'utf8')) as Json;

/** Returns the example with the values at the paths replaced; undefined removes one. */
function changed(...changes: readonly (readonly [Path, unknown])[]): Json {
  const document = example();
  for (const [path, value] of changes) {
    let place: Record<string | number, unknown> = document;
    for (const step of path.slice(0, -1)) place = place[step] as Json;
    if (value === undefined) delete place[path.at(-1)!];
    else place[path.at(-1)!] = structuredClone(value);
  }
  return document;
}

const parsed = (document: unknown): StoreTopology => storeTopology(parseTopology(document));

function rejection(document: unknown): string {
  try {
    parsed(document);
  } catch (error) {
    if (error instanceof TidemarkError && error.code === 'invalid_argument')
      return `${error.field}: ${error.message}`;
    throw error;
  }
  return 'accepted';
}

/** Two groups: people with two corpora, and homes with one. */
const TWO_GROUPS: readonly (readonly [Path, unknown])[] = [
  [
    ['placementGroups'],
    {
      people: { corpora: ['users', 'devices'], default: 'us' },
      homes: { corpora: ['households'], default: 'us', requiresLocation: true },
    },
  ],
];

const both = (instance: string): Json => ({ users: instance, campaign_counts: instance });

const CLUSTERS = ['instances', 'tidemark-eu', 'clusters'];

describe('The placements of a topology', () => {
  it('have a table for each corpus in its instance, and tables for fences and the directory', () => {
    const { corpora } = parsed(changed(...TWO_GROUPS));
    expect(Object.fromEntries([...corpora].map(([table, { id }]) => [table, id]))).toEqual({
      users: 'tidemark-us',
      devices: 'tidemark-us',
      households: 'tidemark-us',
      'users@eu': 'tidemark-eu',
      'devices@eu': 'tidemark-eu',
      'households@eu': 'tidemark-eu',
      'tidemark_fences@us': 'tidemark-us',
      'tidemark_fences@eu': 'tidemark-eu',
      tidemark_directory: 'tidemark-directory',
    });
  });

  it('are the rules that the store uses', () => {
    const { placements } = parsed(changed(...TWO_GROUPS));
    const rules: PlacementRules = placements!;
    expect(rules.directoryInstance).toBe('tidemark-directory');
    expect([...rules.jurisdictions.keys()]).toEqual(['us', 'eu']);
    expect(rules.jurisdictions.get('eu')?.servedFrom).toEqual(['europe-west1', 'europe-north1']);
    expect(rules.placements.get('eu')).toEqual({
      name: 'eu',
      jurisdiction: 'eu',
      instances: new Map(['users', 'devices', 'households'].map((corpus) => [corpus, 'tidemark-eu'])),
    });
    expect(rules.groupByCorpus.get('households')).toBe(rules.groups.get('homes'));
    expect(rules.groupByCorpus.has('campaigns')).toBe(false);
  });

  it('may have an instance for each corpus, and then serve only the groups whose corpora they have', () => {
    const instances = { users: 'tidemark-eu', devices: 'tidemark-directory' };
    const { corpora, placements } = parsed(changed(...TWO_GROUPS, [['placements', 'eu'], { instances }]));
    const names = (group: string): string[] =>
      placementsOfGroup(placements!, placements!.groups.get(group)!).map(({ name }) => name);
    expect([names('people'), names('homes')]).toEqual([['us', 'eu'], ['us']]);
    expect(corpora.get('devices@eu')?.id).toBe('tidemark-directory');
    expect(corpora.get('tidemark_fences@eu')?.id).toBe('tidemark-eu');
    expect(corpora.has('households@eu')).toBe(false);
  });

  it('may have a default placement in another instance, if the corpora are there', () => {
    const { corpora } = parsed(
      changed([['corpora'], both('tidemark-eu')], [['placementGroups', 'users', 'default'], 'eu']),
    );
    expect([corpora.get('users')?.id, corpora.get('users@us')?.id]).toEqual(['tidemark-eu', 'tidemark-us']);
  });

  it('have a table of sketches each, and the fences where the users are', () => {
    const instances = { campaign_counts: 'tidemark-directory', users: 'tidemark-eu' };
    const { corpora, placements } = parsed(changed([['placements', 'eu'], { instances }]));
    const of = (table: string): string | undefined => corpora.get(table)?.id;
    expect([of('campaign_counts'), of('campaign_counts@eu')]).toEqual(['tidemark-us', 'tidemark-directory']);
    expect(of('tidemark_fences@eu')).toBe('tidemark-eu');
    expect([...placements!.placements.get('eu')!.instances.keys()]).toEqual(['users', 'campaign_counts']);
    expect(placements!.groupBySketches.get('campaign_counts')).toBe(placements!.groups.get('users'));
    expect(placements!.groupByCorpus.has('campaign_counts')).toBe(false);
  });

  it('are absent without declarations, and nothing else changes', () => {
    const without = changed(
      [['jurisdictions'], undefined],
      [['placements'], undefined],
      [['placementGroups'], undefined],
      [['directory'], undefined],
    );
    const { placements, corpora, instances } = parsed(without);
    expect([placements, corpora.size]).toEqual([undefined, 0]);
    expect(instances).toEqual(parsed(example()).instances);
  });

  it('never lose a table to the first instance when the topology has lost its placement', () => {
    const topology = parsed(example());
    expect(instanceForTable(topology, 'users@eu').id).toBe('tidemark-eu');
    expect(instanceForTable(topology, 'campaigns').id).toBe('tidemark-us');
    expect(() => instanceForTable(topology, 'users@asia')).toThrow(
      tidemarkError('store_unavailable', undefined, 'users@asia is in no placement'),
    );
  });
});

describe('Placements are rejected', () => {
  it.each<readonly [string, Json]>([
    [
      'placements.eu.instance: cluster eu-north of instance "tidemark-eu" is in us-east1, which is not a region of ' +
        'jurisdiction "eu" (europe-west1, europe-north1)',
      changed([[...CLUSTERS, 'eu-north'], { region: 'us-east1' }]),
    ],
    [
      'placements.eu.instance: cluster eu-batch of instance "tidemark-eu" is in us-east1',
      changed([[...CLUSTERS, 'eu-batch'], { region: 'us-east1', role: 'batch' }]),
    ],
    [
      'placements.eu.instance: cluster eu-old of instance "tidemark-eu" is in asia-east1',
      changed(
        [
          [...CLUSTERS, 'eu-old'],
          { region: 'asia-east1', writes: 'fenced', fencedAt: '2026-01-01T00:00:00Z' },
        ],
        [['instances', 'tidemark-eu', 'appProfiles', 'at-eu-old'], { cluster: 'eu-old' }],
      ),
    ],
    [
      'placements.eu.instances.users: cluster us-central of instance "tidemark-us"',
      changed([['placements', 'eu'], { jurisdiction: 'eu', instances: both('tidemark-us') }]),
    ],
    [
      'placements.eu.jurisdiction: jurisdiction "euu" is not declared in the topology; did you mean "eu"?',
      changed([['placements', 'eu', 'jurisdiction'], 'euu']),
    ],
    [
      'placements.eu.instance: instance "tidemark-euu" is not declared in the topology; did you mean "tidemark-eu"?',
      changed([['placements', 'eu', 'instance'], 'tidemark-euu']),
    ],
    [
      'placements.eu.instances.user: corpus "user" is in no placement group; did you mean "users"?',
      changed([['placements', 'eu'], { instances: { user: 'tidemark-eu' } }]),
    ],
    [
      'placements.eu.instances: has no instance for corpus "devices", which is in placement group "people" like "users"',
      changed(...TWO_GROUPS, [['placements', 'eu'], { instances: { users: 'tidemark-eu' } }]),
    ],
    [
      'placements.eu.instances: has no instance for corpus "campaign_counts", which is in placement group "users"',
      changed([['placements', 'eu'], { instances: { users: 'tidemark-eu' } }]),
    ],
    [
      'placements.us.instance: must be "tidemark-eu", the instance of corpus "campaign_counts"',
      changed([['corpora'], { campaign_counts: 'tidemark-eu' }]),
    ],
    [
      'placements.more.instance: instance "tidemark-eu" already has corpus "users" of placement "eu"',
      changed([['placements', 'more'], { instance: 'tidemark-eu' }]),
    ],
    [
      'placements.b.instances.users: instance "tidemark-eu" already has the fences of placement "a"',
      changed(
        ...TWO_GROUPS,
        [['placements', 'eu'], undefined],
        [['placements', 'a'], { instances: { households: 'tidemark-eu' } }],
        [['placements', 'b'], { instances: { users: 'tidemark-eu', devices: 'tidemark-directory' } }],
      ),
    ],
    [
      'placementGroups.users.default: placement "usa" is not declared in the topology; did you mean "us"?',
      changed([['placementGroups', 'users', 'default'], 'usa']),
    ],
    [
      'placementGroups.homes.default: placement "eu" has no instances for the corpora of the group',
      changed(
        ...TWO_GROUPS,
        [['placements', 'eu'], { instances: { users: 'tidemark-eu', devices: 'tidemark-eu' } }],
        [['placementGroups', 'homes', 'default'], 'eu'],
      ),
    ],
    [
      'placements.eu.instance: must be "tidemark-us", the instance of corpus "users", since "eu" is the default',
      changed([['placementGroups', 'users', 'default'], 'eu']),
    ],
    [
      'placements.us.instance: must be "tidemark-eu", the instance of corpus "users"',
      changed([['corpora'], { users: 'tidemark-eu' }]),
    ],
    [
      'directory.instance: instance "tidemark-dir" is not declared in the topology; did you mean "tidemark-directory"?',
      changed([['directory', 'instance'], 'tidemark-dir']),
    ],
  ])('%s', (message, document) => {
    expect(rejection(document)).toContain(message);
  });

  it('if the instance of the directory has no serving cluster that allows transactions', () => {
    const directory = (transactions: boolean, cluster: Json): Json =>
      changed([
        ['instances', 'tidemark-directory'],
        {
          clusters: {
            a: { region: 'us-central1' },
            b: { region: 'us-east1', role: 'batch' },
            c: { region: 'europe-west1', ...cluster },
          },
          appProfiles: {
            'at-a': { cluster: 'a' },
            'at-b': { cluster: 'b', transactions: true, priority: 'low' },
            'at-c': { cluster: 'c', transactions },
          },
        },
      ]);
    const message =
      'directory.instance: no serving cluster of instance "tidemark-directory" allows transactions';
    expect(rejection(directory(true, { writes: 'draining' }))).toBe('accepted');
    expect(rejection(directory(false, {}))).toContain(message);
    const fenced = { writes: 'fenced', fencedAt: '2026-01-01T00:00:00Z' };
    expect(rejection(directory(true, fenced))).toContain(message);
  });
});

describe('The name of a placed table', () => {
  const group = {
    name: 'g',
    corpora: ['users'],
    sketches: [],
    defaultPlacement: 'us',
    requiresLocation: false,
  };

  it('is the corpus in the default placement, and has the placement as a suffix in others', () => {
    expect(placedTable(group, 'users', 'us')).toBe('users');
    expect(placedTable(group, 'users', 'eu')).toBe('users@eu');
    expect(fenceTable('us')).toBe('tidemark_fences@us');
  });

  it.each([
    ['users', 'users'],
    ['users@eu', 'users'],
    ['tidemark_fences@us', 'tidemark_fences'],
    [DIRECTORY_TABLE, DIRECTORY_TABLE],
  ])('%s is the table %s in its instance', (table, expected) => {
    expect(tableInInstance(table)).toBe(expected);
  });
});
