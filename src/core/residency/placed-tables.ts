/** The tables that placement rules add to those of the corpora. */
import { invalidArgument } from '../../errors';
import { didYouMean } from '../json/did-you-mean';
import {
  DIRECTORY_TABLE,
  fenceTable,
  placedTable,
  placementsOfGroup,
  type PlacementRules,
} from './placement-rules';

/** A table of the placement rules. `table` is its name within the store, and `instance` the id of its instance. */
export type PlacedTable =
  | { readonly kind: 'corpus'; readonly table: string; readonly instance: string; readonly corpus: string }
  | { readonly kind: 'fences' | 'directory'; readonly table: string; readonly instance: string };

/**
 * Returns the tables of the corpora in all placements, with those of the default placements, then the fence table of
 * each placement, then the directory.
 */
export function placedTables(rules: PlacementRules): readonly PlacedTable[] {
  const corpora = [...rules.groups.values()].flatMap((group) =>
    placementsOfGroup(rules, group).flatMap(({ name, instances }) =>
      group.corpora.map((corpus): PlacedTable => {
        const table = placedTable(group, corpus, name);
        return { kind: 'corpus', table, instance: instances.get(corpus)!, corpus };
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

/**
 * Throws `invalid_argument` if a group has a corpus that does not exist. It would leave the rows of the corpus that was
 * meant where they are.
 */
export function checkGroupedCorpora({ groups }: PlacementRules, known: readonly string[]): void {
  for (const { name, corpora } of groups.values()) {
    corpora.forEach((corpus, index) => {
      if (known.includes(corpus)) return;
      const message = `corpus "${corpus}" is not declared in the schema${didYouMean(corpus, known)}`;
      throw invalidArgument(`placementGroups.${name}.corpora[${index}]`, message);
    });
  }
}
