import { Command } from 'commander';
import { summarizeRun } from '../../core/pipelines/run-rows';
import { countOf } from '../../core/shared/count-of';
import { TidemarkError } from '../../errors';
import type { RunState } from '../../operations/pipelines/full-pass/run-store';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { openPipelineStore } from './open-pipeline-store';
import { jsonOfRun, timeOf } from './run-json';

interface StatusFlags {
  readonly runId?: string;
  readonly json?: boolean;
}

/** Returns `tidemark pipeline status`, which shows how far a run is. */
export function pipelineStatusCommand(): Command {
  return new Command('status')
    .description('Show how far a run is.')
    .argument('<pipeline>', 'name of the pipeline')
    .option('--run-id <id>', 'id of the run; default: the last one')
    .option('--json', 'print one JSON object')
    .action(commandAction(showStatus));
}

async function showStatus(command: CommandRun, pipeline: string, flags: StatusFlags): Promise<ExitCode> {
  const config = loadCommandConfig();
  const { runs } = openPipelineStore(config, command.resources);
  const { runId } = flags;
  const query = {
    pipeline,
    ...(runId === undefined ? {} : { runId }),
    runsMax: config.pipelines.runsListedMax,
  };
  const found = await runs.list(query, command.interruptSignal());
  const [first, ...others] = found;
  if (first === undefined) throw new TidemarkError('object_not_found', `there is no such run of ${pipeline}`);
  const last = others.reduce((a, b) => (b.record.runTimeMs >= a.record.runTimeMs ? b : a), first);
  if (flags.json === true) print(JSON.stringify(jsonOfRun(last)));
  else textOf(last).forEach((line) => print(line));
  return EXIT_CODES.ok;
}

function textOf({ record, ranges }: RunState): readonly string[] {
  const { share, isComplete, rangesDone, objects, written, deleted, withheld, failed } = summarizeRun(
    record,
    ranges,
  );
  const state = isComplete
    ? 'complete'
    : `${Math.floor(100 * share)}%, ${rangesDone} of ${countOf(record.ranges, 'range')} done`;
  return [
    `${record.pipeline}, run ${record.runId} at ${timeOf(record)}: ${state}`,
    `  ${countOf(objects, 'object')}, ${countOf(written, 'cell')} written, ${deleted} deleted, ${withheld} withheld, ${countOf(failed, 'object')} failed`,
  ];
}
