/** What a read may ask for, and what its answer says that it achieved. */
import type { WriteToken } from '../tokens/write-token';

export const CONSISTENCY_LEVELS = ['eventual', 'at-least-as-fresh', 'bounded', 'strict'] as const;
export type ConsistencyLevel = (typeof CONSISTENCY_LEVELS)[number];

/** What becomes of a read whose promise cannot be kept within its deadline: a typed error, or an answer that says so. */
export type OnUnmet = 'error' | 'stale';

/** Chosen once, at the edge, and passed down. */
export interface Consistency {
  readonly level: ConsistencyLevel;
  /** Whatever the level, the answer contains what the token speaks for. `at-least-as-fresh` needs one. */
  readonly token?: WriteToken;
  /** With `bounded`: contains everything acknowledged so long before the read began, or earlier. Milliseconds. */
  readonly maxStalenessMs?: number;
  /** With `strict`: contains everything acknowledged before then. Default: before the read began. */
  readonly asOfMs?: number;
  /** Default `error`. */
  readonly onUnmet?: OnUnmet;
}

/** The default level, which needs no proof. */
export const EVENTUAL: Consistency = Object.freeze({ level: 'eventual' });

/**
 * Which replica answered: the one that is asked first, the one that accepted the writes in question, another one after
 * the first had failed or could not prove enough, or the winner of a race that was begun since the first was slow.
 */
export type Tier = 'nearest' | 'origin' | 'failover' | 'hedge';

/** What an answer stands on. */
export interface ReadEvidence {
  readonly level: ConsistencyLevel;
  /** False only where the read allowed a stale answer, and this is one. */
  readonly met: boolean;
  /** Id of the cluster that answered; of a read of several rows, those that did, in order and once each. */
  readonly clusters: readonly string[];
  /** Of several rows the farthest: nearest < hedge < failover < origin. */
  readonly tier: Tier;
  /** Requests sent for this answer, those cancelled included. */
  readonly lookups: number;
  /**
   * The answer contains everything that was acknowledged so long before the read began, or earlier, as far as heartbeats tell;
   * undefined where they tell nothing. Milliseconds.
   */
  readonly stalenessMs: number | undefined;
  /** For the next read, to see no less than this one; empty when it saw no write. */
  readonly token: WriteToken;
}
