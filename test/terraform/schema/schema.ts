/** The schema of a provider, as `terraform providers schema -json` prints the parts that are needed here. */
export interface ProviderSchema {
  readonly provider_version: string;
  readonly provider: Schema;
  readonly resources: Readonly<Record<string, Schema>>;
  readonly data_sources: Readonly<Record<string, Schema>>;
}

export interface Schema {
  readonly version: number;
  readonly block: Block;
}

export interface Block {
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly block_types: Readonly<Record<string, NestedBlock>>;
}

/** An attribute that is computed and not optional is read-only; one that is both has a value even if none is given. */
export interface Attribute {
  /** A type in Terraform's JSON form: `"string"`, `["list", "string"]`, `["object", {…}]`. */
  readonly type: unknown;
  readonly required?: boolean;
  readonly optional?: boolean;
  readonly computed?: boolean;
  readonly sensitive?: boolean;
  /** The values that the documentation lists. */
  readonly enum?: readonly string[];
}

export interface NestedBlock {
  readonly nesting_mode: 'single' | 'list' | 'set';
  readonly block: Block;
  readonly min_items?: number;
  readonly max_items?: number;
}
