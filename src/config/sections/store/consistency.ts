import { WATERMARK_VALID_MS } from '../../../core/consistency/row-watermark';
import { invalidArgument } from '../../../errors';
import { integer, oneOf, type Environment } from '../../environment';
import { widened } from '../../widened';

const EVIDENCE = ['row', 'row+shard'] as const;
const HOUR_MS = 3_600_000;

/** Defaults of the consistency guarantees. */
export const CONSISTENCY_DEFAULTS = {
  /** Maximum difference between the clocks of two processes, in milliseconds. The proofs by heartbeats depend on it. */
  clockSkewMaxMs: 100,
  /** Age from which a write counts as fully replicated, in milliseconds: the lifetime of a token plus one hour. */
  replicationLagMaxMs: 25 * HOUR_MS,
  /**
   * Number of the newest watermark cells of each column that a read fetches as proof of what a row contains. A chain
   * that is longer within the horizon proves nothing beyond its origin. At most `WATERMARK_VERSIONS_MAX`.
   */
  watermarkDepth: 32,
} as const;

/** Defaults of writes. */
export const WRITING_DEFAULTS = {
  /** Maximum number of writes of one row that wait for the one in flight. */
  waitingPerRowMax: 1_000,
  /** Number of rows whose last acknowledged write a writer remembers; about 400 bytes each. */
  rowsTrackedMax: 50_000,
} as const;

/** Defaults of reads. */
export const READING_DEFAULTS = {
  /** First pause after every replica has failed, in milliseconds; doubles up to `lookupMaxDelayMs`. */
  lookupInitialDelayMs: 5,
  lookupMaxDelayMs: 250,
  /** First pause before the next round of lookups while a replica has answered or is pending, in milliseconds. */
  staggerDelayMs: 20,
  /**
   * Time before a silent first replica is joined by a second one, in milliseconds: this, or a third of the read's
   * budget if less.
   */
  firstReplicaTimeoutMs: 500,
  /**
   * Time before the caller's deadline at which a read ends, in milliseconds, so that it can report what it could not
   * prove.
   */
  deadlineMarginMs: 5,
  /** Timeout of a read without a deadline, in milliseconds. */
  pointTimeoutMs: 5_000,
  /** Maximum number of rows of one multi-row read that are looked up individually at the same time. */
  rowsInFlightMax: 16,
  /** Shortest time between two log lines about out-of-order writes of the same origin and replica, in milliseconds. */
  orderGapLogIntervalMs: 60_000,
} as const;

/** Defaults of scans of whole tables, for batch work. */
export const SCANNING_DEFAULTS = {
  stretchMs: 30_000,
  callTimeoutMs: 120_000,
  stallTimeoutMs: 60_000,
  /** Rows, and bytes of their cells, that a scan of several placements reads from each before it returns them. */
  pageRowsMax: 1_000,
  pageBytesMax: 8 * 1024 * 1024,
} as const;

/**
 * Reads the settings of the consistency guarantees. Throws `invalid_argument` when tokens live longer than the
 * replication lag: reads would no longer check the writes that such tokens name.
 */
export function readConsistencyConfig(
  env: Environment,
  { tokenLifetimeMs }: { readonly tokenLifetimeMs: number },
) {
  const d = widened(CONSISTENCY_DEFAULTS);
  const evidence = env.get(
    'TIDEMARK_CONSISTENCY_EVIDENCE',
    oneOf(EVIDENCE),
    'row',
    "Proof of strict answers: the row's own watermark, or also heartbeats, which rely on an order that Cloud Bigtable does not promise",
  );
  const clockSkewMaxMs = env.get(
    'TIDEMARK_CLOCK_SKEW_MAX_MS',
    integer(0, 60_000),
    d.clockSkewMaxMs,
    'Maximum difference between the clocks of any two processes',
  );
  const replicationLagMaxMs = env.get(
    'TIDEMARK_REPLICATION_LAG_MAX_MS',
    integer(HOUR_MS, WATERMARK_VALID_MS),
    d.replicationLagMaxMs,
    'Age from which writes count as replicated to every cluster, so that reads do not check for them',
  );
  if (tokenLifetimeMs > replicationLagMaxMs)
    throw invalidArgument(
      'TIDEMARK_REPLICATION_LAG_MAX_MS',
      'must not be less than TIDEMARK_TOKEN_LIFETIME_MS: the writes that a token names would count as read',
    );
  return { ...d, evidence, clockSkewMaxMs, replicationLagMaxMs };
}
