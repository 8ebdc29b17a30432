import { DEFAULTS } from '../../config/defaults';

const { delayMsMax, retryMsMax } = DEFAULTS.local.faults;

/** Allowed ranges of link settings, in topology files and injected faults. */
export const LINK_RANGES = {
  delayMs: [0, delayMsMax],
  jitterMs: [0, delayMsMax],
  bytesPerSecond: [0, Number.MAX_SAFE_INTEGER],
  dropRate: [0, 1],
  retryMs: [1, retryMsMax],
} as const;

/** Maximum number of regions of an instance, as in Cloud Bigtable. */
export const REGIONS_PER_INSTANCE_MAX = 8;

/** Maximum number of clusters of an instance: the embedded Bigtable stores sets of clusters as 31-bit numbers. */
export const CLUSTERS_PER_INSTANCE_MAX = 31;
