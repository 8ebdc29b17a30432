import { isEventDataType, type Corpus, type DataType } from './schema';
import { declaredFamilies } from './schema-plan';
import { terraformGcRules } from './terraform-gc-rules';

/** Content of `terraform/schema.json`: the declared schema as the Terraform modules read it. */
export interface TerraformSchema {
  readonly tables: Readonly<Record<string, TerraformTable>>;
  readonly event_types: Readonly<Record<string, TerraformEventType>>;
}

export interface TerraformTable {
  readonly families: Readonly<Record<string, TerraformFamily>>;
  /** Whether any family of the table contains events. */
  readonly holds_events: boolean;
}

interface TerraformFamily {
  /** JSON text for `google_bigtable_gc_policy.gc_rules`. Null keeps cells until they are erased. */
  readonly gc_rules: string | null;
  /** Owner of the DataType. Tidemark's own families have neither owner nor consent purpose. */
  readonly owner?: string;
  readonly consent_purpose?: string;
}

export interface TerraformEventType {
  readonly corpus: string;
  /** Full name of the proto message. */
  readonly message: string;
  /** Definition for `google_pubsub_schema`: a proto3 file with this message only. */
  readonly definition: string;
  readonly owner: string;
  readonly consent_purpose: string;
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
  const families = declaredFamilies(corpus).map(({ family, gcRule }): [string, TerraformFamily] => [
    family,
    {
      gc_rules: gcRule === undefined ? null : terraformGcRules(gcRule),
      ...labelsOf(dataTypes.get(family)),
    },
  ]);
  return {
    families: Object.fromEntries(families.sort(([a], [b]) => (a < b ? -1 : 1))),
    holds_events: corpus.dataTypes.some(isEventDataType),
  };
}

function labelsOf(dataType: DataType | undefined): Pick<TerraformFamily, 'owner' | 'consent_purpose'> {
  return dataType === undefined ? {} : { owner: dataType.owner, consent_purpose: dataType.consentPurpose };
}
