import { Command } from 'commander';
import { summarizeRun } from '../../core/pipelines/run-rows';
import type { RunState } from '../../operations/pipelines/full-pass/run-store';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import { openPipelineStore } from './open-pipeline-store';
import { jsonOfRun, timeOf } from './run-json';

/** Returns `tidemark pipeline list`, which lists the runs of all pipelines. */
export function pipelineListCommand(): Command {
  return new Command('list')
    .description('List the runs of the last 30 days.')
    .argument('[pipeline]', 'name of a pipeline; default: all')
    .option('--json', 'print one JSON object for each run')
    .action(commandAction(listRuns));
}

async function listRuns(
  command: CommandRun,
  pipeline: string | undefined,
  flags: { readonly json?: boolean },
): Promise<ExitCode> {
  const config = loadCommandConfig();
  const { runs } = openPipelineStore(config, command.resources);
  const query = { ...(pipeline === undefined ? {} : { pipeline }), runsMax: config.pipelines.runsListedMax };
  const found = await runs.list(query, command.interruptSignal());
  if (flags.json === true) found.forEach((run) => print(JSON.stringify(jsonOfRun(run))));
  else if (found.length === 0) print('No runs.');
  else print(textTable(HEADER, found.map(rowOf), { align: 'numbers-right' }));
  return EXIT_CODES.ok;
}

const HEADER = ['pipeline', 'run', 'time', 'done', 'objects', 'written', 'failed'];

function rowOf({ record, ranges }: RunState): readonly string[] {
  const { share, objects, written, failed } = summarizeRun(record, ranges);
  const { pipeline, runId } = record;
  const percent = `${Math.floor(100 * share)}%`;
  return [pipeline, runId, timeOf(record), percent, ...[objects, written, failed].map(String)];
}
