import { Command } from 'commander';
import { lagJson } from '../../codec/answers/lag-json';
import { describeFailure } from '../../errors';
import { createForgetSource } from '../../operations/lag/forget-source';
import type { CallOptions } from '../../bigtable/client/types';
import { readFollowProgress } from '../../operations/pipelines/follow/read-follow-progress';
import { createReadProgress, type ReadProgress } from '../../operations/lag/read-progress';
import { systemClock } from '../../platform/time/clock';
import { loadCommandConfig, openServing } from '../shared/connection';
import { lagText } from './text';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { repeatDisplay } from '../shared/repeat-display';
import { print, printError } from '../shared/terminal';

interface LagFlags {
  readonly watch?: boolean;
  readonly json?: boolean;
  readonly forget?: string;
}

const EXPLANATION = `
Filters, consumers and servers publish their progress every second, and this command aggregates it. "complete up to" is the
event time up to which counts are complete, except for events that producers publish later than allowed
(TIDEMARK_LAG_PRODUCER_DELAY_MAX_MS). Counts wait for every subscription that was read before. Use --forget for a subscription
that no consumer will read again.

Example:
  tidemark lag --watch`;

/** Returns `tidemark lag`, which shows the progress of ingestion. */
export function lagCommand(): Command {
  return new Command('lag')
    .description('Show the time up to which counts are complete, and the lag of each ingestion stage.')
    .option('--watch', 'show it again every second, until Ctrl-C')
    .option('--forget <subscription>', 'stop waiting for a subscription that no consumer will read again')
    .option('--json', 'print one JSON object, or one per line with --watch')
    .addHelpText('after', EXPLANATION)
    .action(commandAction(runLag));
}

async function runLag(run: CommandRun, flags: LagFlags): Promise<void> {
  const config = loadCommandConfig();
  const { store } = openServing(config, { resources: run.resources });
  const dependencies = { scanner: store.scanner, clock: systemClock, limits: config.lag };
  const readPipelines = (call: CallOptions) => readFollowProgress(store.scanner, call);
  const readProgress = createReadProgress({ ...dependencies, readPipelines });
  if (flags.forget !== undefined) {
    const { processes } = await createForgetSource({ ...dependencies, writer: store.writer })(flags.forget);
    if (flags.json === true) print(JSON.stringify({ forgotten: flags.forget, processes }));
    else print(`Counts no longer wait for ${flags.forget}; it was last read by ${processes.join(', ')}.`);
  } else if (flags.watch === true) {
    const options = { intervalMs: config.lag.intervalMs, json: flags.json === true };
    // A store that cannot be read is a reason to go on watching.
    await repeatDisplay(run, () => show(readProgress, flags).catch(printFailure), options);
  } else await show(readProgress, flags);
}

async function show(readProgress: ReadProgress, { json }: LagFlags): Promise<void> {
  const progress = await readProgress();
  print(json === true ? JSON.stringify(lagJson(progress)) : lagText(progress));
}

const printFailure = (error: unknown): void => printError(describeFailure(error));
