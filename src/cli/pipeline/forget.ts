import { Command } from 'commander';
import { pipelineNameAt } from '../../core/pipelines/check-definition';
import { PIPELINE_FAMILY } from '../../core/pipelines/pipelines-table';
import { countOf } from '../../core/shared/count-of';
import { TidemarkError } from '../../errors';
import { WITHOUT_KEYS } from '../../operations/pipelines/follow/follow-rows';
import { FollowState } from '../../operations/pipelines/follow/follow-state';
import { createForgetPipeline } from '../../operations/pipelines/forget-pipeline';
import { systemRandom } from '../../platform/random';
import { systemClock } from '../../platform/time/clock';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { openPipelineStore } from './open-pipeline-store';

interface ForgetFlags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const HELP = `
Removes what is stored about a pipeline that is no longer run: where its workers are in the changes, its runs, and its last success. From
then on no publication waits for it, and it is neither lagging nor overdue. What it has written stays, and so do its generations.

Stop its workers first. After a worker that was killed, the command waits until its lease has expired. If the pipeline follows changes
again later, it begins with the changes that follow: run a full pass then.`;

/** Returns `tidemark pipeline forget`, which removes what is stored about a pipeline. */
export function pipelineForgetCommand(): Command {
  return new Command('forget')
    .description('Remove the positions, runs and last success of a pipeline that is no longer run.')
    .argument('<pipeline>', 'name of the pipeline')
    .option('--dry-run', 'print what would be removed and change nothing')
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runForget, { optionNames: { name: '<pipeline>' } }));
}

async function runForget(command: CommandRun, name: string, flags: ForgetFlags): Promise<void> {
  const pipeline = pipelineNameAt(name);
  const config = loadCommandConfig();
  const { store, runs, successes } = openPipelineStore(config, command.resources);
  const common = { clock: systemClock, random: systemRandom, limits: config.follow };
  const state = new FollowState({
    ...common,
    pipeline,
    scanner: store.tables.scanner,
    transactions: store.tables.transactionsOf(PIPELINE_FAMILY),
    keys: WITHOUT_KEYS,
  });
  const dryRun = flags.dryRun === true;
  const forget = createForgetPipeline({ ...common, state, runs, successes });
  const forgotten = await forget(pipeline, { dryRun, signal: command.interruptSignal() });
  const { partitions, runs: count, success } = forgotten;
  if (partitions === 0 && count === 0 && !success)
    throw new TidemarkError('object_not_found', `nothing is stored about a pipeline "${pipeline}"`);
  if (flags.json === true) return print(JSON.stringify({ pipeline, dryRun, ...forgotten }));
  const what = `${countOf(partitions, 'followed partition')}, ${countOf(count, 'run')}${success ? ' and its last success' : ''}`;
  print(`${pipeline}: ${what} ${dryRun ? 'would be forgotten.' : 'forgotten.'}`);
}
