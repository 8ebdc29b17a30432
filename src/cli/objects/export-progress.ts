import { SingleBar } from 'cli-progress';
import { DEFAULTS } from '../../config/defaults';
import { countOf } from '../../core/shared/count-of';
import type { ObjectExportTally } from '../../ingest/objects/export-tally';
import type { Clock } from '../../platform/time/clock';
import { printError } from '../shared/terminal';

export interface ExportProgressDisplay {
  readonly update: (tally: Readonly<ObjectExportTally>, share: number) => void;
  readonly stop: () => void;
}

const STEPS = 1_000;

/**
 * Shows the progress of an export on stderr, so that stdout has the summary alone: as a bar on a terminal, as a line at
 * intervals elsewhere.
 */
export function showExportProgress(corpus: string, clock: Clock): ExportProgressDisplay {
  return process.stderr.isTTY ? bar(corpus) : lines(corpus, clock);
}

function bar(corpus: string): ExportProgressDisplay {
  const format = `exporting ${corpus} [{bar}] {percentage}%  {objects} objects, {cells} cells`;
  const shown = new SingleBar({ format, stream: process.stderr, hideCursor: true, clearOnComplete: true });
  shown.start(STEPS, 0, { objects: 0, cells: 0 });
  return {
    update: ({ objects, cells }, share) => shown.update(Math.floor(share * STEPS), { objects, cells }),
    stop: () => shown.stop(),
  };
}

function lines(corpus: string, clock: Clock): ExportProgressDisplay {
  let printedMs = clock.monotonicMs();
  return {
    update({ objects, cells }, share) {
      if (clock.monotonicMs() - printedMs < DEFAULTS.objectExport.progressIntervalMs) return;
      printedMs = clock.monotonicMs();
      printError(
        `${corpus}: ${Math.floor(100 * share)}%, ${countOf(objects, 'object')}, ${countOf(cells, 'cell')}`,
      );
    },
    stop: () => undefined,
  };
}
