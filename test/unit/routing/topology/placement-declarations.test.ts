import { parseTopology } from '../../../../src/routing/topology/topology-file';
import { COMPLETE, refusal, with_ } from './complete-topology';

const UNION = ['jurisdictions', 'union'];
const PEOPLE = ['placementGroups', 'people'];

describe('Declarations of placements', () => {
  it('are parsed as the file has them', () => {
    expect(parseTopology(COMPLETE).placements).toEqual({
      jurisdictions: [
        {
          name: 'union',
          regions: ['eu', 'us'],
          countries: ['DE', 'FR'],
          servedFrom: ['eu'],
          aggregatesServedFrom: ['eu', 'us'],
        },
      ],
      placements: [
        { name: 'here', jurisdiction: 'union', instances: 'demo' },
        {
          name: 'there',
          jurisdiction: undefined,
          instances: new Map([
            ['users', 'demo'],
            ['devices', 'demo'],
            ['counts', 'demo'],
          ]),
        },
      ],
      groups: [
        {
          name: 'people',
          corpora: ['users', 'devices'],
          sketches: ['counts'],
          defaultPlacement: 'here',
          requiresLocation: true,
        },
        {
          name: 'others',
          corpora: ['households'],
          sketches: [],
          defaultPlacement: 'here',
          requiresLocation: false,
        },
      ],
      directoryInstance: 'demo',
    });
  });

  it.each([
    ['placementGroups: is missing', with_(['placementGroups'], undefined)],
    ['placementGroups: must have a group', with_(['placementGroups'], {})],
    ['placements: is missing', with_(['placements'], undefined)],
    ['directory: is missing', with_(['directory'], undefined)],
    ['directory.instance: is missing', with_(['directory'], {})],
    ['jurisdictions.EU: must be a lower-case letter', with_(['jurisdictions', 'EU'], {})],
    [
      'placements.a-name-of-thirty-four-characters-x: must be a lower-case letter',
      with_(['placements', 'a-name-of-thirty-four-characters-x'], { instance: 'demo' }),
    ],
    ['placementGroups.users@eu: must be a lower-case letter', with_(['placementGroups', 'users@eu'], {})],
    ['jurisdictions.union.regions: must have 1 or more', with_([...UNION, 'regions'], [])],
    ['jurisdictions.union.servedFrom: must have 1 or more', with_([...UNION, 'servedFrom'], [])],
    [
      'jurisdictions.union.aggregatesServedFrom: must have 1 or more',
      with_([...UNION, 'aggregatesServedFrom'], []),
    ],
    [
      'jurisdictions.union.aggregatesServedFrom: must have eu, which is in servedFrom',
      with_([...UNION, 'aggregatesServedFrom'], ['us']),
    ],
    [
      'jurisdictions.union.aggregatesServedFrom: requires servedFrom',
      with_([...UNION, 'servedFrom'], undefined),
    ],
    [
      'jurisdictions.union.countries[1]: must be a country code of ISO 3166-1 such as "DE", not "XX"',
      with_([...UNION, 'countries', 1], 'XX'),
    ],
    [
      'jurisdictions.union.countries[1]: must be a country code of ISO 3166-1 such as "DE", not "fr"; did you mean "FR"?',
      with_([...UNION, 'countries', 1], 'fr'),
    ],
    [
      'jurisdictions.union.countries[0]: must be a country code of ISO 3166-1 such as "DE", not "UK"; did you mean "GB"?',
      with_([...UNION, 'countries', 0], 'UK'),
    ],
    [
      'jurisdictions.other.countries[0]: FR is already a country of jurisdiction "union"',
      with_(['jurisdictions', 'other'], { regions: ['eu'], countries: ['FR'] }),
    ],
    [
      'jurisdictions.union.countries[1]: DE is already a country of jurisdiction "union"',
      with_([...UNION, 'countries', 1], 'DE'),
    ],
    [
      'placements.here.instences: unknown field; did you mean "instances"?',
      with_(['placements', 'here'], { instences: {} }),
    ],
    ['placements.here: must have either "instance", for all', with_(['placements', 'here'], {})],
    [
      'placements.here: must have either "instance", for all',
      with_(['placements', 'here', 'instances'], { users: 'demo' }),
    ],
    ['placements.there.instances: must have a corpus', with_(['placements', 'there', 'instances'], {})],
    ['placementGroups.people.default: is missing', with_([...PEOPLE, 'default'], undefined)],
    ['placementGroups.people.corpora: must have 1 or more', with_([...PEOPLE, 'corpora'], [])],
    [
      'placementGroups.people.requiresLocation: must be true or false',
      with_([...PEOPLE, 'requiresLocation'], 1),
    ],
    [
      'placementGroups.people.corpora[1]: "tidemark_directory" is reserved',
      with_([...PEOPLE, 'corpora', 1], 'tidemark_directory'),
    ],
    [
      'placementGroups.people.sketches[0]: "tidemark_fences" is reserved',
      with_([...PEOPLE, 'sketches', 0], 'tidemark_fences'),
    ],
    [
      'placementGroups.people.sketches[1]: corpus "users" is already in placement group "people"',
      with_([...PEOPLE, 'sketches', 1], 'users'),
    ],
    [
      'placementGroups.others.sketches[0]: corpus "counts" is already in placement group "people"',
      with_(['placementGroups', 'others', 'sketches'], ['counts']),
    ],
    [
      'placementGroups.others.corpora[0]: corpus "users" is already in placement group "people"',
      with_(['placementGroups', 'others', 'corpora'], ['users']),
    ],
  ])('are refused: %s', (message, document) => {
    expect(refusal(document)).toContain(message);
  });
});
