import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { DEFAULTS } from '../../config/defaults';
import { countOf } from '../../core/shared/count-of';
import { formatInstant } from '../../core/time/instant';
import type { FollowStatus } from '../../operations/pipelines/follow/follow-worker';
import type { RejectedObject } from '../../operations/pipelines/follow/process-changed-page';
import { describeFailure, type TidemarkError } from '../../errors';
import { processName } from '../../platform/process/process-name';
import { systemRandom } from '../../platform/random';
import { createLogger, loggerOptionsOf } from '../../platform/telemetry/logger';
import { sleep, systemClock } from '../../platform/time/clock';
import { CommandAdmin } from '../shared/command-admin';
import { openTelemetry } from '../shared/command-telemetry';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { formatDuration, integerBetween } from '../shared/units';
import { followMetrics } from './follow-metrics';
import { ErrorsLimit } from './errors-limit';
import { FollowRejects } from './follow-rejects';
import { openFollow } from './open-follow';
import { rejectsPath } from './rejects-path';

interface FollowFlags {
  readonly threads: number;
  readonly errorsMax?: number;
  readonly rejects?: string;
  readonly json?: boolean;
}

/** Time between two lines about the progress, in milliseconds. */
const REPORT_INTERVAL_MS = 10_000;

const HELP = `
The command processes each object again within seconds of a change of what the pipeline reads. It needs the change stream of the
corpus: \`tidemark schema change-stream <corpus>\`. The first worker begins with the changes that follow its start: run
\`tidemark pipeline run\` besides, once the workers are running, for the objects that are there.

Any number of workers of one pipeline share the work, in one region. A worker can be killed at any moment: another one, or the
same one after a restart, goes on where it was. An object whose processing fails is reported, and with --rejects written to a
file; the others go on.

Examples:
  tidemark pipeline follow interests.js
  tidemark pipeline follow interests.js --rejects rejects.ndjson --json
  tidemark pipeline follow interests.js --errors-max 1000                   end once more than 1000 objects have failed`;

/** Returns `tidemark pipeline follow`, which runs a pipeline on changes. */
export function followCommand(): Command {
  return new Command('follow')
    .description('Run a pipeline on the objects that change, until stopped.')
    .argument('<file>', 'module of the pipeline')
    .option(
      '--rejects <file>',
      'append objects whose processing fails to this file, or to one in this folder, with the reasons',
    )
    .option(
      '--errors-max <objects>',
      'failed objects after which the worker ends; default: it never does',
      integerBetween(0, 1_000_000_000),
    )
    .option(
      '--threads <threads>',
      'worker threads that call process',
      integerBetween(1, DEFAULTS.pipelines.threadsMax),
      Math.min(availableParallelism(), DEFAULTS.pipelines.threadsMax),
    )
    .option('--json', 'print the progress as one JSON object per line')
    .addHelpText('after', HELP)
    .action(commandAction(runFollow, { optionNames: { file: '<file>', rejects: '--rejects' } }));
}

async function runFollow(run: CommandRun, file: string, flags: FollowFlags): Promise<ExitCode> {
  const { resources } = run;
  const config = loadCommandConfig();
  const admin = new CommandAdmin(resources);
  const telemetry = await openTelemetry(resources, config, 'follower');
  const logger = createLogger({ ...loggerOptionsOf(config.telemetry), destination: 'stderr' });
  const worker = processName(systemRandom);
  const rejects =
    flags.rejects === undefined
      ? undefined
      : new FollowRejects(rejectsPath(flags.rejects, ['follow', worker]));
  if (rejects !== undefined) resources.defer(() => rejects.close());
  const display = new FollowDisplay(flags.json === true);
  const limit = new ErrorsLimit(flags.errorsMax);
  const {
    pipeline,
    worker: follow,
    threads,
    store,
  } = await openFollow(config, file, {
    resources,
    telemetry,
    logger,
    threads: flags.threads,
    observer: (name) => {
      const metrics = followMetrics(telemetry.metrics, name, systemClock);
      return {
        onBatch: (batch, outcome) => {
          metrics.onBatch(batch, outcome);
          display.add(outcome.processed, outcome.rejected);
        },
        onRejected: (object) => {
          rejects?.write(name, object, systemClock.nowMs());
          if (rejects === undefined) printError(rejectedLine(object));
          limit.add(object);
        },
        onRetry: (error, partition) => {
          metrics.onRetry();
          logger.warn({ err: error, pipeline: name, partition }, 'following failed and is repeated');
        },
        onView: (status) => {
          metrics.onView(status);
          display.show(name, status);
        },
      };
    },
  });
  await admin.open({ config, stores: [store], telemetry, logger });
  const stopped = new AbortController();
  void run.untilStopped().then((signal) => stopped.abort(new Error(signal)));
  limit.onExceeded = () => stopped.abort(new Error('too many objects failed'));
  let failure: TidemarkError | undefined;
  threads.onFailed = (error) => {
    failure = error;
    stopped.abort(error);
  };
  await follow.start();
  if (flags.json !== true)
    print(`Following changes of ${pipeline.corpus} with ${pipeline.name}; Ctrl-C ends it.`);
  // Nothing else keeps the process alive while there are no changes.
  await sleep(systemClock, Infinity, stopped.signal).catch(() => undefined);
  admin.drain();
  // A batch that has begun is completed, so the signal of `process` aborts afterwards.
  await follow.stop();
  threads.abort();
  failure ??= limit.error;
  if (failure === undefined) return EXIT_CODES.ok;
  printError(describeFailure(failure));
  return EXIT_CODES.failed;
}

const rejectedLine = ({ id, error }: RejectedObject): string =>
  `tidemark: ${id}: ${error.field === undefined ? '' : `${error.field}: `}${error.message} [${error.code}]`;

/** Prints the progress at intervals, and at once when partitions come or go. */
class FollowDisplay {
  readonly #json: boolean;
  #shownAtMs = -Infinity;
  #shownOwn = -1;
  #objects = 0;
  #rejected = 0;

  constructor(json: boolean) {
    this.#json = json;
  }

  add(processed: number, rejected: number): void {
    this.#objects += processed;
    this.#rejected += rejected;
  }

  show(pipeline: string, { partitions, own, workers, lowWatermarkMicros }: FollowStatus): void {
    const nowMs = systemClock.monotonicMs();
    if (own === this.#shownOwn && nowMs < this.#shownAtMs + REPORT_INTERVAL_MS) return;
    this.#shownAtMs = nowMs;
    this.#shownOwn = own;
    const upToMs = Number.isFinite(lowWatermarkMicros) ? Math.floor(lowWatermarkMicros / 1_000) : undefined;
    const [objects, rejected] = [this.#objects, this.#rejected];
    const processedUpTo = upToMs === undefined ? undefined : formatInstant(upToMs);
    const lagMs = upToMs === undefined ? undefined : Math.max(0, systemClock.nowMs() - upToMs);
    if (this.#json) {
      const counts = { partitions, ownPartitions: own, workers, objects, rejected };
      return print(JSON.stringify({ pipeline, ...counts, processedUpTo, lagMs }));
    }
    const lag = lagMs === undefined ? 'unknown' : `${formatDuration(lagMs)} ago`;
    print(
      `${own} of ${countOf(partitions, 'partition')}, ${countOf(objects, 'object')}, ${rejected} rejected; processed up to about ${lag}`,
    );
  }
}
