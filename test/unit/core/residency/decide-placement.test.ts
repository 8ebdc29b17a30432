import { decidePlacement, preferredPlacement } from '../../../../src/core/residency/decide-placement';
import type { PlacementGroup, PlacementRules } from '../../../../src/core/residency/placement-rules';
import { tidemarkError } from '../../../support/tidemark-error';

const GROUP: PlacementGroup = {
  name: 'users',
  corpora: ['users'],
  sketches: [],
  defaultPlacement: 'us',
  requiresLocation: false,
};
const STRICT: PlacementGroup = { ...GROUP, requiresLocation: true };

const placed = (name: string, jurisdiction: string | undefined, corpus = 'users') =>
  [name, { name, jurisdiction, instances: new Map([[corpus, `tidemark-${name}`]]) }] as const;
const jurisdiction = (name: string, ...countries: string[]) =>
  [name, { name, regions: [], countries, servedFrom: undefined }] as const;

const RULES: PlacementRules = {
  jurisdictions: new Map([jurisdiction('us', 'US'), jurisdiction('eu', 'DE', 'FR')]),
  placements: new Map([
    placed('us-backup', 'us'),
    placed('us', 'us'),
    placed('eu-objects', 'eu', 'campaigns'),
    placed('eu-west', 'eu'),
    placed('eu-east', 'eu'),
    placed('anywhere', undefined),
  ]),
  groups: new Map([['users', GROUP]]),
  groupByCorpus: new Map([['users', GROUP]]),
  groupBySketches: new Map(),
  directoryInstance: 'tidemark-directory',
};

describe('the placement of a new subject', () => {
  it.each([
    ['the first declared one in the jurisdiction of its country', 'FR', 'eu-west', 'access-location'],
    ['the default, if it is in the jurisdiction', 'US', 'us', 'access-location'],
    ['the default, if no jurisdiction has the country', 'JP', 'us', 'default'],
    ['the default without a country', undefined, 'us', 'default'],
  ])('is %s', (_, accessLocation, placement, reason) => {
    expect(decidePlacement(RULES, GROUP, accessLocation)).toEqual({ placement, reason, accessLocation });
  });

  it('needs a country if the group requires one', () => {
    const expected = tidemarkError('location_required', 'tidemark-access-location', '"users"');
    expect(() => decidePlacement(RULES, STRICT, undefined)).toThrow(expected);
    expect(decidePlacement(RULES, STRICT, 'JP').placement).toBe('us');
    expect(preferredPlacement(RULES, STRICT, undefined).placement).toBe('us');
  });
});
