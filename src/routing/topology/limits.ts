import { DEFAULTS } from '../../config/defaults';

const { delayMsMax, retryMsMax } = DEFAULTS.local.faults;

/** What the numbers of links may be, from the topology or a fault. */
export const LINK_RANGES = {
  delayMs: [0, delayMsMax],
  jitterMs: [0, delayMsMax],
  bytesPerSecond: [0, Number.MAX_SAFE_INTEGER],
  dropRate: [0, 1],
  retryMs: [1, retryMsMax],
} as const;

/** As in production. */
export const REGIONS_PER_INSTANCE_MAX = 8;

/** The embedded Bigtable has sets of clusters as 31-bit numbers. */
export const CLUSTERS_PER_INSTANCE_MAX = 31;
