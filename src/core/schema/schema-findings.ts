/** Result of a comparison of two schemas. */
export interface SchemaComparison {
  /** Incompatible changes: sentences that name the element and the alternative. */
  readonly incompatible: readonly string[];
  /** Additions, which may be added to the lock. */
  readonly additions: readonly string[];
}

/** Mutable form of `SchemaComparison`, while it is built. */
export interface SchemaFindings {
  readonly incompatible: string[];
  readonly additions: string[];
}
