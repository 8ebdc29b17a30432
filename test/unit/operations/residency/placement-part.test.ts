import type { Row } from '../../../../src/bigtable/client/types';
import type { DirectoryEntry } from '../../../../src/core/residency/location';
import type { PlacementGroup, PlacementRules } from '../../../../src/core/residency/placement-rules';
import type { EntryFound } from '../../../../src/core/residency/row-place';
import { CLAIM_QUALIFIER } from '../../../../src/core/residency/row-role';
import { objectIdOf, rowKey } from '../../../../src/core/rows/row-key';
import { TidemarkError } from '../../../../src/errors';
import { DEFAULTS } from '../../../../src/config/defaults';
import { emptyAuditTally } from '../../../../src/operations/residency/audit-record';
import { PlacementPart } from '../../../../src/operations/residency/placement-part';

const GROUP: PlacementGroup = {
  name: 'users',
  corpora: ['users'],
  sketches: [],
  defaultPlacement: 'us',
  requiresLocation: false,
};
const placed = (name: string) =>
  [name, { name, jurisdiction: undefined, instances: new Map([['users', `tidemark-${name}`]]) }] as const;
const RULES: PlacementRules = {
  jurisdictions: new Map(),
  placements: new Map([placed('us'), placed('eu'), placed('asia')]),
  groups: new Map([['users', GROUP]]),
  groupByCorpus: new Map([['users', GROUP]]),
  groupBySketches: new Map(),
  directoryInstance: 'tidemark-directory',
};

const entry = (of: Partial<DirectoryEntry>): DirectoryEntry => ({
  group: 'users',
  epoch: 1,
  state: 'home',
  from: 'us',
  to: 'us',
  reason: 'default',
  term: 0,
  decidedAtMs: 0,
  changedAtMs: 0,
  ...of,
});
const HOME_US = entry({});
const HOME_EU = entry({ epoch: 2, from: 'eu', to: 'eu' });

interface World {
  /** Value of the row's claim, as in the scan and later. */
  readonly claim?: string;
  /** Entry at the nearest cluster. */
  readonly nearest: EntryFound;
  /** Entries at the deciding cluster, one for each read; the last one stays. */
  readonly present: readonly EntryFound[];
  /** Tables that have the row when it is looked at again. */
  readonly tables: readonly string[];
}

const claimCell = (value: Buffer) => ({
  family: '_loc',
  qualifier: CLAIM_QUALIFIER,
  timestampMicros: 0,
  value,
  labels: [],
});
const row = (id: string): Row => ({ key: rowKey(id), cells: [] });
const found = (each: EntryFound): DirectoryEntry | undefined => {
  if (each === 'corrupted') throw new TidemarkError('data_corrupted', 'corrupted');
  return each;
};

/** Audits a row of the user "ann" in `users@eu`. */
async function audit({ nearest, present, tables, claim }: World) {
  let reads = 0;
  const cells = [
    { family: '_wm', qualifier: Buffer.alloc(0), timestampMicros: 0, value: Buffer.alloc(0), labels: [] },
    ...(claim === undefined ? [] : [claimCell(Buffer.alloc(0)), claimCell(Buffer.from(claim))]),
  ];
  const part = new PlacementPart(
    { group: GROUP, corpus: 'users', placement: 'eu' },
    {
      rules: RULES,
      subjects: {
        of: (group, key) =>
          objectIdOf(key) === undefined
            ? undefined
            : { group, rowKey: key, key: `key of ${objectIdOf(key)!}` },
        isServed: (placement) => placement !== 'asia',
      },
      directory: {
        nearestOfAll: (keys) => Promise.resolve().then(() => keys.map(() => found(nearest))),
        present: () => Promise.resolve().then(() => found(present[Math.min(reads++, present.length - 1)])),
      },
      scanner: {
        sampleKeys: () => Promise.resolve([]),
        async *scan({ table, ranges }) {
          await Promise.resolve();
          if (tables.includes(table)) yield { key: ranges![0]!.start!.key, cells };
        },
      },
      limits: DEFAULTS.residencyAudit,
    },
  );
  const tally = emptyAuditTally();
  const records = await part.compare(
    [
      { ...row('ann'), cells },
      { key: Buffer.from('00!heartbeat'), cells: [] },
    ],
    tally,
    {},
  );
  return { records, tally };
}

describe('The audit of a placement', () => {
  it('reports a row whose home is elsewhere, and which other placements that it may see have it', async () => {
    const world = { nearest: HOME_US, present: [HOME_US], tables: ['users@eu', 'users', 'users@asia'] };
    const { records, tally } = await audit(world);
    expect(records).toEqual([
      {
        place: 'orphaned',
        table: 'users@eu',
        subject: 'key of ann',
        row: {
          group: 'users',
          corpus: 'users',
          placement: 'eu',
          objectId: 'ann',
          key: rowKey('ann'),
          claim: undefined,
          alsoIn: ['us'],
        },
        entry: HOME_US,
      },
    ]);
    expect(tally).toMatchObject({ rows: 1, rowsMoving: 0, findings: { orphaned: 1 } });
  });

  it('reports nothing when only the nearest cluster shows an older entry', async () => {
    const { records } = await audit({ nearest: HOME_US, present: [HOME_EU], tables: ['users@eu'] });
    expect(records).toEqual([]);
  });

  it('reports nothing when the row was deleted since the scan', async () => {
    const { records } = await audit({ nearest: HOME_US, present: [HOME_US], tables: ['users'] });
    expect(records).toEqual([]);
  });

  it('reports the entry as it is after the row was looked at again', async () => {
    const moving = entry({ epoch: 2, state: 'overlaid', to: 'eu' });
    const { records, tally } = await audit({
      nearest: HOME_US,
      present: [HOME_US, moving],
      tables: ['users@eu'],
    });
    expect(records).toMatchObject([{ place: 'moving', entry: moving, row: { alsoIn: [] } }]);
    expect(tally).toMatchObject({ rowsMoving: 1, findings: { orphaned: 0 } });
  });

  it.each([
    ['unknown', undefined],
    ['corrupted-entry', 'corrupted'],
    ['unknown-placement', entry({ from: 'mars', to: 'mars' })],
    ['orphaned', entry({ epoch: 2, state: 'overlaid', from: 'us', to: 'asia' })],
  ] as const)('reports a row as %s', async (place, present) => {
    const { records } = await audit({ nearest: present, present: [present], tables: ['users@eu'] });
    expect(records).toMatchObject([{ place }]);
  });

  it.each([
    ['of an epoch that the entry has not reached', HOME_EU, '3 filling 1'],
    ['of a later epoch outside of the home', HOME_US, '2 filling 1'],
    ['for deletion from the home', HOME_EU, '2 leaving 1'],
    ['that cannot be decoded', HOME_EU, 'x'],
    [
      'of a move during which the entry is of an earlier one',
      entry({ epoch: 2, state: 'settled', to: 'eu' }),
      '3 filling 1',
    ],
  ])('reports a claim %s as contradictory', async (_what, present, claim) => {
    const { records } = await audit({ nearest: present, present: [present], tables: ['users@eu'], claim });
    expect(records).toMatchObject([{ place: 'contradictory-claim' }]);
  });

  it('reports a row as orphaned whose deletion was begun', async () => {
    const { records } = await audit({
      nearest: HOME_US,
      present: [HOME_US],
      tables: ['users@eu'],
      claim: '1 leaving 0',
    });
    expect(records).toMatchObject([{ place: 'orphaned' }]);
  });

  it('accepts the claims that moves leave in the home, and have during a move', async () => {
    const home = await audit({ nearest: HOME_EU, present: [HOME_EU], tables: [], claim: '2 filling 1' });
    expect(home.records).toEqual([]);
    const replaced = await audit({ nearest: HOME_EU, present: [HOME_EU], tables: [], claim: '1 leaving 7' });
    expect(replaced.records).toEqual([]);
    const settled = entry({ epoch: 2, state: 'settled', from: 'eu', to: 'us' });
    const leaving = await audit({ nearest: settled, present: [settled], tables: [], claim: '2 leaving 1' });
    expect(leaving.records).toMatchObject([{ place: 'moving' }]);
  });
});
