import type { ErrorCode } from '../errors';

/**
 * Kinds of lookups: `cached` needs no call, `nearest` reads the nearest cluster of the directory, `present` the cluster
 * that decides about the entry, and `change` reads there and may write.
 */
export type LocationLookupKind = 'cached' | 'nearest' | 'present' | 'change';

/** Observer of locations, for metrics. */
export interface ResidencyObserver {
  onLookup(kind: LocationLookupKind, count?: number): void;
  /** Reports a failed call to the directory or the feed. */
  onError(operation: Exclude<LocationLookupKind, 'cached'> | 'feed', code: ErrorCode): void;
  /**
   * Reports an operation that the lease alone did not confirm. `outdated`: it is repeated with what is known then.
   * `lease`: a move that is known makes it wrong.
   */
  onConfirmation(by: 'lease' | 'lookup' | 'fences', outcome: 'right' | 'outdated' | 'failed'): void;
}
