import { identifierVariable, share, text, type Environment } from '../../environment';
import { widened } from '../../widened';

/** Defaults of routing: hedging, health checks, ejection, and polling of the topology file. */
export const ROUTING_DEFAULTS = {
  /** Share of the reads, 0 to 1, that may send an extra lookup although no lookup has failed. */
  hedgeBudget: 0.05,
  /** Maximum number of extra lookups that can be saved up. */
  hedgeBurst: 10,
  /** Quantile of the read latencies after which a second request is worth its cost. */
  hedgeQuantile: 0.95,
  /** Shortest delay of a second request, in milliseconds. */
  hedgeDelayMinMs: 2,
  /** Length of a latency window in milliseconds; samples count for one to two windows. */
  latencyWindowMs: 15_000,
  /** Number of samples below which latencies are ignored. */
  latencySamplesMin: 100,
  /** Consecutive failures after which a cluster is ejected. */
  failuresInARowMax: 5,
  /** Share of failed calls in a window, 0 to 1, from which a cluster is ejected. */
  failureShareMax: 0.5,
  /** Minimum number of calls in a window for `failureShareMax` to apply. */
  failureCallsMin: 20,
  /** Length of the window in which failed calls are counted, in milliseconds. */
  failureWindowMs: 10_000,
  /**
   * Shortest call that counts as failed when its deadline passes, in milliseconds: shorter deadlines show nothing about
   * the cluster.
   */
  deadlineCountsFromMs: 250,
  /** Ratio to the median latency of the region's other clusters from which a cluster is an outlier. */
  latencyOutlierFactor: 3,
  /** Minimum difference to that median for an outlier, in milliseconds. */
  latencyOutlierMinMs: 20,
  /** Time between two comparisons of latencies, in milliseconds. */
  latencyComparisonMs: 5_000,
  /** Duration of an ejection in milliseconds, multiplied by the number of consecutive ejections. */
  ejectionMs: 5_000,
  /** Longest ejection in milliseconds. */
  ejectionMaxMs: 60_000,
  /** Healthy time after which the number of consecutive ejections decreases by one, in milliseconds. */
  ejectionDecayMs: 30_000,
  /**
   * Maximum share of ejected clusters, 0 to 1; the first one is always ejected. Allows a region to fail as a whole, but
   * not all regions.
   */
  ejectedShareMax: 0.75,
  /**
   * Pause after which an ejected cluster is probed by a read that no other cluster can answer, in milliseconds; twice
   * that while such a probe is unanswered. Other such reads wait for the probe as long as the pause.
   */
  originProbeMs: 500,
  /** Time after which an unanswered probe allows another one, in milliseconds. */
  probeTimeoutMs: 5_000,
  /** Time in which all rows return to a cluster that answers again, in milliseconds. */
  slowStartMs: 10_000,
  /** Share of the rows that return at once, 0 to 1. */
  slowStartShareMin: 0.1,
  /** Time between two reads of the topology file, in milliseconds. */
  topologyPollMs: 5_000,
} as const;

export function readRoutingConfig(env: Environment) {
  const d = widened(ROUTING_DEFAULTS);
  return {
    ...d,
    topologyFile: env.get(
      'TIDEMARK_TOPOLOGY',
      text,
      undefined,
      'Topology file with instances, clusters and app profiles; read again when it changes',
    ),
    region: env.get(
      'TIDEMARK_REGION',
      identifierVariable,
      undefined,
      "Region of the process, which determines the order of clusters; by default the topology's `clientRegion`",
    ),
    transactionsRegion: env.get(
      'TIDEMARK_CAPS_REGION',
      identifierVariable,
      undefined,
      'Region whose clusters run the transactions of reservations, the same for all processes; by default each row uses one cluster of all regions',
    ),
    hedgeBudget: env.get(
      'TIDEMARK_HEDGE_BUDGET',
      share,
      d.hedgeBudget,
      'Share of the reads that may send an extra lookup to another cluster while the first one is slow; 0 disables extra lookups',
    ),
  };
}
