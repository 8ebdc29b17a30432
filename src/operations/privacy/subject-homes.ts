import type { CallOptions } from '../../bigtable/client/types';
import { NO_PLACEMENTS, placedTable, placementsOfGroup } from '../../core/residency/placement-rules';
import { rowKey } from '../../core/rows/row-key';
import { isPersonal, type Corpus } from '../../core/schema/schema';
import type { Residency } from '../../residency/residency';

/** A table that may have rows of users. */
export interface PersonalTable {
  readonly corpus: string;
  /** Name within the store. */
  readonly table: string;
  /** Placement of the table; undefined for a corpus without placements. */
  readonly placement?: string | undefined;
  /** Name of the placement group; undefined for a corpus without placements. */
  readonly group?: string | undefined;
}

/** Returns the tables of all personal corpora, in all placements that this process may process. */
export function personalTables(
  corpora: readonly Corpus[],
  residency: Pick<Residency, 'rules' | 'subjects'> | undefined,
): readonly PersonalTable[] {
  const rules = residency?.rules() ?? NO_PLACEMENTS;
  return corpora.filter(isPersonal).flatMap(({ name: corpus }): PersonalTable[] => {
    const group = rules.groupByCorpus.get(corpus);
    if (group === undefined) return [{ corpus, table: corpus }];
    const served = placementsOfGroup(rules, group).filter(({ name }) => residency!.subjects.isServed(name));
    return served.map(({ name: placement }) => ({
      corpus,
      table: placedTable(group, corpus, placement),
      placement,
      group: group.name,
    }));
  });
}

/** Placement and epoch in which a user is at rest, by placement group. */
export type SubjectHomes = ReadonlyMap<string, { readonly placement: string; readonly epoch: number }>;

/** Returns the homes of a user; `moving` while one of their groups moves, and `elsewhere` if another region serves them. */
export type FindHomes = (userId: string, call: CallOptions) => Promise<SubjectHomes | 'moving' | 'elsewhere'>;

/** `residency`: undefined for a store without placements. */
export function createFindHomes(
  residency: Pick<Residency, 'rules' | 'subjects' | 'directory'> | undefined,
): FindHomes {
  return async (userId, call) => {
    const homes = new Map<string, { placement: string; epoch: number }>();
    if (residency === undefined) return homes;
    for (const group of residency.rules().groups.values()) {
      const { key } = residency.subjects.of(group, rowKey(userId))!;
      const entry = await residency.directory.present(key, call);
      if (entry !== undefined && entry.state !== 'home') return 'moving';
      // Nothing of the user was ever stored: a first write would have been refused without a location.
      if (entry === undefined && group.requiresLocation) continue;
      const home = { placement: entry?.from ?? group.defaultPlacement, epoch: entry?.epoch ?? 0 };
      if (!residency.subjects.isServed(home.placement)) return 'elsewhere';
      homes.set(group.name, home);
    }
    return homes;
  };
}

/** Whether a user was at rest in the same placements all the time: each move has another epoch. */
export function areSameHomes(before: SubjectHomes, after: SubjectHomes): boolean {
  return [...before].every(([group, { epoch }]) => after.get(group)?.epoch === epoch);
}
