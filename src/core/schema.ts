/** What the proto files declare, as plain frozen records. Built by `codec/schema-registry`, read everywhere. */

export const ENTITY_LEVELS = ['advertiser', 'campaign', 'adGroup', 'ad'] as const;
/** The advertiser's account, its campaigns, their ad groups, and the ads in them. */
export type EntityLevel = (typeof ENTITY_LEVELS)[number];

export interface Retention {
  /** Cells older than this are garbage; absent keeps them until they are erased. */
  readonly maxAgeMs?: number;
  /** Only the newest cells of a column are kept; absent keeps all. */
  readonly versionsMax?: number;
}

/** How two events of one action are recognised as the same: equal dimensions within one aligned window. */
export interface DedupPolicy {
  /** Event field names in camelCase, e.g. `insertionId`. The user is always part of the key: he is the row. */
  readonly dimensions: readonly string[];
  /** Length of the window that event times are floored to, from the Unix epoch. */
  readonly windowSeconds: number;
}

export interface ActionDeclaration {
  readonly name: string;
  /** Stable number, 1–255: the action's byte in the column qualifier. */
  readonly code: number;
  readonly dedup: DedupPolicy;
}

export interface DataType {
  /** Column family, and the `{dataType}` of the API. */
  readonly family: string;
  readonly corpus: string;
  /** Full name of the proto message, e.g. `tidemark.v1.Profile`. */
  readonly message: string;
  readonly owner: string;
  readonly provenance: string;
  readonly consentPurpose: string;
  readonly retention: Retention;
  /** Maximum size of one serialized value. */
  readonly valueBytesMax: number;
  readonly readers: readonly string[];
  readonly writers: readonly string[];
  /** Present where the DataType holds events rather than objects. */
  readonly actions?: readonly ActionDeclaration[];
}

/** Bigtable's limit for one cell; no DataType may declare more. */
export const VALUE_BYTES_LIMIT = 100 * 1024 * 1024;
/** Where a DataType declares none. */
export const VALUE_BYTES_DEFAULT = 1024 * 1024;

export interface Corpus {
  /** Table id. */
  readonly name: string;
  readonly dataTypes: readonly DataType[];
}
