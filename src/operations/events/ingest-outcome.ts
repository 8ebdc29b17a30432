import type { TidemarkError } from '../../errors';

/** Outcome of one input of an ingest call. */
export type IngestOutcome =
  | { readonly status: 'accepted' }
  /** The dedup key equals that of an earlier input of this call. The event is not counted again. */
  | { readonly status: 'duplicate_in_call' }
  /** The event is invalid, or this process may not store it. Nothing was acknowledged, and a retry does not help. */
  | { readonly status: 'rejected'; readonly error: TidemarkError }
  /** The event may or may not be written. A retry is safe in both cases. */
  | { readonly status: 'failed'; readonly error: TidemarkError };
