import { SingleBar } from 'cli-progress';
import { DEFAULTS } from '../../config/defaults';
import { countOf } from '../../core/shared/count-of';
import type { Clock } from '../../platform/time/clock';
import { printError } from './terminal';

/** Totals of an import or export that its progress shows. */
interface RecordTally {
  readonly records: number;
  readonly rejected: number;
}

export interface RecordProgressDisplay {
  readonly update: (tally: RecordTally, bytesRead: number) => void;
  readonly stop: () => void;
}

/**
 * Shows the progress of an import or export on stderr, so that stdout has the summary alone: as a bar on a terminal, as
 * a line at intervals elsewhere. `totalBytes` is undefined when the size of the input is unknown.
 */
export function showRecordProgress(
  totalBytes: number | undefined,
  clock: Clock,
  activity = 'importing',
): RecordProgressDisplay {
  const startedMs = clock.monotonicMs();
  const perSecond = ({ records }: RecordTally): number =>
    Math.round(records / Math.max((clock.monotonicMs() - startedMs) / 1_000, 0.001));
  return process.stderr.isTTY ? bar(totalBytes, perSecond, activity) : lines(totalBytes, perSecond, clock);
}

type Rate = (tally: RecordTally) => number;

function bar(totalBytes: number | undefined, perSecond: Rate, activity: string): RecordProgressDisplay {
  const counts = '{records} records, {rejected} rejected, {rate}/s';
  const format =
    totalBytes === undefined ? `${activity}  ${counts}` : `${activity} [{bar}] {percentage}%  ${counts}`;
  const shown = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  shown.start(totalBytes ?? 0, 0, { records: 0, rejected: 0, rate: 0 });
  return {
    update: (tally, bytesRead) =>
      shown.update(bytesRead, { records: tally.records, rejected: tally.rejected, rate: perSecond(tally) }),
    stop: () => shown.stop(),
  };
}

function lines(totalBytes: number | undefined, perSecond: Rate, clock: Clock): RecordProgressDisplay {
  let printedMs = clock.monotonicMs();
  return {
    update: (tally, bytesRead) => {
      if (clock.monotonicMs() - printedMs < DEFAULTS.importer.progressIntervalMs) return;
      printedMs = clock.monotonicMs();
      const share =
        totalBytes === undefined ? '' : ` (${Math.floor((100 * bytesRead) / Math.max(totalBytes, 1))}%)`;
      printError(
        `${countOf(tally.records, 'record')}${share}, ${tally.rejected} rejected, ${perSecond(tally)}/s`,
      );
    },
    stop: () => undefined,
  };
}
