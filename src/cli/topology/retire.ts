import { Command } from 'commander';
import { createTableAdminClient } from '../../bigtable/admin/table-admin-client';
import { connectTableAdmin } from '../../bigtable/client/connect';
import type { Config } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { awaitConsistency, type ConsistencyAdmin } from '../../operations/consistency/await-consistency';
import { sleep, systemClock } from '../../platform/time/clock';
import { instanceForTable } from '../../routing/topology/store-topology';
import { loadCommandConfig, openServing } from '../shared/connection';
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
  /** How long it took until Bigtable called the table consistent. */
  readonly waitedMs: number;
  readonly outcome: 'retired' | 'unannounced' | 'consistent';
}

const { drainRolloutMs, consistencyTimeoutMs } = DEFAULTS.announcements;

/** `tidemark topology retire`: the step between draining a cluster and taking it out of the topology. */
export function topologyRetireCommand(): Command {
  return new Command('retire')
    .description(
      'Wait until all writes of a draining cluster are in every cluster, as Bigtable itself says (CheckConsistency), and ' +
        'record that at every other origin. Afterwards the cluster may be set to refused, or be removed.',
    )
    .argument(
      '<cluster>',
      'id of a serving cluster whose "writes" are draining in the topology of TIDEMARK_TOPOLOGY',
    )
    .option(
      '--rollout <time>',
      'how long processes may take to read the topology: waited for first',
      parseDuration,
      drainRolloutMs,
    )
    .option('--timeout <time>', 'how long each table may take', parseDuration, consistencyTimeoutMs)
    .option('--dry-run', 'wait and report, and record nothing: shows how far draining is')
    .option('--json', 'print one JSON object')
    .action(retire);
}

async function retire(cluster: string, flags: RetireFlags): Promise<void> {
  const config = loadCommandConfig();
  const { store, schema } = openServing(config);
  try {
    const origin = store.origins.check(cluster);
    const corpora = schema.corpora().map(({ name }) => name);
    const tables = corpora.filter((table) => instanceForTable(store.topology, table).id === origin.instance);
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
  } finally {
    await store.close();
  }
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
