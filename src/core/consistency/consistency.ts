/** Consistency levels of reads, and the evidence that an answer carries. */
import type { WriteToken } from '../tokens/write-token';

export const CONSISTENCY_LEVELS = ['eventual', 'at-least-as-fresh', 'bounded', 'strict'] as const;
export type ConsistencyLevel = (typeof CONSISTENCY_LEVELS)[number];

/** Result of a read that cannot prove its level before the deadline: a typed error, or an answer marked as stale. */
export type OnUnmet = 'error' | 'stale';

/** Consistency that a read asks for. It is chosen once, where the request arrives, and passed down. */
export interface Consistency {
  readonly level: ConsistencyLevel;
  /** The answer contains all writes that the token covers, at any level. Required for `at-least-as-fresh`. */
  readonly token?: WriteToken | undefined;
  /**
   * Level `bounded` only: the answer contains everything acknowledged at least this long before the read began, in
   * milliseconds.
   */
  readonly maxStalenessMs?: number | undefined;
  /**
   * Level `strict` only: the answer contains everything acknowledged before this time, in milliseconds since the Unix
   * epoch. Default: the time when the read began.
   */
  readonly asOfMs?: number | undefined;
  /** Default: `error`. */
  readonly onUnmet?: OnUnmet | undefined;
  /**
   * Whether the answer's token covers what the read has seen. Default: true. False only at level `eventual` without a
   * token: then the read leaves out the row's watermark, which costs the store as much as the data or more.
   */
  readonly returnToken?: boolean | undefined;
}

/** The default level. It needs no proof. */
export const EVENTUAL: Consistency = Object.freeze({ level: 'eventual' });

/**
 * Which replica answered: the first one asked (`nearest`), another one that is an origin of writes in question
 * (`origin`), another one after the first failed or could not prove enough (`failover`), or the winner of a race that
 * began because the first was slow (`hedge`).
 */
export type Tier = 'nearest' | 'origin' | 'failover' | 'hedge';

/** Evidence for the freshness of an answer. */
export interface ReadEvidence {
  readonly level: ConsistencyLevel;
  /** Whether the answer meets its level. False only if the read allowed stale answers and this is one. */
  readonly met: boolean;
  /** Ids of the clusters that answered. A read of several rows may have several, in order and without duplicates. */
  readonly clusters: readonly string[];
  /** Tier of the answer. A read of several rows reports the farthest: nearest < hedge < failover < origin. */
  readonly tier: Tier;
  /** Number of requests sent for this answer, including cancelled ones. */
  readonly lookups: number;
  /**
   * Bound on the age of missing writes, in milliseconds: the answer contains everything acknowledged at least this long
   * before the read, as proven by heartbeats or by the read itself. Undefined if neither proves anything.
   */
  readonly stalenessMs: number | undefined;
  /**
   * Token for the next read, which then sees no less than this one. Empty if this read saw no write, or was to return
   * no token.
   */
  readonly token: WriteToken;
}
