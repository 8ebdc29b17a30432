import { once } from 'node:events';
import { Command, Option } from 'commander';
import { strictestConsistency } from '../../core/consistency/compile-choice';
import { HIDDEN_CHOICES, HIDDEN_DEFAULT, type HiddenChoice } from '../../core/privacy/subject-export';
import { createExportSubject } from '../../operations/subjects/export-subject';
import type { Resources } from '../../platform/tasks/resources';
import { systemClock } from '../../platform/time/clock';
import { openCommandAccessLog } from '../shared/command-access-log';
import { openServing } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import {
  compileReadConsistency,
  loadReadConfig,
  READ_OPTION_NAMES,
  withReadOptions,
  type ReadFlags,
} from '../shared/read-options';
import { printError } from '../shared/terminal';
import { PrivateFile } from './private-file';

interface ExportFlags extends ReadFlags {
  readonly out?: string;
  readonly hidden: HiddenChoice;
}

const HELP = `
The output has one JSON object in each line. The last one has the type "complete": without it, the export is truncated.
Without --consistency, the export is strict where the store supports it.

Example:
  tidemark subjects export user-1 --out user-1.ndjson`;

/** Returns `tidemark subjects export`, the shell's counterpart of `GET /v1/subjects/{id}/export`. */
export function subjectsExportCommand(): Command {
  const command = new Command('export')
    .description('Export everything that is stored about a user, as NDJSON.')
    .argument('<id>', 'id of the user')
    .option('--out <file>', 'file to write, readable by its owner only; default: standard output')
    .addOption(
      new Option('--hidden <which>', 'stored data that reads do not return, to export marked with the reason')
        .choices(HIDDEN_CHOICES)
        .default(HIDDEN_DEFAULT),
    );
  return withReadOptions(command)
    .addHelpText('after', HELP)
    .action(commandAction(runExport, { optionNames: { ...READ_OPTION_NAMES, id: '<id>' } }));
}

async function runExport(run: CommandRun, id: string, flags: ExportFlags): Promise<void> {
  const { resources } = run;
  const config = loadReadConfig(flags);
  const { store, schema } = openServing(config, { resources });
  const isChosen = flags.consistency !== undefined || flags.token !== undefined;
  const consistency = isChosen ? compileReadConsistency(flags, store) : strictestConsistency(store);
  const exportSubject = createExportSubject({ ...store, schema, clock: systemClock, config });
  const options = { timeoutMs: config.subjects.exportTimeoutMs, signal: run.interruptSignal() };
  const parts = exportSubject({ id, hidden: flags.hidden, consistency }, options);
  const log = openCommandAccessLog(config, schema.corpora(), resources);
  const access = { operation: 'exportSubject', kind: 'read', subjects: [id] } as const;
  await log.logged(access, () => writeParts(parts, resources, flags));
  if (flags.out !== undefined) printError(`tidemark: exported ${JSON.stringify(id)} to ${flags.out}`);
}

async function writeParts(
  parts: AsyncIterable<string>,
  resources: Resources,
  { out }: ExportFlags,
): Promise<void> {
  if (out === undefined) {
    for await (const part of parts) await printPart(part);
    return;
  }
  const file = resources.add(new PrivateFile(out), (each) => each.close());
  for await (const part of parts) file.write(part);
  file.finish();
}

/** Prints a part as a reader of the output takes it, so that at most one part waits in memory. */
async function printPart(part: string): Promise<void> {
  if (!process.stdout.write(part)) await once(process.stdout, 'drain');
}
