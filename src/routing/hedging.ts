import type { Cluster } from './cluster';

/** When a read is sent a second time, and how often it may be. */
export interface Hedging {
  /**
   * So long a read of the cluster goes unanswered before a second one is worth its cost, milliseconds: about the 95th
   * percentile of those before it. Undefined while too few were seen. Counts the read: the budget is a share of them.
   */
  delayMs(cluster: Cluster): number | undefined;
  /** Takes one from the budget; false when there is none. */
  take(): boolean;
}
