import { integer, type Environment } from '../environment';
import { widened } from '../widened';

/** Defaults of campaigns. */
export const CAMPAIGN_DEFAULTS = {
  flightsMax: 366,
  unitsPerDayMax: 1_000_000_000_000,
  /** Maximum distance of a flight from today in days, past and future. */
  daysMax: 3_660,
  /** Maximum number of campaigns on one page of a list. */
  pageMax: 1_000,
  /** Size of stored campaigns scanned for one page, in bytes, after which the page ends. */
  pageBytesMax: 2 * 1024 * 1024,
  /** Maximum number of campaigns in one store, which the controller and lists keep in memory. */
  campaignsMax: 20_000,
  /** Maximum number of rows scanned for one page of a list: a filter may exclude many of them. */
  scannedMax: 2_000,
  /** Time between two checks for changed campaigns, in milliseconds. */
  refreshIntervalMs: 5_000,
  refreshTimeoutMs: 10_000,
  /** Delay of the check after a write of the same process, in milliseconds. */
  refreshSoonMs: 500,
} as const;

export function readCampaignsConfig(env: Environment) {
  const d = widened(CAMPAIGN_DEFAULTS);
  return {
    ...d,
    refreshIntervalMs: env.get(
      'TIDEMARK_CAMPAIGNS_REFRESH_INTERVAL_MS',
      integer(100, 3_600_000),
      d.refreshIntervalMs,
      'Time between two checks of a process for campaigns that others have changed',
    ),
  };
}
