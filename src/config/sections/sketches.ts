import { integer, type Environment } from '../environment';

const MIB = 1024 * 1024;

/** Limits of counts over all users that depend on how many campaigns there are, and on how large a process is. */
export interface SketchSettings {
  readonly flushIntervalMs: number;
  readonly flushIntervalMaxMs: number;
  readonly bufferedMax: number;
}

export function readSketches<D extends SketchSettings>(env: Environment, d: D): D {
  return {
    ...d,
    flushIntervalMs: env.get(
      'TIDEMARK_SKETCHES_FLUSH_INTERVAL_MS',
      integer(10, 60_000),
      d.flushIntervalMs,
      'A row of counts over all users is written by a process no more often; its events are acknowledged then',
    ),
    flushIntervalMaxMs: env.get(
      'TIDEMARK_SKETCHES_FLUSH_INTERVAL_MAX_MS',
      integer(10, 600_000),
      d.flushIntervalMaxMs,
      'The same of rows that a process has written much of; with less than the other one, none is written less often',
    ),
    bufferedMax: env.get(
      'TIDEMARK_SKETCHES_BUFFERED_MAX',
      integer(100, 10_000_000),
      d.bufferedMax,
      'Sketches that a process holds at once, of 16 KiB each at most',
    ),
  };
}

export interface CampaignCountSettings {
  readonly campaignsMax: number;
  readonly answerCountsMax: number;
  readonly readBytesMax: number;
}

export function readCampaignCounts<D extends CampaignCountSettings>(env: Environment, d: D): D {
  return {
    ...d,
    campaignsMax: env.get(
      'TIDEMARK_CAMPAIGN_COUNTS_CAMPAIGNS_MAX',
      integer(1, 20_000),
      d.campaignsMax,
      'Campaigns in one query of their counts',
    ),
    answerCountsMax: env.get(
      'TIDEMARK_CAMPAIGN_COUNTS_ANSWER_MAX',
      integer(1, 100_000_000),
      d.answerCountsMax,
      'Counts in its answer',
    ),
    readBytesMax: env.get(
      'TIDEMARK_CAMPAIGN_COUNTS_READ_BYTES_MAX',
      integer(MIB, 1024 * MIB),
      d.readBytesMax,
      'Bytes of sketches that it holds at once',
    ),
  };
}
