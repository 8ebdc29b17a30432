import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { DEFAULTS } from '../../config/defaults';
import type { Config } from '../../config/index';
import type { Pipeline } from '../../core/pipelines/pipeline';
import { summarizeRun, type RunRecord } from '../../core/pipelines/run-rows';
import { invalidArgument } from '../../errors';
import { beginRunGenerations, type RunGenerations } from '../../operations/generations/run-generations';
import type { WorkerShare } from '../../operations/compaction/key-sections';
import type { RunState } from '../../operations/pipelines/full-pass/run-store';
import { runFullPass, type FullPassDependencies } from '../../operations/pipelines/full-pass/full-pass';
import { positionCodec } from '../../operations/pipelines/full-pass/position-codec';
import { followedUpToMs } from '../../operations/pipelines/follow/read-follow-progress';
import { loadPipeline } from '../../operations/pipelines/load-pipeline';
import { createReadObjectRow } from '../../operations/pipelines/read-object-row';
import { ThreadPool } from '../../operations/pipelines/threads/thread-pool';
import { systemRandom } from '../../platform/random';
import type { Resources } from '../../platform/tasks/resources';
import { systemClock } from '../../platform/time/clock';
import { directorySecretOf } from '../../store/directory-secret';
import { loadCommandConfig } from '../shared/connection';
import { openTelemetry } from '../shared/command-telemetry';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { printError } from '../shared/terminal';
import { integerBetween, parseDuration } from '../shared/units';
import { formatWorkerShare, workerOption } from '../shared/worker-option';
import { openAwaitTables, placementsOfTables } from './await-tables';
import { openPipelineStore, type PipelineStore } from './open-pipeline-store';
import { showRunProgress } from './progress';
import { rejectsPath } from './rejects-path';
import { RejectsReporter } from './rejects-reporter';
import { reportRun } from './report';
import { runMetrics } from './run-metrics';
import { runIdentity } from './run-identity';

interface RunFlags {
  readonly worker: WorkerShare;
  readonly runId?: string;
  readonly threads: number;
  readonly pageRows: number;
  readonly errorsMax: number;
  readonly rejects?: string;
  readonly every?: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const HELP = `
Every cell that the run writes has the logical time of the run as its version, so nothing is written twice. The command can be
killed at any moment: run it again with the same --run-id, and it continues where it was. In Cloud Run jobs, the index and
number of tasks, and the execution as the id of the run, are taken from the environment.

Examples:
  tidemark pipeline run interests.js                             process all objects
  tidemark pipeline run interests.js --dry-run                   process all objects, and write nothing
  tidemark pipeline run interests.js --run-id may --worker 3/8   run as the third of eight workers of the run "may"`;

/** Returns `tidemark pipeline run`, which runs one full pass of a pipeline. */
export function pipelineRunCommand(): Command {
  const { errorsMax, pageRows, threadsMax } = DEFAULTS.pipelines;
  return new Command('run')
    .description('Process all objects of a corpus once.')
    .argument('<file>', 'module that exports the pipeline: .js, .cjs or .mjs')
    .addOption(workerOption('process the i-th of n shares of the objects'))
    .option('--run-id <id>', 'id of the run; an earlier one is continued')
    .option(
      '--threads <threads>',
      'worker threads',
      integerBetween(1, threadsMax),
      Math.min(availableParallelism(), threadsMax),
    )
    .option(
      '--page-rows <rows>',
      'objects between two saved positions of a range',
      integerBetween(1, 100_000),
      pageRows,
    )
    .option(
      '--errors-max <objects>',
      'failed objects after which the run ends',
      integerBetween(0, 1_000_000_000),
      errorsMax,
    )
    .option(
      '--rejects <file>',
      'append failed objects to this file, or to one in this folder, one JSON object per line',
    )
    .option(
      '--every <duration>',
      'expected time to the next run, for an alert that it is overdue',
      parseDuration,
    )
    .option('--dry-run', 'write nothing')
    .option('--json', 'print a summary as one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runPipeline, { optionNames: { runId: '--run-id', worker: '--worker' } }));
}

async function runPipeline(command: CommandRun, file: string, flags: RunFlags): Promise<ExitCode> {
  const { resources } = command;
  const config = loadCommandConfig();
  const pipeline = await loadPipeline(file, loadSchema(config.schema));
  const { runId, worker } = runIdentity(
    { runId: flags.runId, worker: flags.worker },
    config.pipelines.task,
    systemClock.nowMs(),
  );
  const telemetry = await openTelemetry(resources, config, 'pipeline');
  const opened = openPipelineStore(config, resources, { corpus: pipeline.corpus, telemetry });
  opened.store.start();
  const signal = command.interruptSignal();
  const isDryRun = flags.dryRun === true;
  const wanted = recordOf(pipeline, { runId, worker }, config);
  const run = isDryRun ? wanted : await opened.runs.begin(wanted, signal);
  checkRun(run, pipeline);
  if (!isDryRun) {
    await opened.successes.begin(run, flags.every, signal);
    printError(`tidemark: run ${run.runId} of ${run.pipeline}, worker ${formatWorkerShare(worker)}`);
  }
  const generations = isDryRun
    ? undefined
    : await beginGenerations(opened, pipeline, { run, config, resources, signal });
  const threads = await openThreads(command, { file, run, config, flags, generations });
  signal.addEventListener('abort', () => threads.abort());
  const dependencies = dependenciesOf(opened, { threads, run, config, flags });
  const rejects = new RejectsReporter(rejectsFile(flags, run, worker), run);
  const display = showRunProgress(pipeline.name, systemClock);
  const observer = runMetrics(telemetry.metrics, pipeline.name, systemClock);
  const job = { pipeline, run, worker, signal, generations, observer, onProgress: display.update };
  const summary = await runFullPass(
    { ...job, onRejects: (each) => rejects.report(each) },
    dependencies,
  ).finally(() => display.stop());
  observer.onEnd(summary.status);
  const state = isDryRun ? undefined : await endRun(opened, run, generations);
  reportRun({ summary, run, worker, state, isDryRun, workload: opened.workload }, flags.json === true);
  if (summary.status === 'interrupted') return EXIT_CODES.interrupted;
  if (summary.status === 'failed') return EXIT_CODES.failed;
  // Cloud Run repeats a task that does not end with 0, and a repetition processes nothing again.
  const isTask = config.pipelines.task.index !== undefined;
  return summary.failed > 0 && !isTask ? EXIT_CODES.rejectedRecords : EXIT_CODES.ok;
}

function rejectsFile({ rejects }: RunFlags, { pipeline, runId }: RunRecord, worker: WorkerShare) {
  const { index, count } = worker;
  return rejects === undefined
    ? undefined
    : rejectsPath(rejects, [pipeline, runId, `${index + 1}-of-${count}`]);
}

interface GenerationSettings {
  readonly run: RunRecord;
  readonly config: Config;
  readonly resources: Resources;
  readonly signal: AbortSignal;
}

function beginGenerations(
  { generations: directory, store }: PipelineStore,
  { name, corpus, writes }: Pipeline,
  { run, config, resources, signal }: GenerationSettings,
): Promise<RunGenerations> {
  const { generations: limits } = config;
  const { runId, runTimeMs } = run;
  const versionMs = runTimeMs - limits.versionMarginMs;
  const wanted = { dataTypes: writes.values(), pipeline: name, runId, versionMs };
  const awaitFollowed = async (): Promise<void> => {
    const call = { timeoutMs: limits.callTimeoutMs, signal };
    if ((await followedUpToMs(store.tables.scanner, name, call)) === undefined) return;
    const awaitTables = openAwaitTables(config, resources, () => store.topology);
    await awaitTables(placementsOfTables(store.topology, corpus), { signal });
  };
  return beginRunGenerations({ directory, clock: systemClock, limits, awaitFollowed }, wanted, signal);
}

/** The last worker of a run that ends makes its generations complete, and records the success. Returns the state of the run. */
async function endRun(
  { runs, successes }: PipelineStore,
  run: RunRecord,
  generations: RunGenerations | undefined,
): Promise<RunState | undefined> {
  const { signal } = new AbortController();
  const state = await runs.read(run.pipeline, run.runId, signal);
  if (state === undefined) return undefined;
  const { isComplete, objects } = summarizeRun(state.record, state.ranges);
  if (isComplete) {
    await completeGenerations(generations, run.corpus);
    await successes.succeed(run, objects, signal);
  }
  return state;
}

async function completeGenerations(generations: RunGenerations | undefined, corpus: string): Promise<void> {
  await generations?.complete();
  for (const [family, generation] of generations?.numbers ?? [])
    printError(
      `tidemark: generation ${generation} of ${corpus}/${family} is complete: publish it with ` +
        `"tidemark pipeline publish ${corpus}/${family}"`,
    );
}

function recordOf(
  { name, corpus, writes }: Pipeline,
  { runId, worker }: { readonly runId: string; readonly worker: WorkerShare },
  { pipelines: { ranges, rangesMax } }: Config,
): RunRecord {
  return {
    pipeline: name,
    runId,
    corpus,
    runTimeMs: systemClock.nowMs(),
    ranges: worker.count <= ranges ? ranges : rangesMax,
    writes: [...writes.keys()],
  };
}

/** Throws `invalid_argument` if the run was begun with a pipeline that differs in what it writes. */
function checkRun({ runId, corpus, writes }: RunRecord, pipeline: Pipeline): void {
  const isSame = corpus === pipeline.corpus && writes.join() === [...pipeline.writes.keys()].join();
  if (isSame) return;
  const written = `${writes.join(', ')} of ${corpus}`;
  throw invalidArgument(
    'runId',
    `run "${runId}" writes ${written}, and the pipeline now writes others: begin a new run`,
  );
}

interface RunSettings {
  readonly run: RunRecord;
  readonly config: Config;
  readonly flags: RunFlags;
}

interface ThreadSettings extends RunSettings {
  readonly file: string;
  readonly generations: RunGenerations | undefined;
}

async function openThreads(
  { resources }: CommandRun,
  { file, run, config, flags, generations }: ThreadSettings,
): Promise<ThreadPool> {
  const [generation] = generations?.numbers.values() ?? [];
  const { pipelines, objects, counts, campaigns } = config;
  const { eventCellsMax } = counts;
  const pool = await ThreadPool.open({
    threads: flags.threads,
    data: {
      file,
      schema: config.schema,
      runTimeMs: run.runTimeMs,
      generation,
      limits: { ...pipelines, objects, eventCellsMax, campaigns },
    },
    limits: pipelines,
    clock: systemClock,
    onLog: (level, message) =>
      printError(`${run.pipeline}: ${level === 'warn' ? 'warning: ' : ''}${message}`),
  });
  return resources.add(pool, (each) => each.close());
}

function dependenciesOf(
  { store, runs }: PipelineStore,
  { threads, run, config, flags }: RunSettings & { readonly threads: ThreadPool },
): FullPassDependencies {
  const { pipelines, counts, privacy, bigtable } = config;
  const isPlaced = store.topology.placements?.groupByCorpus.has(run.corpus) === true;
  const isDryRun = flags.dryRun === true;
  return {
    scanner: store.visibleScanner,
    readObjectRow: createReadObjectRow({ reader: store.reader, clock: systemClock, limits: counts }),
    writer: store.writer,
    processRows: (page) => threads.process(page),
    runs: isDryRun ? undefined : runs,
    positions: positionCodec(isPlaced ? directorySecretOf(config.directory) : undefined),
    owner: randomUUID(),
    clock: systemClock,
    random: systemRandom,
    isDryRun,
    limits: {
      ...bigtable,
      ...counts,
      ...pipelines,
      derivedWriteMaxMs: privacy.derivedWriteMaxMs,
      pageRows: flags.pageRows,
      errorsMax: flags.errorsMax,
      rangesInFlight: flags.threads * pipelines.rangesPerThread,
    },
  };
}
