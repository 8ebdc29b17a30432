import { Command } from 'commander';
import { createTableAdminClient } from '../../bigtable/admin/table-admin-client';
import { connectTableAdmin } from '../../bigtable/client/connect';
import type { Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { ownTables } from '../../core/schema/own-tables';
import { awaitConsistency, type ConsistencyAdmin } from '../../operations/consistency/await-consistency';
import { sleep, systemClock } from '../../platform/time/clock';
import { storeTables } from '../../routing/topology/store-tables';
import { instanceForTable } from '../../routing/topology/store-topology';
import { loadCommandConfig, openServing } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { parseDuration } from '../shared/units';

interface RetireFlags {
  readonly rollout: number;
  readonly timeout: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

interface TableReport {
  readonly table: string;
  /** Time until Bigtable reported the table as consistent, in milliseconds. */
  readonly waitedMs: number;
  readonly outcome: 'retired' | 'unannounced' | 'consistent';
}

const { drainRolloutMs, consistencyTimeoutMs } = DEFAULTS.announcements;

/** Returns `tidemark topology retire`, the step between draining a cluster and removing it from the topology. */
export function topologyRetireCommand(): Command {
  return new Command('retire')
    .description(
      'Wait until Bigtable reports that all writes of a draining cluster are in every cluster (CheckConsistency), and ' +
        'record that at every other origin. Afterwards, set the cluster to refused or remove it.',
    )
    .argument(
      '<cluster>',
      'id of a serving cluster whose "writes" are draining in the topology of TIDEMARK_TOPOLOGY',
    )
    .option(
      '--rollout <time>',
      'time to wait first, so that all processes have read the topology',
      parseDuration,
      drainRolloutMs,
    )
    .option('--timeout <time>', 'maximum time for each table', parseDuration, consistencyTimeoutMs)
    .option('--dry-run', 'wait and report, but record nothing')
    .option('--json', 'print one JSON object')
    .action(commandAction(runRetire));
}

async function runRetire({ resources }: CommandRun, cluster: string, flags: RetireFlags): Promise<void> {
  const config = loadCommandConfig();
  const { store, schema } = openServing(config, { resources });
  const origin = store.origins.check(cluster);
  const tables = storeTables(store.topology, ownTables(schema.corpora())).filter(
    (table) => instanceForTable(store.topology, table).id === origin.instance,
  );
  if (flags.rollout > 0)
    printError(`Waiting ${flags.rollout / 1_000} s for every process to read the topology.`);
  await sleep(systemClock, flags.rollout);
  const reports: TableReport[] = [];
  await withConsistency(config, origin, async (admin) => {
    for (const table of tables) {
      const waitedMs = await awaitConsistency(table, {
        admin,
        clock: systemClock,
        timeoutMs: flags.timeout,
        onWaiting: (name, soFarMs) =>
          printError(`${name}: not consistent yet after ${Math.round(soFarMs / 1_000)} s`),
      });
      const outcome = flags.dryRun === true ? 'consistent' : await store.origins.retire(table, origin);
      reports.push({ table, waitedMs, outcome });
      if (flags.json !== true) print(lineOf({ table, waitedMs, outcome }));
    }
  });
  if (flags.json === true)
    return print(JSON.stringify({ cluster, dryRun: flags.dryRun === true, tables: reports }));
  print(
    flags.dryRun === true
      ? `Every write of ${cluster} is in every cluster. Run the command without --dry-run to record it.`
      : `${cluster} is retired: set its "writes" to refused, or remove it from the topology.`,
  );
}

function lineOf({ table, waitedMs, outcome }: TableReport): string {
  const recorded = { retired: ', retired', unannounced: ', was never announced', consistent: '' };
  return `${table}: consistent after ${(waitedMs / 1_000).toFixed(1)} s${recorded[outcome]}`;
}

async function withConsistency(
  config: Config,
  { project, instance }: { readonly project: string; readonly instance: string },
  use: (admin: ConsistencyAdmin) => Promise<void>,
): Promise<void> {
  const connection = connectTableAdmin(config.bigtable);
  try {
    await use(createTableAdminClient({ connection, project, instance }));
  } finally {
    await connection.close();
  }
}
