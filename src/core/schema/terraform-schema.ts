import { isEventDataType, isPersonal, type Corpus, type DataType } from './schema';
import {
  declaredFamilies,
  LEDGER_FAMILIES,
  PIPELINES_FAMILIES,
  PLACEMENT_FAMILIES,
  type FamilyState,
} from './schema-plan';
import { terraformGcRules } from './terraform-gc-rules';

/** Content of `terraform/schema.json`: the declared schema as the Terraform modules read it. */
export interface TerraformSchema {
  readonly tables: Readonly<Record<string, TerraformTable>>;
  readonly placement_families: TerraformPlacementFamilies;
  /** Families of the privacy ledger. Empty if no corpus has users. */
  readonly ledger_families: TerraformFamilies;
  /** Families of the table of pipelines. */
  readonly pipeline_families: TerraformFamilies;
  readonly event_types: Readonly<Record<string, TerraformEventType>>;
}

type TerraformFamilies = Readonly<Record<string, TerraformFamily>>;

/**
 * Families of placements, which an environment without them does not have: those that each grouped corpus has besides
 * its own, and those of the tables of fences and of the location directory.
 */
type TerraformPlacementFamilies = Readonly<Record<keyof typeof PLACEMENT_FAMILIES, TerraformFamilies>>;

export interface TerraformTable {
  readonly families: TerraformFamilies;
  /** Whether any family of the table contains events. */
  readonly holds_events: boolean;
}

interface TerraformFamily {
  /** JSON text for `google_bigtable_gc_policy.gc_rules`. Null keeps cells until they are erased. */
  readonly gc_rules: string | null;
  /** Owner of the DataType. Tidemark's own families have neither owner nor purpose. */
  readonly owner?: string;
  readonly purpose?: string;
}

export interface TerraformEventType {
  readonly corpus: string;
  /** Full name of the proto message. */
  readonly message: string;
  /** Definition for `google_pubsub_schema`: a proto3 file with this message only. */
  readonly definition: string;
  readonly owner: string;
  readonly purpose: string;
  readonly writers: readonly string[];
  readonly readers: readonly string[];
}

/**
 * Returns the tables in the order of the corpora and of the family names, so that equal schemas result in equal files.
 */
export function terraformTables(corpora: readonly Corpus[]): Record<string, TerraformTable> {
  return Object.fromEntries(corpora.map((corpus) => [corpus.name, tableOf(corpus)]));
}

function tableOf(corpus: Corpus): TerraformTable {
  const dataTypes = new Map(corpus.dataTypes.map((dataType) => [dataType.family, dataType]));
  return {
    families: familiesOf(declaredFamilies(corpus), (family) => labelsOf(dataTypes.get(family))),
    holds_events: corpus.dataTypes.some(isEventDataType),
  };
}

export function terraformPlacementFamilies(): TerraformPlacementFamilies {
  const { corpus, fences, directory } = PLACEMENT_FAMILIES;
  return { corpus: familiesOf(corpus), fences: familiesOf(fences), directory: familiesOf(directory) };
}

/** Returns the families of the privacy ledger; none if no corpus has users. */
export function terraformLedgerFamilies(corpora: readonly Corpus[]): TerraformFamilies {
  return corpora.some(isPersonal) ? familiesOf(LEDGER_FAMILIES) : {};
}

export function terraformPipelineFamilies(): TerraformFamilies {
  return familiesOf(PIPELINES_FAMILIES);
}

function familiesOf(
  declared: readonly FamilyState[],
  labels: (family: string) => ReturnType<typeof labelsOf> = () => ({}),
): TerraformFamilies {
  const families = declared.map(({ family, gcRule }): [string, TerraformFamily] => [
    family,
    { gc_rules: gcRule === undefined ? null : terraformGcRules(gcRule), ...labels(family) },
  ]);
  return Object.fromEntries(families.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function labelsOf(dataType: DataType | undefined): Pick<TerraformFamily, 'owner' | 'purpose'> {
  return dataType === undefined ? {} : { owner: dataType.owner, purpose: dataType.purpose };
}
