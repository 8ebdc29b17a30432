import { integer, type Environment } from '../environment';
import { widened } from '../widened';

const MIB = 1024 * 1024;

/** Defaults of counts over all users per campaign. */
export const CAMPAIGN_COUNT_DEFAULTS = {
  campaignsMax: 1_000,
  daysMax: 400,
  /** Maximum of campaigns × days, which is the number of rows of one query. */
  rowsMax: 20_000,
  rowsPerRead: 1_000,
  /** Maximum size of the sketches in memory, in bytes. */
  readBytesMax: 64 * MIB,
  /** Maximum number of counts in one answer. */
  answerCountsMax: 200_000,
  /**
   * Time between two complete reads of a row by a process that follows counts, in milliseconds; other reads fetch only
   * new cells.
   */
  fullReadIntervalMs: 60_000,
  /**
   * Time before the last read from which cells count as new, in milliseconds: clocks differ, and writes and replication
   * take time.
   */
  newMarginMs: 15_000,
  /**
   * Time without a write after which a writer counts as stopped, in milliseconds, so that its columns may be merged
   * into another.
   */
  writerIdleMs: 3_600_000,
  /** Number of columns merged by one mutation; a mutation may have a few more. */
  mergeColumnsPerStep: 256,
  /** Maximum number of columns merged in one row; the first ones are taken. */
  mergeColumnsPerRow: 50_000,
  mergeRowsPerPage: 100,
  mergeRowsInFlight: 8,
  mergeFailuresInARowMax: 10,
  callTimeoutMs: 30_000,
} as const;

export function readCampaignCountsConfig(env: Environment) {
  const d = widened(CAMPAIGN_COUNT_DEFAULTS);
  return {
    ...d,
    campaignsMax: env.get(
      'TIDEMARK_CAMPAIGN_COUNTS_CAMPAIGNS_MAX',
      integer(1, 20_000),
      d.campaignsMax,
      'Campaigns in one query of campaign counts',
    ),
    answerCountsMax: env.get(
      'TIDEMARK_CAMPAIGN_COUNTS_ANSWER_MAX',
      integer(1, 100_000_000),
      d.answerCountsMax,
      'Counts in the answer to a query of campaign counts',
    ),
    readBytesMax: env.get(
      'TIDEMARK_CAMPAIGN_COUNTS_READ_BYTES_MAX',
      integer(MIB, 1024 * MIB),
      d.readBytesMax,
      'Bytes of sketches that a query of campaign counts has in memory',
    ),
  };
}
