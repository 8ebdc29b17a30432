import { Command } from 'commander';
import { describeFailure } from '../../errors';
import { lagJson } from '../../http/answers/lag-answer';
import { createForgetSource } from '../../operations/lag/forget-source';
import { createReadProgress, type ReadProgress } from '../../operations/lag/read-progress';
import { sleep, systemClock } from '../../platform/time/clock';
import { loadCommandConfig, openServing } from '../shared/connection';
import { lagText } from './text';
import { print, printError, untilSignal } from '../shared/terminal';

interface LagFlags {
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly forget?: string;
}

const EXPLANATION = `
Filters, consumers and servers tell every second how far they are; this puts it together. "complete up to" is the event
time up to which counts are complete, but for events that come later than is allowed for
(TIDEMARK_LAG_PRODUCER_DELAY_MAX_MS). While nobody reads a subscription that was read before, counts wait for it: --forget
one that is not to be read any more.

Example
  tidemark lag --watch`;

/** `tidemark lag`: how far ingestion is. */
export function lagCommand(): Command {
  return new Command('lag')
    .description('Show up to when counts are complete, and how far each stage of ingestion is.')
    .option('--watch', 'again every second, until Ctrl-C')
    .option('--forget <subscription>', 'count no longer on a subscription that nobody reads any more')
    .option('--json', 'print one JSON object, or with --watch one a line')
    .addHelpText('after', EXPLANATION)
    .action(runLag);
}

async function runLag(flags: LagFlags): Promise<void> {
  const config = loadCommandConfig();
  const { store } = openServing(config);
  const dependencies = { scanner: store.scanner, clock: systemClock, limits: config.lag };
  try {
    const readProgress = createReadProgress(dependencies);
    if (flags.forget !== undefined) {
      const { processes } = await createForgetSource({ ...dependencies, writer: store.writer })(flags.forget);
      if (flags.json === true) print(JSON.stringify({ forgotten: flags.forget, processes }));
      else print(`Counts no longer wait for ${flags.forget}; it was last read by ${processes.join(', ')}.`);
    } else if (flags.watch === true) await watch(readProgress, { flags, intervalMs: config.lag.intervalMs });
    else await show(readProgress, flags);
  } finally {
    await store.close();
  }
}

async function show(readProgress: ReadProgress, { json }: LagFlags): Promise<void> {
  const progress = await readProgress();
  print(json === true ? JSON.stringify(lagJson(progress)) : lagText(progress));
}

/** Also while the store cannot be read: that is when one watches. */
async function watch(
  readProgress: ReadProgress,
  { flags, intervalMs }: { readonly flags: LagFlags; readonly intervalMs: number },
): Promise<void> {
  const stopped = new AbortController();
  void untilSignal().then(() => stopped.abort());
  while (!stopped.signal.aborted) {
    if (process.stdout.isTTY && flags.json !== true) process.stdout.write(CLEAR_SCREEN);
    await show(readProgress, flags).catch((error: unknown) => printError(describeFailure(error)));
    await sleep(systemClock, intervalMs, stopped.signal).catch(() => undefined);
  }
}

const CLEAR_SCREEN = '\x1b[2J\x1b[H';
