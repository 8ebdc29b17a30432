import { Command } from 'commander';
import { DEFAULTS } from '../../config/defaults';
import { checkId } from '../../core/events/ids';
import { WAVE_SUBJECTS_MAX } from '../../core/residency/feed-record';
import { groupNamed } from '../../core/residency/named-placements';
import type { PlacementGroup, PlacementRules } from '../../core/residency/placement-rules';
import { rowKey } from '../../core/rows/row-key';
import { describeFailure, invalidArgument, TidemarkError } from '../../errors';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import { moveSubjects, type MoveJob } from '../../operations/residency/move-subjects';
import { systemClock } from '../../platform/time/clock';
import type { Residency } from '../../residency/residency';
import { RowRate } from '../../routing/admission/row-rate';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { integerBetween } from '../shared/units';
import { workerOption } from '../shared/worker-option';
import { showMoveProgress } from './move-progress';
import { moveLines } from './move-report';
import { objectIdsFrom } from './object-ids';
import { openMover } from './open-mover';

interface MoveFlags {
  readonly file?: string;
  readonly to: string;
  readonly group?: string;
  readonly worker: WorkerShare;
  readonly subjectsPerSecond: number;
  readonly waveSize: number;
  readonly wavesInFlight: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const HELP = `
Moves all rows of the users to another placement, while they are read and written. A wave of users takes half a minute or more: at
each step all processes follow within seconds, and Bigtable confirms that all clusters have the data. Afterwards nothing of the
users is left in any cluster of the placement where they were. Users who are in the placement already are skipped.

The command can be interrupted or killed at any moment. Its waves then stay open, without loss of data or access:
"tidemark residency resume" completes them, and "tidemark residency cancel" returns those that have only been prepared. Run it
again for the users whose waves had not begun. It needs a region that may process the data of both placements.

Examples:
  tidemark residency move alice bob --to eu              move two users
  tidemark residency move --file users.txt --to eu       move the users of a file, one id per line
  tidemark residency move --file users.txt --to eu --dry-run
                                                         show how many would move
  tidemark residency move --file users.txt --to eu --worker 2/4 --subjects-per-second 100
                                                         move as the second of four workers, at most 100 users per second`;

/** Returns `tidemark residency move`. */
export function residencyMoveCommand(): Command {
  const { wavesInFlight } = DEFAULTS.moves;
  return new Command('move')
    .description('Move users to another placement, while they are read and written.')
    .argument('[ids...]', 'ids of objects, such as user ids')
    .requiredOption('--to <placement>', 'placement to move to')
    .option('--file <file>', 'file with one id in each line; - reads standard input')
    .option('--group <name>', 'placement group; default: the only one of the topology')
    .addOption(workerOption('move the i-th of n shares of the ids'))
    .option(
      '--subjects-per-second <users>',
      'maximum number of users whose moves begin per second; 0 for no limit',
      integerBetween(0, 1_000_000),
      0,
    )
    .option(
      '--wave-size <users>',
      'largest number of users in a wave',
      integerBetween(1, WAVE_SUBJECTS_MAX),
      WAVE_SUBJECTS_MAX,
    )
    .option('--waves-in-flight <waves>', 'waves at the same time', integerBetween(1, 20), wavesInFlight)
    .option('--dry-run', 'count the users to move, and change nothing')
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runMove, { optionNames: { group: '--group', to: '--to', objectId: 'ids' } }));
}

async function runMove(run: CommandRun, given: readonly string[], flags: MoveFlags): Promise<ExitCode> {
  const ids = objectIdsFrom({ ids: given, file: flags.file });
  const config = loadCommandConfig();
  const { mover, residency } = openMover(config, run.resources);
  const rules = residency.rules();
  const group = groupOf(rules, flags.group);
  ids.forEach((id, index) => checkId(id, `objectId[${index}]`, config.objects.idBytesMax));
  const subjects = ownShare(subjectsOf(ids, group, residency), flags.worker);
  const signal = run.interruptSignal();
  const display = showMoveProgress(subjects.length, systemClock);
  const job: MoveJob = {
    group: group.name,
    to: flags.to,
    reason: 'explicit',
    subjects,
    dryRun: flags.dryRun === true,
    signal,
    onProgress: (progress) => display.update(progress),
  };
  const limits = {
    ...DEFAULTS.moves,
    waveSubjectsMax: flags.waveSize,
    wavesInFlight: flags.wavesInFlight,
  };
  const rate = new RowRate(flags.subjectsPerSecond);
  const checkServed = (placements: readonly string[]): void => residency.subjects.checkServed(placements);
  try {
    const result = await moveSubjects({ mover, checkServed, clock: systemClock, rate, limits }, job);
    display.stop();
    if (flags.json === true) print(JSON.stringify({ ...result, to: flags.to, dryRun: job.dryRun }));
    else moveLines(result, { to: flags.to, dryRun: job.dryRun }).forEach((line) => print(line));
    const { error, status } = result;
    if (error !== undefined) printError(describeFailure(new TidemarkError(error.code, error.message)));
    if (status === 'interrupted') return EXIT_CODES.interrupted;
    return status === 'failed' ? EXIT_CODES.failed : EXIT_CODES.ok;
  } finally {
    display.stop();
  }
}

function groupOf(rules: PlacementRules, name: string | undefined): PlacementGroup {
  if (name !== undefined) return groupNamed(rules, name, 'group');
  const [only, ...others] = rules.groups.values();
  if (only !== undefined && others.length === 0) return only;
  const known = [...rules.groups.keys()].join(', ');
  throw invalidArgument('group', `is required: the topology has the groups ${known}`);
}

const subjectsOf = (
  ids: readonly string[],
  group: PlacementGroup,
  { subjects }: Residency,
): MoveJob['subjects'] => ids.map((id) => subjects.of(group, rowKey(id))!);

/** Returns the worker's share: every n-th subject. */
const ownShare = (subjects: MoveJob['subjects'], { index, count }: WorkerShare): MoveJob['subjects'] =>
  subjects.filter((_, at) => at % count === index);
