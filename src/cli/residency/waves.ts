/** Commands on the waves of moves that have not ended. */
import { Command } from 'commander';
import { countOf } from '../../core/shared/count-of';
import { describeFailure, invalidArgument, TidemarkError } from '../../errors';
import { systemClock } from '../../platform/time/clock';
import type { OpenWave } from '../../residency/mover/mover';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import { formatDuration } from '../shared/units';
import { openMover, type MoverConnection } from './open-mover';

const RESUME_HELP = `
A wave whose mover was killed or has failed stays open. This command takes it over: another mover that still works on it stops,
and changes nothing any more. So name the waves, if other movers are at work.

With --requested it runs the waves that POST /v1/locations:move has recorded. Run that from time to time, as a cron job: it takes
no wave from another mover.`;

const CANCEL_HELP = `
Only waves that are "requested", "planned" or "preparing" can be cancelled: their users stay where they are. Later, writes may have gone to the
other placement, and the wave can only be completed. A mover that still works on the wave stops.`;

/** Returns `tidemark residency status`. */
export function residencyStatusCommand(): Command {
  return new Command('status')
    .description('List the waves of moves that have not ended, with their states and ages.')
    .option('--json', 'print one JSON object')
    .action(commandAction(runStatus));
}

/** Returns `tidemark residency resume`. */
export function residencyResumeCommand(): Command {
  return new Command('resume')
    .description('Complete waves of moves whose mover has ended.')
    .argument('[waves...]', 'ids of waves, as shown by status; default: all open waves')
    .option('--requested', 'only waves that the API has recorded, and that no mover has begun')
    .option('--json', 'print one JSON object per wave')
    .addHelpText('after', RESUME_HELP)
    .action(commandAction(runResume, { optionNames: { wave: 'waves' } }));
}

/** Returns `tidemark residency cancel`. */
export function residencyCancelCommand(): Command {
  return new Command('cancel')
    .description('Cancel waves of moves that have only been prepared.')
    .argument('<waves...>', 'ids of waves, as shown by status')
    .option('--json', 'print one JSON object per wave')
    .addHelpText('after', CANCEL_HELP)
    .action(commandAction(runCancel, { optionNames: { wave: 'waves' } }));
}

interface JsonFlag {
  readonly json?: boolean;
}

interface ResumeFlags extends JsonFlag {
  readonly requested?: boolean;
}

async function runStatus({ resources }: CommandRun, { json }: JsonFlag): Promise<void> {
  const { mover } = openMover(loadCommandConfig(), resources);
  const waves = await mover.openWaves();
  if (json === true) return print(JSON.stringify({ waves: waves.map(withAge) }));
  if (waves.length === 0) return print('No wave is open.');
  const header = ['wave', 'group', 'from', 'to', 'users', 'state', 'age'];
  print(textTable(header, waves.map(rowOf)));
}

function withAge({ begunAtMs, ...shown }: OpenWave): object {
  const ageSeconds = Math.round((systemClock.nowMs() - begunAtMs) / 1_000);
  return { ...shown, begunAt: new Date(begunAtMs).toISOString(), ageSeconds };
}

function rowOf({ id, group, from, to, subjects, state, begunAtMs }: OpenWave): readonly string[] {
  const age = formatDuration(systemClock.nowMs() - begunAtMs);
  return [id, group, from, to, String(subjects), state, age];
}

async function runResume(
  run: CommandRun,
  ids: readonly string[],
  { json, requested }: ResumeFlags,
): Promise<ExitCode> {
  if (requested === true && ids.length > 0)
    throw invalidArgument('--requested', 'cannot be combined with ids');
  const connection = openMover(loadCommandConfig(), run.resources);
  const signal = run.interruptSignal();
  const resume = (id: string): Promise<number> => connection.mover.resume(id, { signal });
  const isChosen = (wave: OpenWave): boolean => requested !== true || wave.state === 'requested';
  const waves = await chosenWaves(connection, ids, isChosen);
  return onEach(waves, { verb: 'completed', run: resume, json });
}

async function runCancel(run: CommandRun, ids: readonly string[], { json }: JsonFlag): Promise<ExitCode> {
  const connection = openMover(loadCommandConfig(), run.resources);
  const signal = run.interruptSignal();
  const cancel = (id: string): Promise<number> => connection.mover.cancel(id, { signal });
  return onEach(await chosenWaves(connection, ids), { verb: 'cancelled', run: cancel, json });
}

/** Returns the waves to work on. Throws `invalid_argument` for one that is not open, before anything is changed. */
async function chosenWaves(
  { mover, residency }: MoverConnection,
  ids: readonly string[],
  isChosen: (wave: OpenWave) => boolean = () => true,
): Promise<readonly OpenWave[]> {
  const open = await mover.openWaves();
  const chosen = ids.length === 0 ? open.filter(isChosen) : ids.map((id) => waveNamed(id, open));
  residency.subjects.checkServed([...new Set(chosen.flatMap(({ from, to }) => [from, to]))]);
  return chosen;
}

function waveNamed(id: string, open: readonly OpenWave[]): OpenWave {
  const wave = open.find((each) => each.id === id);
  if (wave === undefined) throw invalidArgument('wave', `no open wave is named "${id}"`);
  return wave;
}

interface WaveAction {
  readonly verb: string;
  readonly run: (id: string) => Promise<number>;
  readonly json: boolean | undefined;
}

/** Runs the action on each wave, one after the other. A wave that fails does not keep the others from theirs. */
async function onEach(waves: readonly OpenWave[], { verb, run, json }: WaveAction): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT_CODES.ok;
  if (waves.length === 0 && json !== true) print('No wave is open.');
  for (const { id, from, to, state } of waves) {
    try {
      const subjects = await run(id);
      const outcome = state === 'cancelling' ? 'cancelled' : verb;
      if (json === true) print(JSON.stringify({ wave: id, outcome, subjects }));
      else print(`${id}: ${outcome}, ${countOf(subjects, 'user')} from ${from} to ${to}`);
    } catch (error) {
      if (!(error instanceof TidemarkError) || error.code === 'client_closed_request') throw error;
      if (json === true)
        print(JSON.stringify({ wave: id, outcome: 'failed', code: error.code, message: error.message }));
      printError(describeFailure(error));
      exitCode = EXIT_CODES.failed;
    }
  }
  return exitCode;
}
