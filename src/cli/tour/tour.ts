import { Command } from 'commander';
import { join } from 'node:path';
import { processEnvironment } from '../../config/index';
import { sleep, systemClock } from '../../platform/time/clock';
import { print } from '../shared/terminal';
import { consistencyTour } from './consistency-tour';
import type { StepResult } from './step-result';
import { terminalStyleFor } from './terminal-style';
import { SILENT_REPORTER, createTourReporter, type TourReporter } from './tour-reporter';
import { TourSteps } from './tour-steps';
import { TourEnvironment } from './tour-environment';

/** Beside the sources as beside the build. */
const TOPOLOGY = join(__dirname, '../../../infra/examples/topologies/three-continents.json');

/** For a person to read what a step came to. Not after a write: the read that follows is to find it on its way. */
const PAUSE_MS = 450;

interface TourFlags {
  readonly topology: string;
  readonly pause: boolean;
  readonly json?: boolean;
}

/** `tidemark tour`: guided walks through the store, measured while one watches. */
export function tourCommand(): Command {
  const command = new Command('tour').description(
    'Guided walks through the store, measured while you watch.',
  );
  command
    .command('consistency')
    .description(
      'Write in one region and read in another, at each level, with the link between them up, cut and healed. Runs an ' +
        'embedded Bigtable of its own, in memory. Exits with 1 when an answer held less than it promised.',
    )
    .option('--topology <file>', 'three or more regions, as JSON', TOPOLOGY)
    .option('--no-pause', 'do not wait between the steps, as on a terminal')
    .option('--json', 'print one JSON object at the end and nothing else')
    .action(runConsistencyTour);
  return command;
}

async function runConsistencyTour({ topology, pause, json }: TourFlags): Promise<void> {
  const isTerminal = process.stdout.isTTY && json !== true;
  const teller =
    json === true ? SILENT_REPORTER : createTourReporter(terminalStyleFor(isTerminal, processEnvironment()));
  const pauseMs = isTerminal && pause ? PAUSE_MS : 0;
  const findings = await walkThrough(topology, teller, pauseMs);
  if (json === true) print(JSON.stringify({ topology, ok: areOk(findings), steps: findings }));
  else teller.end(findings);
  process.exitCode = exitCodeOf(findings);
}

const areOk = (findings: readonly StepResult[]): boolean => findings.every(({ ok }) => ok);

/** 1 when an answer held less than it promised. */
export const exitCodeOf = (findings: readonly StepResult[]): number => (areOk(findings) ? 0 : 1);

async function walkThrough(
  file: string,
  teller: TourReporter,
  pauseMs: number,
): Promise<readonly StepResult[]> {
  const world = await TourEnvironment.open(file);
  const walk = new TourSteps({
    clock: systemClock,
    async onStep(finding) {
      teller.step(finding);
      if (pauseMs > 0 && finding.kind !== 'write') await sleep(systemClock, pauseMs);
    },
  });
  try {
    await consistencyTour({ environment: world, steps: walk, reporter: teller });
    return walk.results;
  } finally {
    await world.close();
  }
}
