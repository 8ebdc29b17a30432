import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { checkGroups } from '../../../../src/core/residency/check-groups';
import { NO_PLACEMENTS, type PlacementGroup } from '../../../../src/core/residency/placement-rules';
import { tidemarkError } from '../../../support/tidemark-error';

const corpora = loadSchema().corpora();
const group = (changes: Partial<PlacementGroup>): PlacementGroup => ({
  name: 'g',
  corpora: ['users'],
  sketches: [],
  defaultPlacement: 'us',
  requiresLocation: false,
  ...changes,
});
const check = (changes: Partial<PlacementGroup>): void =>
  checkGroups({ ...NO_PLACEMENTS, groups: new Map([['g', group(changes)]]) }, corpora);

describe('A placement group', () => {
  it.each<Partial<PlacementGroup>>([
    {},
    { sketches: ['campaign_counts'], requiresLocation: true },
    { corpora: ['users', 'campaigns'] },
  ])('may have corpora of the schema: %j', (changes) => {
    expect(() => check(changes)).not.toThrow();
  });

  it.each<readonly [string, string, Partial<PlacementGroup>]>([
    ['corpora[0]', 'is not declared in the schema; did you mean "users"?', { corpora: ['user'] }],
    [
      'corpora[1]',
      'has sketches: move it to placementGroups.g.sketches',
      { corpora: ['users', 'campaign_counts'] },
    ],
    [
      'sketches[0]',
      'is not declared in the schema; did you mean "campaign_counts"?',
      { sketches: ['campaign_count'] },
    ],
    ['sketches[0]', 'has no sketches: move it to placementGroups.g.corpora', { sketches: ['campaigns'] }],
    [
      'sketches[0]',
      '"campaign_counts" counts events of corpus "users", which is not in group "g"',
      { corpora: ['campaigns'], sketches: ['campaign_counts'] },
    ],
    [
      'corpora[1]',
      'corpus "campaigns" has objects that are not about users ("campaign"), and their writes have no location',
      { corpora: ['users', 'campaigns'], requiresLocation: true },
    ],
  ])('is rejected at %s: %s', (field, message, changes) => {
    expect(() => check(changes)).toThrow(
      tidemarkError('invalid_argument', `placementGroups.g.${field}`, message),
    );
  });

  it('is rejected with a register of entities by another name, if it requires locations', () => {
    const registers = corpora.map((corpus) => ({
      ...corpus,
      sketches: corpus.sketches.map((each) => ({
        ...each,
        registeredAs: { corpus: 'users', family: 'profile' },
      })),
    }));
    const groups = new Map([['g', group({ requiresLocation: true })]]);
    expect(() => checkGroups({ ...NO_PLACEMENTS, groups }, registers)).toThrow(
      tidemarkError('invalid_argument', 'placementGroups.g.corpora[0]', 'not about users ("profile")'),
    );
  });
});
