/** The tables that placement rules add to those of the corpora. */
import {
  corporaOfGroup,
  DIRECTORY_TABLE,
  fenceTable,
  placedTable,
  placementsOfGroup,
  type PlacementRules,
} from './placement-rules';

/** A table of the placement rules. `table` is its name within the store, and `instance` the id of its instance. */
export type PlacedTable =
  | {
      readonly kind: 'corpus' | 'sketches';
      readonly table: string;
      readonly instance: string;
      readonly corpus: string;
    }
  | { readonly kind: 'fences' | 'directory'; readonly table: string; readonly instance: string };

/**
 * Returns the tables of the corpora and sketches in all placements, with those of the default placements, then the
 * fence table of each placement, then the directory.
 */
export function placedTables(rules: PlacementRules): readonly PlacedTable[] {
  const corpora = [...rules.groups.values()].flatMap((group) =>
    placementsOfGroup(rules, group).flatMap(({ name, instances }) =>
      corporaOfGroup(group).map((corpus): PlacedTable => {
        const table = placedTable(group, corpus, name);
        const kind = group.sketches.includes(corpus) ? 'sketches' : 'corpus';
        return { kind, table, instance: instances.get(corpus)!, corpus };
      }),
    ),
  );
  const fences = [...rules.placements.values()].map(({ name, instances }): PlacedTable => {
    const [instance] = instances.values();
    return { kind: 'fences', table: fenceTable(name), instance: instance! };
  });
  return [
    ...corpora,
    ...fences,
    { kind: 'directory', table: DIRECTORY_TABLE, instance: rules.directoryInstance },
  ];
}

/** Returns the names of the tables that a corpus has in its placements; of a corpus that is not placed, its own. */
export function tablesOfCorpus(
  rules: Pick<PlacementRules, 'placements' | 'groupByCorpus' | 'groupBySketches'>,
  corpus: string,
): readonly string[] {
  const group = rules.groupByCorpus.get(corpus) ?? rules.groupBySketches.get(corpus);
  if (group === undefined) return [corpus];
  return placementsOfGroup(rules, group).map(({ name }) => placedTable(group, corpus, name));
}
