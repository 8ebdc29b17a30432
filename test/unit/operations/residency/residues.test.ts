import type { PlacementGroup, PlacementRules } from '../../../../src/core/residency/placement-rules';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import {
  residuesOf,
  sketchResidues,
  type ResiduesOptions,
} from '../../../../src/operations/residency/residues';

const DAY_MS = 86_400_000;
const GROUP: PlacementGroup = {
  name: 'users',
  corpora: ['users'],
  sketches: [],
  defaultPlacement: 'us',
  requiresLocation: false,
};
const placement = (name: string) =>
  [name, { name, jurisdiction: undefined, instances: new Map([['users', `store-${name}`]]) }] as const;
const RULES: PlacementRules = {
  jurisdictions: new Map(),
  placements: new Map([placement('us'), placement('eu')]),
  groups: new Map([['users', GROUP]]),
  groupByCorpus: new Map([['users', GROUP]]),
  groupBySketches: new Map(),
  directoryInstance: 'directory',
};
const ENDED_MS = Date.UTC(2026, 10, 1);

const residues = (options: Partial<ResiduesOptions> = {}) =>
  residuesOf({
    rules: RULES,
    tally: { lastMoveEndedAtMs: { eu: ENDED_MS } },
    retention: new Map(),
    backups: undefined,
    messageRetentionMs: new Map(),
    sketches: [],
    ...options,
  });
const daysOf = (found: ReturnType<typeof residues>, kind: string) =>
  found
    .filter((each) => each.kind === kind)
    .map(({ where, untilMs }) => [where, untilMs === undefined ? undefined : (untilMs - ENDED_MS) / DAY_MS]);

describe('What stays outside after moves', () => {
  it('is nothing before the first move has ended', () => {
    expect(residues({ tally: { lastMoveEndedAtMs: {} } })).toEqual([]);
  });

  it('is in the placement that was left, and ends by what is known of its retention', () => {
    const backup = (startDay: number, expiryDay: number, table = 'instances/store-us/tables/users') => ({
      name: 'b',
      cluster: 'c',
      sourceTable: `projects/p/${table}`,
      startedAtMs: ENDED_MS + startDay * DAY_MS,
      expiresAtMs: ENDED_MS + expiryDay * DAY_MS,
    });
    const found = residues({
      retention: new Map([['users', { changeStreamMs: 3 * DAY_MS }]]),
      backups: [
        backup(-1, 20),
        backup(-9, 10),
        backup(1, 90),
        backup(-1, 80, 'instances/store-eu/tables/users'),
      ],
      messageRetentionMs: new Map([
        ['events', 4 * DAY_MS],
        ['other', undefined],
      ]),
      sketches: [{ corpus: 'campaigns', family: 'counts', keptMs: 400 * DAY_MS }],
    });
    expect(daysOf(found, 'deleted-cells')).toEqual([['users in us', 7]]);
    expect(daysOf(found, 'change-stream')).toEqual([['users in us', 3]]);
    expect(daysOf(found, 'backups')).toEqual([['users in us', 20]]);
    expect(daysOf(found, 'fences')).toEqual([['tidemark_fences@us', 30]]);
    expect(daysOf(found, 'messages')).toEqual([
      ['events', 4],
      ['other', undefined],
    ]);
    expect(daysOf(found, 'sketches')).toEqual([['counts in campaigns', 400]]);
  });

  it('has the sketches of each placement that was left, which never move', () => {
    const group = { ...GROUP, sketches: ['counts'] };
    const instances = new Map([
      ['users', 'store'],
      ['counts', 'store'],
    ]);
    const places = ['us', 'eu'].map((name) => [name, { name, jurisdiction: undefined, instances }] as const);
    const found = residues({
      rules: {
        ...RULES,
        placements: new Map(places),
        groups: new Map([['users', group]]),
        groupBySketches: new Map([['counts', group]]),
      },
      tally: { lastMoveEndedAtMs: { eu: ENDED_MS, us: ENDED_MS + DAY_MS } },
      sketches: [
        { corpus: 'counts', family: 'views', keptMs: 180 * DAY_MS },
        { corpus: 'counts', family: 'forever', keptMs: undefined },
      ],
    });
    expect(daysOf(found, 'sketches')).toEqual([
      ['views in counts of us', 180],
      ['forever in counts of us', undefined],
      ['views in counts of eu', 181],
      ['forever in counts of eu', undefined],
    ]);
  });

  it('keeps the hash of an event until no late event of its day can write it again', () => {
    const residue = sketchResidues(loadSchema().eventTypes());
    // 90 days in which late events are accepted, 90 days of retention, and the margins of the stored rule.
    const days = Math.round(residue[0]!.keptMs! / DAY_MS);
    expect([residue[0]!.family, days]).toEqual(['campaign_counts', 181]);
    const [type] = loadSchema()
      .eventTypes()
      .filter(({ events }) => events.sketches.length > 0);
    const endless = { ...type!, retention: { ...type!.retention, maxAgeMs: undefined } };
    expect(sketchResidues([endless])[0]!.keptMs).toBeUndefined();
  });

  it('has the rule where retention is not known, and nothing where there is none', () => {
    const unknown = residues();
    expect(daysOf(unknown, 'change-stream')).toEqual([['users in us', undefined]]);
    expect(daysOf(unknown, 'backups')).toEqual([['users in us', undefined]]);
    expect(daysOf(unknown, 'messages')).toEqual([['Pub/Sub', undefined]]);
    for (const { rule } of unknown) expect(rule).toMatch(/\w/);
    const none = { changeStreamMs: undefined };
    const known = residues({ retention: new Map([['users', none]]), backups: [] });
    expect(daysOf(known, 'change-stream')).toEqual([]);
    expect(daysOf(known, 'backups')).toEqual([]);
  });
});
