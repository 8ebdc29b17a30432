/** Compares declared with actual tables and plans the steps that create what is missing. Nothing is ever dropped. */
import { RESERVATION_FAMILY, RESERVATION_RETENTION_MS } from '../caps/reservation-family';
import { describeGcRule, gcRuleOf, type GcRule } from './gc-rule';
import { LEASE_FAMILY } from '../pacing/lease';
import {
  WATERMARK_FAMILY,
  WATERMARK_RETENTION_MS,
  WATERMARK_VERSIONS_MAX,
} from '../consistency/row-watermark';
import { LOCATION_FAMILY } from '../residency/location-family';
import { checkGroups } from '../residency/check-groups';
import { placedTables, type PlacedTable } from '../residency/placed-tables';
import type { PlacementRules } from '../residency/placement-rules';
import { PIPELINE_FAMILY, PIPELINES_TABLE, RUN_FAMILY, RUN_MAX_AGE_MS } from '../pipelines/pipelines-table';
import { LEDGER_FAMILY, LEDGER_TABLE } from '../privacy/ledger-table';
import { PRIVACY_FAMILY } from '../privacy/privacy-family';
import { isPersonal, type Corpus, type Retention } from './schema';
import { storedRetention, storedSketchRetention } from './stored-retention';

export interface FamilyState {
  readonly family: string;
  /** Absent if cells are never collected. */
  readonly gcRule?: GcRule;
}

export interface TableState {
  readonly table: string;
  readonly families: readonly FamilyState[];
}

export type SchemaStep =
  | { readonly kind: 'create-table'; readonly table: string; readonly families: readonly FamilyState[] }
  | { readonly kind: 'create-family'; readonly table: string; readonly family: FamilyState }
  | {
      readonly kind: 'update-gc-rule';
      readonly table: string;
      readonly family: FamilyState;
      /** The current rule. Absent if there is none. */
      readonly from?: GcRule;
    };

export interface SchemaPlan {
  /** Steps in the order of the corpora and families. Empty if the store matches the declaration. */
  readonly steps: readonly SchemaStep[];
  /** Families of declared tables that no DataType declares, as `table/family`. They are not changed. */
  readonly undeclared: readonly string[];
}

/** Plans the steps to the declared tables, which `declaredTables` returns. */
export function planSchema(declared: readonly TableState[], actual: readonly TableState[]): SchemaPlan {
  const tables = new Map(actual.map((state) => [state.table, state]));
  const plans = declared.map((wanted) => planTable(wanted, tables.get(wanted.table)));
  return {
    steps: plans.flatMap(({ steps }) => steps),
    undeclared: plans.flatMap(({ undeclared }) => undeclared),
  };
}

/**
 * Returns the tables of the corpora, the ledger if users are in one of them, the table of pipelines, and, with placement
 * rules, the other tables of the placements, by their names within the store. Throws `invalid_argument` if the rules
 * contradict the corpora.
 */
export function declaredTables(
  corpora: readonly Corpus[],
  placements?: PlacementRules,
): readonly TableState[] {
  const byName = new Map(
    corpora.map((corpus) => {
      const families = declaredFamilies(corpus);
      const isPlaced = placements?.groupByCorpus.has(corpus.name) === true;
      return [corpus.name, isPlaced ? [...families, ...PLACEMENT_FAMILIES.corpus] : families];
    }),
  );
  const ledger = corpora.some(isPersonal) ? [{ table: LEDGER_TABLE, families: LEDGER_FAMILIES }] : [];
  const tables = [
    ...Array.from(byName, ([table, families]): TableState => ({ table, families })),
    ...ledger,
    { table: PIPELINES_TABLE, families: PIPELINES_FAMILIES },
  ];
  if (placements === undefined) return tables;
  checkGroups(placements, corpora);
  const others = placedTables(placements).filter(({ table }) => !byName.has(table));
  return [
    ...tables,
    ...others.map((placed) => ({ table: placed.table, families: placedFamilies(placed, byName) })),
  ];
}

function placedFamilies(
  placed: PlacedTable,
  byCorpus: ReadonlyMap<string, readonly FamilyState[]>,
): readonly FamilyState[] {
  return 'corpus' in placed ? byCorpus.get(placed.corpus)! : PLACEMENT_FAMILIES[placed.kind];
}

function planTable({ table, families: wanted }: TableState, actual: TableState | undefined): SchemaPlan {
  if (actual === undefined)
    return { steps: [{ kind: 'create-table', table, families: wanted }], undeclared: [] };
  const present = new Map(actual.families.map((state) => [state.family, state]));
  const steps = wanted.flatMap((family) => planFamily(table, family, present.get(family.family)));
  const names = new Set(wanted.map(({ family }) => family));
  const undeclared = [...present.keys()].filter((family) => !names.has(family) && !isReserved(family));
  return { steps, undeclared: undeclared.sort().map((family) => `${table}/${family}`) };
}

/** Returns the families of a table: those of its DataTypes and sketches, and those that Tidemark itself needs. */
export function declaredFamilies({ dataTypes, sketches }: Corpus): FamilyState[] {
  const declared = [
    ...dataTypes.map((dataType) => familyState(dataType.family, storedRetention(dataType))),
    ...sketches.map((sketch) => familyState(sketch.family, storedSketchRetention(sketch))),
  ];
  const holdsEvents = dataTypes.some(({ events }) => events !== undefined);
  const holdsLease = dataTypes.some(({ message }) => message === LEASED_MESSAGE);
  const own = [
    ...(holdsEvents ? [RESERVATIONS] : []),
    ...(holdsLease ? [LEASES] : []),
    ...(isPersonal({ dataTypes }) ? [PRIVACY] : []),
  ];
  return [...declared, ...own, WATERMARKS];
}

/** Family of users' choices and erasures. Nothing but a purge removes what hides data. */
const PRIVACY: FamilyState = { family: PRIVACY_FAMILY };

function familyState(family: string, retention: Retention): FamilyState {
  const gcRule = gcRuleOf(retention);
  return gcRule === undefined ? { family } : { family, gcRule };
}

/**
 * Reads fetch fewer of the newest versions of each column than this keeps. Data older than this age is in every
 * cluster.
 */
const WATERMARKS: FamilyState = {
  family: WATERMARK_FAMILY,
  gcRule: gcRuleOf({ versionsMax: WATERMARK_VERSIONS_MAX, maxAgeMs: WATERMARK_RETENTION_MS })!,
};

/** Family of reservations, in tables with events. Only the newest version of the row's version cell matters. */
const RESERVATIONS: FamilyState = {
  family: RESERVATION_FAMILY,
  gcRule: gcRuleOf({ versionsMax: 1, maxAgeMs: RESERVATION_RETENTION_MS })!,
};

/** Family of locations, in the tables of placed corpora and of the directory. They are kept forever. */
const LOCATIONS: FamilyState = { family: LOCATION_FAMILY, gcRule: gcRuleOf({ versionsMax: 1 })! };

/** Age at which fences are garbage, in milliseconds. `Locations` uses no knowledge that is half as old without a lookup. */
export const FENCE_MAX_AGE_MS = 30 * 86_400_000;

/** The same family in tables of fences, which are not needed forever. */
const FENCES: FamilyState = {
  family: LOCATION_FAMILY,
  gcRule: gcRuleOf({ versionsMax: 1, maxAgeMs: FENCE_MAX_AGE_MS })!,
};

/** Families that placements add to each table of a grouped corpus, and all families of the tables that they add. */
export const PLACEMENT_FAMILIES: Readonly<
  Record<Exclude<PlacedTable['kind'], 'sketches'>, readonly FamilyState[]>
> = {
  corpus: [LOCATIONS],
  fences: [FENCES, WATERMARKS],
  directory: [LOCATIONS, WATERMARKS],
};

/** Families of the privacy ledger. */
export const LEDGER_FAMILIES: readonly FamilyState[] = [{ family: LEDGER_FAMILY }, WATERMARKS];

/** Families of the table of pipelines. Of each cell only the newest version matters. */
export const PIPELINES_FAMILIES: readonly FamilyState[] = [
  { family: RUN_FAMILY, gcRule: gcRuleOf({ versionsMax: 1, maxAgeMs: RUN_MAX_AGE_MS })! },
  { family: PIPELINE_FAMILY, gcRule: gcRuleOf({ versionsMax: 1 })! },
  WATERMARKS,
];

/** Message that the pacing controller publishes. A pointer to it is in the row of the controller's lease. */
const LEASED_MESSAGE = 'tidemark.v1.PacingSnapshot';

/**
 * Family of leases. They are kept forever, because leadership terms are numbered consecutively across gaps of any
 * length.
 */
const LEASES: FamilyState = { family: LEASE_FAMILY, gcRule: gcRuleOf({ versionsMax: 1 })! };

function planFamily(table: string, family: FamilyState, actual: FamilyState | undefined): SchemaStep[] {
  if (actual === undefined) return [{ kind: 'create-family', table, family }];
  if (describeGcRule(actual.gcRule) === describeGcRule(family.gcRule)) return [];
  const from = actual.gcRule === undefined ? {} : { from: actual.gcRule };
  return [{ kind: 'update-gc-rule', table, family, ...from }];
}

/** Families with a leading underscore belong to Tidemark and are not DataTypes. */
function isReserved(family: string): boolean {
  return family.startsWith('_');
}

/** Returns one line that describes the step to a person. */
export function describeStep(step: SchemaStep): string {
  switch (step.kind) {
    case 'create-table': {
      const families = step.families.map(
        (each) => `\n    ${each.family} (garbage: ${describeGcRule(each.gcRule)})`,
      );
      return `+ create table ${step.table} with families${families.join('')}`;
    }
    case 'create-family':
      return `+ create family ${step.table}/${step.family.family} (garbage: ${describeGcRule(step.family.gcRule)})`;
    case 'update-gc-rule': {
      const [from, to] = [describeGcRule(step.from), describeGcRule(step.family.gcRule)];
      return `~ change the GC rule of ${step.table}/${step.family.family} from ${from} to ${to}`;
    }
  }
}
