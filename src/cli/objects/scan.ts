import { once } from 'node:events';
import { Command } from 'commander';
import { objectLine } from '../../ingest/objects/object-json';
import { createScanObjects } from '../../operations/objects/scan-objects';
import { systemClock } from '../../platform/time/clock';
import { loadCommandConfig, openBatchTableReads, warnWithoutBatchCluster } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { integerBetween } from '../shared/units';
import { pinGenerations, withGenerationsOption, type GenerationFlags } from './scan-generations';
import {
  selectionOf,
  SELECTION_OPTION_NAMES,
  withSelectionOptions,
  type SelectionFlags,
} from './selection-flags';

interface ScanFlags extends SelectionFlags, GenerationFlags {
  readonly limit?: number;
}

const LIMIT_MAX = 1_000_000_000;
const VERSIONS_DEFAULT = 1;
const WHOLE = { index: 0, count: 1 };

const HELP = `
Each line is a version of a cell, in the form that \`tidemark objects load\` reads. What erasures, deletions, consent and the
retention hide is left out. Each object is read at a moment of its own. Of a DataType in generations, one generation is printed:
the one that is published when the command starts, or that of --generations. If it is collected meanwhile, the command fails.

Examples:
  tidemark objects scan users --data-types profile/main --limit 10
  tidemark objects scan users --data-types embedding --generations embedding=3
  tidemark objects scan users --prefix user-1 --from 2026-11-01T00:00:00Z | jq -c .value`;

/** Returns `tidemark objects scan`, which prints cells as NDJSON. */
export function objectsScanCommand(): Command {
  const command = new Command('scan')
    .description('Print the cells of many objects as NDJSON.')
    .argument('<corpus>', 'corpus, such as users');
  return withGenerationsOption(withSelectionOptions(command, String(VERSIONS_DEFAULT)))
    .option('--limit <cells>', 'maximum number of lines', integerBetween(1, LIMIT_MAX))
    .addHelpText('after', HELP)
    .action(commandAction(runScan, { optionNames: SELECTION_OPTION_NAMES }));
}

async function runScan(run: CommandRun, corpus: string, flags: ScanFlags): Promise<void> {
  const config = loadCommandConfig();
  const connection = openBatchTableReads(config, corpus, { resources: run.resources });
  const { store, schema } = connection;
  const { versions = VERSIONS_DEFAULT, limit = Infinity } = flags;
  const selection = { ...selectionOf(corpus, flags), versions };
  warnWithoutBatchCluster([connection]);
  store.start();
  const generations = await pinGenerations({ store, schema, config }, { corpus, flags });
  const scan = createScanObjects(
    { scanner: store.visibleScanner, schema, clock: systemClock, limits: config.objects, generations },
    selection,
  );
  let printed = 0;
  for await (const { id, cells } of scan({ share: WHOLE }, { signal: run.interruptSignal() })) {
    const lines = cells
      .slice(0, limit - printed)
      .map((cell) => objectLine({ id, ...cell }, schema.codec(schema.dataType(corpus, cell.dataType))));
    printed += lines.length;
    // At most the lines of one object wait in memory for a slow reader of the output.
    if (lines.length > 0 && !process.stdout.write(`${lines.join('\n')}\n`))
      await once(process.stdout, 'drain');
    if (printed >= limit) return;
  }
}
