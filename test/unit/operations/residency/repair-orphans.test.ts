import type { DirectoryEntry } from '../../../../src/core/residency/location';
import type { PlacementGroup, PlacementRules } from '../../../../src/core/residency/placement-rules';
import { emptyAuditTally, type AuditRecord } from '../../../../src/operations/residency/audit-record';
import { createRepair } from '../../../../src/operations/residency/repair-orphans';
import type { OrphanedRows } from '../../../../src/residency/mover/row-repair';

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
  placements: new Map([placement('us'), placement('eu'), placement('asia')]),
  groups: new Map([['users', GROUP]]),
  groupByCorpus: new Map([['users', GROUP]]),
  groupBySketches: new Map(),
  directoryInstance: 'directory',
};
const homeIn = (name: string): DirectoryEntry => ({
  group: 'users',
  epoch: 1,
  state: 'home',
  from: name,
  to: name,
  reason: 'default',
  term: 0,
  decidedAtMs: 0,
  changedAtMs: 0,
});
const record = (id: string, of: Partial<AuditRecord>): AuditRecord => {
  const key = Buffer.from(`00#${id}`);
  const row = {
    group: 'users',
    corpus: 'users',
    placement: 'eu',
    objectId: id,
    key,
    claim: undefined,
    alsoIn: [],
  };
  return { place: 'orphaned', table: 'users@eu', subject: id, row, entry: homeIn('us'), ...of };
};

describe('The repair of findings', () => {
  it('repairs orphans whose home this process may process, and nothing else', async () => {
    const asked: OrphanedRows[] = [];
    const repair = createRepair({
      rules: RULES,
      subjects: { isServed: (name) => name !== 'asia' },
      repair(orphans) {
        asked.push(...orphans);
        return Promise.resolve(orphans.filter(({ key }) => key !== 'moved'));
      },
    });
    const tally = emptyAuditTally();
    const records = [
      record('ann', {}),
      record('moved', {}),
      record('elsewhere', { entry: homeIn('asia') }),
      record('leaving', { entry: { ...homeIn('us'), state: 'overlaid', to: 'asia' } }),
      record('unknown', { place: 'unknown', entry: undefined }),
      record('old', { place: 'contradictory-claim' }),
    ];
    const marked = await repair(records, tally, new AbortController().signal);
    expect(asked.map(({ key }) => key)).toEqual(['ann', 'moved']);
    expect(asked[0]).toMatchObject({ group: GROUP, placement: 'eu', rowKey: Buffer.from('00#ann') });
    expect(marked.map(({ subject, isRepaired }) => [subject, isRepaired])).toEqual([
      ['ann', true],
      ['moved', false],
      ['elsewhere', false],
      ['leaving', false],
      ['unknown', false],
      ['old', false],
    ]);
    expect(tally.repaired).toBe(1);
  });
});
