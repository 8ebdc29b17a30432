/** Placement rules: which jurisdictions, placements and groups of corpora a topology declares. */
import { PIPELINES_TABLE } from '../pipelines/pipelines-table';
import { LEDGER_TABLE } from '../privacy/ledger-table';

/** Regions whose law applies to the data of users of some countries. */
export interface Jurisdiction {
  readonly name: string;
  /** Regions of Google Cloud in which data of the jurisdiction may be stored. */
  readonly regions: readonly string[];
  /** Countries whose users belong to the jurisdiction, as ISO 3166-1 alpha-2 codes in capitals. */
  readonly countries: readonly string[];
  /** Regions whose processes may process data of the jurisdiction. Undefined: all regions. */
  readonly servedFrom: readonly string[] | undefined;
  /**
   * Regions whose processes may process aggregates of the jurisdiction, which are sketches. They include those of
   * `servedFrom`. Undefined: the same regions as for its other data.
   */
  readonly aggregatesServedFrom?: readonly string[] | undefined;
}

/** A place for rows: an instance for each corpus, all within one jurisdiction. */
export interface Placement {
  readonly name: string;
  /** Name of the jurisdiction. Undefined for a placement that belongs to none. */
  readonly jurisdiction: string | undefined;
  /** Instance ids by corpus: the groups' corpora in their order, and after them their corpora of sketches. Never empty. */
  readonly instances: ReadonlyMap<string, string>;
}

/** Corpora whose rows of one object id are always in the same placement, and move together. */
export interface PlacementGroup {
  readonly name: string;
  readonly corpora: readonly string[];
  /**
   * Corpora of sketches that count events of `corpora`. Each placement has a part of every row: what was counted while
   * the user was there. Parts never move.
   */
  readonly sketches: readonly string[];
  /** Placement of subjects without an entry in the directory. Its tables have plain names. */
  readonly defaultPlacement: string;
  /**
   * Whether the first write of a subject must state an access location, or an explicit assignment must exist. Other
   * first writes fail with `location_required`. Default: false.
   */
  readonly requiresLocation: boolean;
}

/** Placement rules of a topology. All names refer to each other: the topology has been validated. */
export interface PlacementRules {
  readonly jurisdictions: ReadonlyMap<string, Jurisdiction>;
  readonly placements: ReadonlyMap<string, Placement>;
  readonly groups: ReadonlyMap<string, PlacementGroup>;
  /** Groups by corpus. Corpora without an entry are in no group, and their rows in one instance. */
  readonly groupByCorpus: ReadonlyMap<string, PlacementGroup>;
  /** Groups by corpus of sketches. Sketches without an entry are in one instance, wherever the users are. */
  readonly groupBySketches: ReadonlyMap<string, PlacementGroup>;
  /** Id of the instance that has the location directory. At least one of its clusters allows transactions. */
  readonly directoryInstance: string;
}

/** Rules of a topology without placements. */
export const NO_PLACEMENTS: PlacementRules = Object.freeze({
  jurisdictions: new Map<string, Jurisdiction>(),
  placements: new Map<string, Placement>(),
  groups: new Map<string, PlacementGroup>(),
  groupByCorpus: new Map<string, PlacementGroup>(),
  groupBySketches: new Map<string, PlacementGroup>(),
  directoryInstance: '',
});

/** Returns the jurisdiction of a placement; undefined if it belongs to none. */
export function jurisdictionOf(
  { placements, jurisdictions }: PlacementRules,
  placement: string,
): Jurisdiction | undefined {
  const name = placements.get(placement)?.jurisdiction;
  return name === undefined ? undefined : jurisdictions.get(name);
}

/** Returns the regions whose processes may process data of the placement. Undefined: all regions. */
export function servingRegions(rules: PlacementRules, placement: string): readonly string[] | undefined {
  return jurisdictionOf(rules, placement)?.servedFrom;
}

/** Returns the regions whose processes may process sketches of the placement. Undefined: all regions. */
export function aggregateRegions(rules: PlacementRules, placement: string): readonly string[] | undefined {
  const { servedFrom, aggregatesServedFrom = servedFrom } = jurisdictionOf(rules, placement) ?? {};
  return aggregatesServedFrom;
}

/** Returns whether a process in the region is in one of the regions. A process without a region is in none. */
export function isRegionWithin(regions: readonly string[] | undefined, region: string | undefined): boolean {
  return regions === undefined || (region !== undefined && regions.includes(region));
}

/** Returns all corpora of a group: those of its users, then those of sketches. */
export function corporaOfGroup({ corpora, sketches }: PlacementGroup): readonly string[] {
  return [...corpora, ...sketches];
}

/**
 * Separates table and placement in the name of a placed table. Neither table ids of Bigtable nor placement names have
 * it.
 */
const SEPARATOR = '@';

/** Table of the location directory. */
export const DIRECTORY_TABLE = 'tidemark_directory';

/** Whether the name is reserved for tables of Tidemark itself, so that no corpus may have it. */
export function isReservedTable(name: string): boolean {
  return [DIRECTORY_TABLE, FENCE_TABLE, LEDGER_TABLE, PIPELINES_TABLE].includes(name);
}

/**
 * Returns the name of a corpus's table in a placement, by which the store distinguishes it: `<corpus>@<placement>`, or
 * the plain corpus for the group's default placement.
 */
export function placedTable({ defaultPlacement }: PlacementGroup, corpus: string, placement: string): string {
  return placement === defaultPlacement ? corpus : `${corpus}${SEPARATOR}${placement}`;
}

/** Whether the name is that of a table in a placement, other than the corpus of a default placement. */
export function isPlacedTable(table: string): boolean {
  return table.includes(SEPARATOR);
}

/** Returns the placements that a group can use: those with an instance for each of its corpora. */
export function placementsOfGroup(
  { placements }: Pick<PlacementRules, 'placements'>,
  group: PlacementGroup,
): readonly Placement[] {
  const corpora = corporaOfGroup(group);
  return [...placements.values()].filter(({ instances }) => corpora.every((corpus) => instances.has(corpus)));
}

/** Returns the name that a table has in its instance: the part of a placed table's name before the placement. */
export function tableInInstance(table: string): string {
  const end = table.indexOf(SEPARATOR);
  return end < 0 ? table : table.slice(0, end);
}

/** Table of the fences that movers leave in a placement. */
export const FENCE_TABLE = 'tidemark_fences';

/** Returns the name of a placement's table of fences. */
export const fenceTable = (placement: string): string => `${FENCE_TABLE}${SEPARATOR}${placement}`;
