import { SingleBar } from 'cli-progress';
import { DEFAULTS } from '../../config/defaults';
import type { Clock } from '../../platform/time/clock';
import { printError } from './terminal';

/** As much of any tally as is shown while it grows. */
interface RecordTally {
  readonly records: number;
  readonly rejected: number;
}

export interface RecordProgressDisplay {
  readonly update: (tally: RecordTally, bytesRead: number) => void;
  readonly stop: () => void;
}

/** A bar on a terminal, a line now and then elsewhere; on stderr, so that stdout has the summary alone. */
export function showRecordProgress(
  totalBytes: number | undefined,
  clock: Clock,
  doing = 'importing',
): RecordProgressDisplay {
  const startedMs = clock.monotonicMs();
  const perSecond = ({ records }: RecordTally): number =>
    Math.round(records / Math.max((clock.monotonicMs() - startedMs) / 1_000, 0.001));
  return process.stderr.isTTY ? bar(totalBytes, perSecond, doing) : lines(totalBytes, perSecond, clock);
}

type Rate = (tally: RecordTally) => number;

function bar(totalBytes: number | undefined, perSecond: Rate, doing: string): RecordProgressDisplay {
  const counts = '{records} records, {rejected} rejected, {rate}/s';
  const format =
    totalBytes === undefined ? `${doing}  ${counts}` : `${doing} [{bar}] {percentage}%  ${counts}`;
  const shown = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  shown.start(totalBytes ?? 0, 0, { records: 0, rejected: 0, rate: 0 });
  return {
    update: (tally, bytesRead) =>
      shown.update(bytesRead, { records: tally.records, rejected: tally.rejected, rate: perSecond(tally) }),
    stop: () => shown.stop(),
  };
}

function lines(totalBytes: number | undefined, perSecond: Rate, clock: Clock): RecordProgressDisplay {
  let saidMs = clock.monotonicMs();
  return {
    update: (tally, bytesRead) => {
      if (clock.monotonicMs() - saidMs < DEFAULTS.importer.progressIntervalMs) return;
      saidMs = clock.monotonicMs();
      const share =
        totalBytes === undefined ? '' : ` (${Math.floor((100 * bytesRead) / Math.max(totalBytes, 1))}%)`;
      printError(`${tally.records} records${share}, ${tally.rejected} rejected, ${perSecond(tally)}/s`);
    },
    stop: () => undefined,
  };
}
