import { Command } from 'commander';
import { connectTableAdmin } from '../../bigtable/client/connect';
import { DEFAULTS } from '../../config/defaults';
import { createEnableChangeStream } from '../../operations/schema/enable-change-stream';
import { systemClock } from '../../platform/time/clock';
import { currentTopology } from '../../store/topology-source';
import { loadCommandConfig, tableAdmins } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { formatDuration, parseDuration } from '../shared/units';

interface ChangeStreamFlags {
  readonly retention: number;
  readonly json?: boolean;
}

/** Returns `tidemark schema change-stream`, which enables the change stream of a table. */
export function changeStreamCommand(): Command {
  const retentionMs = DEFAULTS.schema.changeStreamRetentionMs;
  return new Command('change-stream')
    .description(
      'Enable the change stream of a table, or change its retention. `tidemark pipeline follow` needs it. With Terraform, set ' +
        'the variable change_streams instead.',
    )
    .argument('<table>', 'table: a corpus such as users, or a corpus in a placement such as users@eu')
    .option('--retention <duration>', '24h to 168h (default: 168h)', parseDuration, retentionMs)
    .option('--json', 'print one JSON object')
    .action(commandAction(enable, { optionNames: { table: '<table>', retention: '--retention' } }));
}

async function enable(run: CommandRun, table: string, flags: ChangeStreamFlags): Promise<void> {
  const config = loadCommandConfig();
  const topology = currentTopology(config);
  const connection = connectTableAdmin(config.bigtable);
  run.resources.defer(() => connection.close());
  const admin = tableAdmins(connection, () => topology)(table);
  const limits = config.schema;
  const changed = await createEnableChangeStream({ admin, clock: systemClock, limits })(
    table,
    flags.retention,
  );
  if (flags.json === true) return print(JSON.stringify({ table, retentionMs: flags.retention, changed }));
  const state = changed ? 'now has' : 'already has';
  print(
    `The table ${table} ${state} a change stream with a retention of ${formatDuration(flags.retention)}.`,
  );
}
