import { Command } from 'commander';
import { createScanObjects, type ScannedObject } from '../../operations/objects/scan-objects';
import { systemClock } from '../../platform/time/clock';
import { loadCommandConfig, openBatchTableReads, warnWithoutBatchCluster } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { integerBetween } from '../shared/units';
import { pinGenerations, withGenerationsOption, type GenerationFlags } from './scan-generations';
import { idsOf, SELECTION_OPTION_NAMES, withIdOptions, type IdFlags } from './selection-flags';
import { SELECTION_FIELDS, selectorsOf, withCellOption } from './selection-flags';

interface ListFlags extends IdFlags, GenerationFlags {
  readonly limit: number;
  readonly json?: boolean;
}

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 100_000_000;
const WHOLE = { index: 0, count: 1 };

const HELP = `
Objects are listed in the order of their row keys, which begin with a hash of the id. Values are not read.

Examples:
  tidemark objects list users --prefix user-1
  tidemark objects list users --data-types embedding --limit 1000 --json`;

/** Returns `tidemark objects list`, which prints ids with their DataTypes. */
export function objectsListCommand(): Command {
  const command = new Command('list')
    .description('List the ids of objects, and the DataTypes that each has.')
    .argument('<corpus>', 'corpus, such as users');
  return withGenerationsOption(withIdOptions(withCellOption(command)))
    .option('--limit <objects>', 'maximum number of objects', integerBetween(1, LIMIT_MAX), LIMIT_DEFAULT)
    .option('--json', 'print one JSON object per object and line')
    .addHelpText('after', HELP)
    .action(commandAction(runList, { optionNames: SELECTION_OPTION_NAMES }));
}

async function runList(run: CommandRun, corpus: string, flags: ListFlags): Promise<void> {
  const config = loadCommandConfig();
  const connection = openBatchTableReads(config, corpus, { resources: run.resources });
  const { store, schema } = connection;
  const limits = config.objects;
  const ids = idsOf(flags);
  warnWithoutBatchCluster([connection]);
  store.start();
  const generations = await pinGenerations({ store, schema, config }, { corpus, flags });
  const scan = createScanObjects(
    { scanner: store.visibleScanner, schema, clock: systemClock, limits, generations },
    { corpus, ids, select: selectorsOf(flags), fields: SELECTION_FIELDS, namesOnly: true },
  );
  let listed = 0;
  for await (const object of scan({ share: WHOLE }, { signal: run.interruptSignal() })) {
    if (object.cells.length === 0) continue;
    print(lineOf(object, flags));
    if (++listed === flags.limit) return;
  }
}

function lineOf({ id, cells }: ScannedObject, { json }: ListFlags): string {
  const dataTypes = [...new Set(cells.map(({ dataType }) => dataType))];
  if (json === true) return JSON.stringify({ id, dataTypes, cells: cells.length });
  return `${id}  ${dataTypes.join(',')}`;
}
