/** Maximum delay or jitter of a link, and maximum delay of a slow cluster, in milliseconds. */
export const DELAY_MS_MAX = 600_000;
const RETRY_MS_MAX = 600_000;

/** Allowed ranges of link settings, in topology files and injected faults. */
export const LINK_RANGES = {
  delayMs: [0, DELAY_MS_MAX],
  jitterMs: [0, DELAY_MS_MAX],
  bytesPerSecond: [0, Number.MAX_SAFE_INTEGER],
  dropRate: [0, 1],
  retryMs: [1, RETRY_MS_MAX],
} as const;

/** Maximum number of regions of an instance, as in Cloud Bigtable. */
export const REGIONS_PER_INSTANCE_MAX = 8;

/** Maximum number of clusters of an instance: the embedded Bigtable stores sets of clusters as 31-bit numbers. */
export const CLUSTERS_PER_INSTANCE_MAX = 31;
