import type { DirectoryEntry } from '../../../../src/core/residency/location';
import type { PlacementGroup, PlacementRules } from '../../../../src/core/residency/placement-rules';
import { relocationOf } from '../../../../src/core/residency/relocation';

const GROUP: PlacementGroup = {
  name: 'users',
  corpora: ['users'],
  sketches: [],
  defaultPlacement: 'us',
  requiresLocation: true,
};
const placed = (name: string) =>
  [name, { name, jurisdiction: name, instances: new Map([['users', `tidemark-${name}`]]) }] as const;
const jurisdiction = (name: string, countries: string[]) =>
  [name, { name, regions: [], countries, servedFrom: undefined }] as const;
const rulesWith = (european: string[]): PlacementRules => ({
  jurisdictions: new Map([jurisdiction('us', ['US']), jurisdiction('eu', european)]),
  placements: new Map([placed('us'), placed('eu')]),
  groups: new Map([['users', GROUP]]),
  groupByCorpus: new Map([['users', GROUP]]),
  groupBySketches: new Map(),
  directoryInstance: 'tidemark-directory',
});

const entryOf = (changes: Partial<DirectoryEntry>): DirectoryEntry => ({
  group: 'users',
  epoch: 1,
  state: 'home',
  from: 'eu',
  to: 'eu',
  reason: 'access-location',
  accessLocation: 'GB',
  term: 0,
  decidedAtMs: 1,
  changedAtMs: 1,
  ...changes,
});

describe('a changed map of countries', () => {
  const without = rulesWith(['DE']);

  it.each<[string, Partial<DirectoryEntry>, ReturnType<typeof relocationOf>]>([
    ['moves a user of a country that left the jurisdiction', {}, { from: 'eu', to: 'us' }],
    [
      'moves a user of a country that joined',
      { from: 'us', to: 'us', accessLocation: 'DE' },
      { from: 'us', to: 'eu' },
    ],
    ['moves no user who is there', { accessLocation: 'DE' }, undefined],
    ['moves no assigned user', { reason: 'explicit' }, undefined],
    [
      'moves an assigned user whose placement is gone',
      { reason: 'explicit', from: 'asia', to: 'asia' },
      { from: 'asia', to: 'us' },
    ],
    [
      'moves a user without a country to the default',
      { accessLocation: undefined },
      { from: 'eu', to: 'us' },
    ],
    ['counts a user who moves by the destination', { state: 'overlaid', to: 'us' }, undefined],
    ['does not know users of other groups', { group: 'others' }, 'unknown-group'],
  ])('%s', (_, changes, expected) => {
    expect(relocationOf(without, entryOf(changes))).toEqual(expected);
  });
});
