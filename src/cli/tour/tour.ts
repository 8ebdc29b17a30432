import { Command } from 'commander';
import { join } from 'node:path';
import { processEnvironment } from '../../config/index';
import { sleep, systemClock } from '../../platform/time/clock';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { consistencyTour } from './consistency-tour';
import { PipelinesEnvironment } from './pipelines-environment';
import { pipelinesTour } from './pipelines-tour';
import { ResidencyEnvironment } from './residency-environment';
import { residencyTour } from './residency-tour';
import type { StepResult } from './step-result';
import { terminalStyleFor } from '../../platform/process/terminal-style';
import { SILENT_REPORTER, createTourReporter, type TourReporter } from './tour-reporter';
import { TourSteps } from './tour-steps';
import { TourEnvironment } from './tour-environment';

/** Folder of the default topologies. The path is the same from `src` and from `dist`. */
const TOPOLOGIES = join(__dirname, '../../../infra/examples/topologies');
const THREE_CONTINENTS = join(TOPOLOGIES, 'three-continents.json');
const RESIDENCY = join(TOPOLOGIES, 'residency.json');

/**
 * Pause after a step on a terminal, in milliseconds. Writes have none: the next read must find the write still
 * replicating.
 */
const PAUSE_MS = 450;

interface TourFlags {
  readonly pause: boolean;
  readonly json?: boolean;
}

/** Returns `tidemark tour`, which demonstrates and measures the guarantees of the store. */
export function tourCommand(): Command {
  const command = new Command('tour').description('Demonstrate and measure the guarantees of the store.');
  command
    .command('consistency')
    .description(
      'Write in one region and read in another, at each level, with the link between them up, cut and healed. Runs an ' +
        'embedded Bigtable of its own, in memory. Exits with 1 when an answer breaks its guarantee.',
    )
    .option('--topology <file>', 'topology with three or more regions, as JSON', THREE_CONTINENTS)
    .option('--no-pause', 'do not pause between the steps on a terminal')
    .option('--json', 'print only one JSON object, at the end')
    .action(commandAction(runConsistencyTour));
  command
    .command('residency')
    .description(
      'Write users to the placements of their countries, move one to another jurisdiction while it is read and written, and ' +
        'audit the result. Runs an embedded Bigtable of its own, in memory. Exits with 1 when a request fails, or an answer ' +
        'breaks its guarantee.',
    )
    .option('--no-pause', 'do not pause between the steps on a terminal')
    .option('--json', 'print only one JSON object, at the end')
    .action(commandAction(runResidencyTour));
  command
    .command('pipelines')
    .description(
      'Compute objects of all users as generations, with a worker that is killed and resumed, publish them under load, roll back, ' +
        'and follow actions of users. Runs an embedded Bigtable of its own, in memory. Exits with 1 when an answer breaks its ' +
        'guarantee.',
    )
    .option('--no-pause', 'do not pause between the steps on a terminal')
    .option('--json', 'print only one JSON object, at the end')
    .action(commandAction(runPipelinesTour));
  return command;
}

async function runConsistencyTour(
  { resources }: CommandRun,
  flags: TourFlags & { readonly topology: string },
): Promise<ExitCode> {
  const { topology } = flags;
  const environment = resources.add(await TourEnvironment.open(topology), (each) => each.close());
  return runTour(topology, flags, (tour) => consistencyTour({ environment, ...tour }));
}

async function runResidencyTour({ resources }: CommandRun, flags: TourFlags): Promise<ExitCode> {
  const environment = resources.add(await ResidencyEnvironment.open(RESIDENCY), (each) => each.close());
  return runTour(RESIDENCY, flags, (tour) => residencyTour({ environment, ...tour }));
}

async function runPipelinesTour({ resources }: CommandRun, flags: TourFlags): Promise<ExitCode> {
  const environment = resources.add(await PipelinesEnvironment.open(), (each) => each.close());
  return runTour(undefined, flags, (tour) => pipelinesTour({ environment, ...tour }));
}

interface Tour {
  readonly steps: TourSteps;
  readonly reporter: TourReporter;
}

/** Runs the steps of a tour and prints what they have measured. */
async function runTour(
  topology: string | undefined,
  { pause, json }: TourFlags,
  run: (tour: Tour) => Promise<void>,
): Promise<ExitCode> {
  const isTerminal = process.stdout.isTTY && json !== true;
  const reporter =
    json === true ? SILENT_REPORTER : createTourReporter(terminalStyleFor(isTerminal, processEnvironment()));
  const pauseMs = isTerminal && pause ? PAUSE_MS : 0;
  const steps = new TourSteps({
    clock: systemClock,
    async onStep(result) {
      reporter.step(result);
      if (pauseMs > 0 && result.kind !== 'write') await sleep(systemClock, pauseMs);
    },
  });
  await run({ steps, reporter });
  const { results } = steps;
  if (json === true) print(JSON.stringify({ topology, ok: areOk(results), steps: results }));
  else reporter.end(results);
  return exitCodeOf(results);
}

const areOk = (results: readonly StepResult[]): boolean => results.every(({ ok }) => ok);

/** Returns 1 when an answer broke its guarantee. */
export const exitCodeOf = (results: readonly StepResult[]): ExitCode =>
  areOk(results) ? EXIT_CODES.ok : EXIT_CODES.failed;
