import { createHash } from 'node:crypto';
import { Command, Option } from 'commander';
import { DEFAULTS } from '../../config/defaults';
import { canonicalId, checkId } from '../../core/events/ids';
import { parseEventSelection, type EventSelection } from '../../core/events/event-selection';
import type { EventDataType } from '../../core/schema/schema';
import { countOf } from '../../core/shared/count-of';
import { describeFailure, invalidArgument, TidemarkError } from '../../errors';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import {
  createDeleteEvents,
  type DeleteEventsSummary,
  type DeleteEventsTally,
} from '../../operations/events/delete-events';
import { CheckpointFile } from '../../platform/files/checkpoint-file';
import { systemClock } from '../../platform/time/clock';
import { RowRate } from '../../routing/admission/row-rate';
import { confirm } from '../shared/confirm';
import { openCommandAccessLog } from '../shared/command-access-log';
import { loadCommandConfig, openBatch, warnWithoutBatchCluster } from '../shared/connection';
import { appendOne } from '../shared/count-flags';
import { readInputText } from '../shared/input-text';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { integerBetween } from '../shared/units';
import { formatWorkerShare, workerOption } from '../shared/worker-option';

interface DeleteFlags {
  readonly dataType?: string;
  readonly user: readonly string[];
  readonly usersFile?: string;
  readonly allUsers?: boolean;
  readonly action: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly where: Readonly<Record<string, readonly string[]>>;
  readonly markersPerUser: number;
  readonly usersPerSecond: number;
  readonly worker: WorkerShare;
  readonly checkpoint?: string;
  readonly restart?: boolean;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const HELP = `
Deletes for ever: an event that is delivered again stays deleted. A corrected event counts, although its dedup key is the same,
because its content differs. Run it with --dry-run first, which counts the events. It can be stopped and repeated at any time.
Compaction removes the deleted events from blocks later; no read shows them before.

Examples:
  tidemark events delete --user u1 --from 2026-11-20T00:00:00Z --to 2026-11-21T00:00:00Z --dry-run
  tidemark events delete --all-users --action click --where campaignId=c1,c2 \\
    --from 2026-11-20T00:00:00Z --to 2026-11-21T00:00:00Z --checkpoint delete.json --yes`;

const OPTION_NAMES = {
  actions: '--action',
  from: '--from',
  to: '--to',
  where: '--where',
  dataType: '--data-type',
  markersPerUser: '--markers-per-user',
  checkpoint: '--checkpoint',
};

/** Returns `tidemark events delete`, which deletes events by a filter, such as those of a wrong import. */
export function eventsDeleteCommand(): Command {
  const { markersPerRowMax, markersPerRowLimit } = DEFAULTS.eventDeletion;
  return new Command('delete')
    .description('Delete stored events by user, action, time and dimensions.')
    .option('--data-type <family>', 'DataType of the events; default: the default event DataType')
    .option('--user <id>', 'user whose events are deleted; repeatable', appendOne, [])
    .option('--users-file <file>', 'file with one user id in each line; - reads standard input')
    .option('--all-users', 'events of all users, found by a scan of the batch clusters')
    .option('--action <name>', 'action of the events; repeatable; default: all actions', appendOne, [])
    .requiredOption('--from <time>', 'first event time: ISO 8601 with a zone, or milliseconds')
    .requiredOption('--to <time>', 'end of the event times, exclusive')
    .option('--where <dimension=ids>', 'ids of a dimension, separated by commas; repeatable', addIds, {})
    .option(
      '--markers-per-user <events>',
      'maximum number of deleted events of one user that are recorded',
      integerBetween(1, markersPerRowLimit),
      markersPerRowMax,
    )
    .option('--users-per-second <users>', 'maximum rate; 0 for no limit', integerBetween(0, 1_000_000), 0)
    .addOption(workerOption('with --all-users: process the i-th of n shares of the users'))
    .option('--checkpoint <file>', 'save progress to this file and resume from it')
    .option('--restart', 'ignore the checkpoint and start over')
    .addOption(new Option('--dry-run', 'count the events and change nothing').conflicts('checkpoint'))
    .option('-y, --yes', 'delete without asking for confirmation')
    .option('--json', 'print the summary as one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runDelete, { optionNames: OPTION_NAMES }));
}

/** Adds `dimension=ids`. */
function addIds(text: string, where: DeleteFlags['where']): DeleteFlags['where'] {
  const [, dimension, ids] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (dimension === undefined || ids === undefined)
    throw invalidArgument('--where', 'must be dimension=ids, as in campaignId=c1,c2');
  if (Object.hasOwn(where, dimension)) throw invalidArgument('--where', `is given twice for ${dimension}`);
  return { ...where, [dimension]: ids.split(',') };
}

async function runDelete(run: CommandRun, flags: DeleteFlags): Promise<ExitCode> {
  const config = loadCommandConfig();
  const connection = openBatch(config, flags.dataType, { resources: run.resources });
  const { store, dataType } = connection;
  const { action: actions, from, to, where } = flags;
  const selection = parseEventSelection(dataType, { actions, from: instant(from), to: instant(to), where });
  const userIds = usersOf(flags, dataType);
  warnWithoutBatchCluster([connection]);
  const dryRun = flags.dryRun === true;
  const who = userIds === undefined ? 'all users' : countOf(userIds.length, 'user');
  if (!dryRun && !(await confirm(`Delete the selected events of ${who} for ever?`, flags)))
    return EXIT_CODES.failed;
  const deleteEvents = createDeleteEvents({
    ...store,
    clock: systemClock,
    limits: { ...config.eventDeletion, markersPerRowMax: flags.markersPerUser },
    rate: new RowRate(flags.usersPerSecond),
  });
  const progress = new DeletionProgress(flags, selection, userIds);
  const { worker } = flags;
  const signal = run.interruptSignal();
  const job = { selection, userIds, worker, dryRun, signal, onSettled: progress.save, ...progress.resumed() };
  const log = openCommandAccessLog(config, connection.schema.corpora(), run.resources);
  const access = { operation: 'deleteEvents', kind: 'change', dataTypes: [dataType] } as const;
  const summary = await (dryRun
    ? deleteEvents(job)
    : userIds === undefined
      ? log.loggedJob({ ...access, recordsOf: ({ events }) => events }, () => deleteEvents(job))
      : log.logged({ ...access, subjects: userIds }, () => deleteEvents(job)));
  if (summary.status === 'complete') progress.remove();
  report(summary, flags);
  if (summary.status === 'interrupted') return EXIT_CODES.interrupted;
  return summary.status === 'failed' || summary.usersFailed > 0 ? EXIT_CODES.failed : EXIT_CODES.ok;
}

const instant = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text);

/** Returns the canonical ids of the users; undefined for all users. Throws unless there is exactly one source. */
function usersOf(
  { user, usersFile, allUsers = false }: DeleteFlags,
  { events }: EventDataType,
): readonly string[] | undefined {
  const sources = [user.length > 0, usersFile !== undefined, allUsers].filter(Boolean).length;
  if (sources !== 1)
    throw invalidArgument('--user', 'or --users-file or --all-users is required: exactly one of them');
  if (allUsers) return undefined;
  const option = usersFile === undefined ? '--user' : '--users-file';
  const texts = usersFile === undefined ? user : readInputText(usersFile, option).split(/\r\n|\n|\r/);
  const ids = new Set(
    texts.filter((text) => text !== '').map((text) => canonicalId(text, events.user.idType, option)),
  );
  for (const id of ids) checkId(id, option, DEFAULTS.events.idBytesMax);
  return [...ids];
}

/** Progress as it is saved: `users` of a list, or the key `after` of a scan, as base64. */
interface DeletionCheckpoint {
  readonly users?: number | undefined;
  readonly after?: string | undefined;
  readonly tally: DeleteEventsTally;
}

/** Saves the progress of a job, and prints it at intervals. */
class DeletionProgress {
  readonly #file: CheckpointFile<DeletionCheckpoint> | undefined;
  #printedMs = systemClock.monotonicMs();

  constructor(flags: DeleteFlags, selection: EventSelection, userIds: readonly string[] | undefined) {
    const { checkpoint: path } = flags;
    if (path === undefined) return;
    const { dataType, actions, fromMs, toMs, where } = selection;
    const selected = [dataType.family, actions.map(({ name }) => name), fromMs, toMs];
    const conditions = Array.from(where, ([index, ids]) => [index, [...ids].sort()]);
    const identity = createHash('sha256')
      .update(JSON.stringify([selected, conditions, userIds ?? formatWorkerShare(flags.worker)]))
      .digest('hex');
    this.#file = new CheckpointFile({
      path,
      identity,
      option: 'checkpoint',
      scope: 'filter or list of users',
    });
    if (flags.restart === true) this.#file.remove();
  }

  resumed(): {
    readonly after?: number | Buffer | undefined;
    readonly tally?: DeleteEventsTally | undefined;
  } {
    const saved = this.#file?.load();
    if (saved === undefined) return {};
    return {
      after: saved.after === undefined ? saved.users : Buffer.from(saved.after, 'base64'),
      tally: saved.tally,
    };
  }

  readonly save = (position: number | Buffer, tally: Readonly<DeleteEventsTally>): void => {
    const users = typeof position === 'number' ? position : undefined;
    const after = typeof position === 'number' ? undefined : position.toString('base64');
    this.#file?.save({ users, after, tally });
    const nowMs = systemClock.monotonicMs();
    if (nowMs - this.#printedMs < DEFAULTS.eventDeletion.progressIntervalMs) return;
    this.#printedMs = nowMs;
    printError(
      `${countOf(tally.users, 'user')}, ${countOf(tally.events, 'event')}, ${countOf(tally.usersFailed, 'user')} failed`,
    );
  };

  remove(): void {
    this.#file?.remove();
  }
}

function report(summary: DeleteEventsSummary, { json, dryRun = false }: DeleteFlags): void {
  const { users, usersWithEvents, events, cells, usersFailed, failures, error } = summary;
  if (json === true) print(JSON.stringify({ ...summary, dryRun }));
  else {
    const verb = dryRun ? 'would be deleted' : 'deleted';
    print(
      `${countOf(events, 'event')} of ${countOf(usersWithEvents, 'user')} ${verb}: ${cells} in cells, ${events - cells} in blocks`,
    );
    print(`${countOf(users, 'user')} visited, ${usersFailed} failed`);
    for (const { userId, message } of failures) printError(`${userId}: ${message}`);
  }
  if (error !== undefined) printError(describeFailure(new TidemarkError(error.code, error.message)));
}
