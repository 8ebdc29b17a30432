/** Tables in which the sketches of a corpus are: one, or one in each placement of their group. */
import { TidemarkError } from '../../errors';
import {
  aggregateRegions,
  isRegionWithin,
  placedTable,
  placementsOfGroup,
  servingRegions,
  type PlacementRules,
} from './placement-rules';

/** A table of sketches. */
export interface SketchTable {
  /** Name of the table within the store. */
  readonly table: string;
  /** Undefined for sketches that are not placed. */
  readonly placement: string | undefined;
}

/** The tables of a corpus of sketches, as far as this process may use them. */
export interface SketchParts {
  /** Never empty. */
  readonly parts: readonly SketchTable[];
  /** Placements whose parts this process may not use, in the order of the topology. */
  readonly missing: readonly string[];
}

/** Placements that counts are made of. */
export interface CountedPlacements {
  /** In the order of the topology. */
  readonly counted: readonly string[];
  /** Those that are not counted, because their sketches may not be processed in this region. */
  readonly missing: readonly string[];
}

/** Returns the placements of the parts; undefined if the sketches are not placed. */
export function countedPlacements({ parts, missing }: SketchParts): CountedPlacements | undefined {
  const counted = parts.flatMap(({ placement }) => placement ?? []);
  return counted.length === 0 ? undefined : { counted, missing };
}

/** Returns the parts of a corpus of sketches. Throws `wrong_region` if this process may use none of them. */
export type SketchPartsOf = (corpus: string) => SketchParts;

export interface SketchTables {
  /** Returns the table that counts events of users in a placement. Undefined: events that are not placed. */
  readonly tableFor: (corpus: string, placement: string | undefined) => string;
  /** Returns the parts that make up counts: those whose aggregates this process may process. */
  readonly counted: SketchPartsOf;
  /** Returns the parts of placements whose users' data this process may process. */
  readonly served: SketchPartsOf;
}

const unplaced: SketchPartsOf = (corpus) => ({
  parts: [{ table: corpus, placement: undefined }],
  missing: [],
});

/** Tables of a store without placements. */
export const UNPLACED_SKETCHES: SketchTables = {
  tableFor: (corpus) => corpus,
  counted: unplaced,
  served: unplaced,
};

/** Returns the regions whose processes may use the part of a placement. Undefined: all regions. */
type RegionsOf = typeof servingRegions;

/** Returns the tables by the current rules, for a process in the region; undefined: a process without one. */
export function sketchTables(rules: () => PlacementRules, region: string | undefined): SketchTables {
  const partsIn =
    (regionsOf: RegionsOf): SketchPartsOf =>
    (corpus) =>
      partsOf(corpus, { rules: rules(), region, regionsOf });
  return {
    tableFor(corpus, placement) {
      const group = placement === undefined ? undefined : rules().groupBySketches.get(corpus);
      return group === undefined ? corpus : placedTable(group, corpus, placement!);
    },
    counted: partsIn(aggregateRegions),
    served: partsIn(servingRegions),
  };
}

interface PartRules {
  readonly rules: PlacementRules;
  readonly region: string | undefined;
  readonly regionsOf: RegionsOf;
}

function partsOf(corpus: string, { rules, region, regionsOf }: PartRules): SketchParts {
  const group = rules.groupBySketches.get(corpus);
  if (group === undefined) return unplaced(corpus);
  const placements = placementsOfGroup(rules, group).map(({ name }) => name);
  const usable = placements.filter((placement) => isRegionWithin(regionsOf(rules, placement), region));
  if (usable.length === 0) {
    const regions = [...new Set(placements.flatMap((placement) => regionsOf(rules, placement) ?? []))];
    const message = `sketches of "${corpus}" are processed in ${regions.join(', ')} only`;
    throw new TidemarkError('wrong_region', message, { regions });
  }
  return {
    parts: usable.map((placement) => ({ table: placedTable(group, corpus, placement), placement })),
    missing: placements.filter((placement) => !usable.includes(placement)),
  };
}
