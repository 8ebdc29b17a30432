import { Command, Option } from 'commander';
import type { Config } from '../../config/index';
import { invalidArgument } from '../../errors';
import { createRepair, type RepairRecords } from '../../operations/residency/repair-orphans';
import type { Resources } from '../../platform/tasks/resources';
import { missingForMoves } from '../../routing/topology/missing-for-moves';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import { createLogger, loggerOptionsOf } from '../../platform/telemetry/logger';
import { systemClock } from '../../platform/time/clock';
import { CommandAdmin } from '../shared/command-admin';
import { openTelemetry } from '../shared/command-telemetry';
import {
  loadCommandConfig,
  openPlacements,
  warnWithoutBatchCluster,
  type PlacementsConnection,
} from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { integerBetween, parseDuration } from '../shared/units';
import { workerOption } from '../shared/worker-option';
import { openMover } from './open-mover';
import { residencyAuditMetrics } from './audit-metrics';
import { AuditRounds } from './audit-rounds';
import { auditResources, checkJurisdictions, type NamedSubscription } from './audited-resources';

interface AuditFlags {
  readonly placement?: readonly string[];
  /** Milliseconds. */
  readonly interval?: number;
  readonly worker: WorkerShare;
  readonly rowsPerSecond: number;
  readonly checkpoint?: string;
  readonly restart?: boolean;
  readonly subscription?: readonly string[];
  readonly fix?: boolean;
  readonly hash?: boolean;
  readonly json?: boolean;
}

const HELP = `
Compares each row of each placement with the location directory, and the clusters, app profiles, backups and topics that store
such rows with the jurisdictions. Without --fix it changes nothing. It can run at any time, with as many workers as you like. It also prints
what stays outside after moves, and until when. Exit codes: 0, nothing is out of place; 3, there are findings that were not repaired, or
violations; 1, the audit failed; 130, it was interrupted. What cannot be read is shown as "not checked", which does not change the exit code.

Findings:
  orphaned             the home of the object is another placement
  unknown              the object is not in the default placement, and the directory has no entry
  unknown-placement    the entry names a placement that the topology does not have
  corrupted-entry      the entry cannot be decoded
  contradictory-claim  a move that the entry does not know has claimed the row

Examples:
  tidemark residency audit                                  audit all placements
  tidemark residency audit --placement eu --json            audit one placement, with one line of JSON for each finding
  tidemark residency audit --subscription eu=events-eu      check its topic and dead-letter topic, too
  tidemark residency audit --fix                            repair orphaned rows, as the end of a move does
  tidemark residency audit --worker 3/8 --checkpoint 3.audit
                                                            audit as the third of eight workers
  tidemark residency audit --interval 24h --hash             audit every day, without ids of objects in the output`;

/** Options by the field that an error of the audit names. */
const OPTION_NAMES = {
  placements: '--placement',
  subscriptions: '--subscription',
  checkpoint: '--checkpoint',
  worker: '--worker',
};

/** Returns `tidemark residency audit`, which lists rows that are outside of their placement. */
export function residencyAuditCommand(): Command {
  return new Command('audit')
    .description('List rows that are outside of their placement, and why.')
    .option('--placement <name...>', 'placements to audit; default: all')
    .option('--interval <duration>', 'run periodically until stopped: 12h, 24h', parseDuration)
    .addOption(workerOption('audit the i-th of n shares of the rows'))
    .option(
      '--rows-per-second <rows>',
      'maximum number of rows read per second; 0 for no limit',
      integerBetween(0, 10_000_000),
      0,
    )
    .option('--checkpoint <file>', 'save progress to this file and resume from it')
    .option('--restart', 'ignore the checkpoint and start over')
    .option(
      '--subscription <jurisdiction=name...>',
      'Pub/Sub subscriptions with data of a jurisdiction, whose topics are checked',
    )
    .option('--fix', 'copy what the home of orphaned rows lacks, and delete the rows')
    .addOption(new Option('--hash', 'show names of objects in the directory instead of their ids'))
    .option('--json', 'print one JSON object per line: findings, moving rows, checks, residues, a summary')
    .addHelpText('after', HELP)
    .action(
      commandAction(runAudit, {
        optionNames: OPTION_NAMES,
      }),
    );
}

async function runAudit(run: CommandRun, flags: AuditFlags): Promise<ExitCode> {
  const { resources } = run;
  const config = loadCommandConfig();
  const admin = new CommandAdmin(resources);
  const telemetry = await openTelemetry(resources, config, 'auditor');
  const connection = openPlacements(config, { resources, telemetry });
  const subscriptions = (flags.subscription ?? []).map(parseSubscription);
  checkJurisdictions(subscriptions, connection.residency.rules());
  const repair = flags.fix === true ? openRepair(config, connection, resources) : undefined;
  const rounds = new AuditRounds(
    {
      placements: flags.placement,
      worker: flags.worker,
      rowsPerSecond: flags.rowsPerSecond,
      intervalMs: flags.interval,
      checkpoint: flags.checkpoint,
      restart: flags.restart === true,
      hash: flags.hash === true,
      json: flags.json === true,
      limits: config.residencyAudit,
    },
    {
      connection,
      auditResources: (call) =>
        auditResources({ config, topology: connection.store.topology, subscriptions }, call),
      repair,
      metrics: residencyAuditMetrics(telemetry.metrics, systemClock),
      clock: systemClock,
    },
  );
  warnWithoutBatchCluster([connection]);
  connection.store.start();
  const signal = run.interruptSignal();
  // A single round ends before anything scrapes or probes it.
  if (flags.interval !== undefined) {
    const logger = createLogger({ ...loggerOptionsOf(config.telemetry), destination: 'stderr' });
    await admin.open({ config, stores: [connection.store], telemetry, logger });
  }
  signal.addEventListener('abort', () => admin.drain());
  const outcome = await rounds.run(signal);
  return signal.aborted ? EXIT_CODES.interrupted : EXIT_CODES[outcome];
}

/** Returns the repair by a mover. Throws `invalid_argument` for a placement that rows cannot leave or reach. */
function openRepair(
  config: Config,
  { residency, store }: PlacementsConnection,
  resources: Resources,
): RepairRecords {
  const rules = residency.rules();
  for (const placement of rules.placements.values()) {
    const missing = missingForMoves(store.topology, placement);
    if (missing !== undefined) throw invalidArgument('--fix', `placement "${placement.name}": ${missing}`);
  }
  const { mover } = openMover(config, resources);
  return createRepair({
    rules,
    subjects: residency.subjects,
    repair: (orphans, options) => mover.repair(orphans, options),
  });
}

/** `eu=events` → the subscription `events`, with data of the jurisdiction `eu`. */
function parseSubscription(text: string): NamedSubscription {
  const [jurisdiction = '', subscription = ''] = text.split('=', 2);
  if (jurisdiction !== '' && subscription !== '') return { jurisdiction, subscription };
  throw invalidArgument('subscriptions', `must be <jurisdiction>=<name>, such as eu=events: "${text}"`);
}
