/** Worker thread of a run or of a follower: decodes pages, calls `process`, and encodes the results. */
import { parentPort, workerData } from 'node:worker_threads';
import { loadSchema } from '../../../codec/declarations/schema-registry';
import type { PipelineContext } from '../../../core/pipelines/definition';
import type { Pipeline } from '../../../core/pipelines/pipeline';
import { NamedEvents } from '../../../core/privacy/named-events';
import type { HiddenEvents } from '../../../core/privacy/visible-events';
import { objectIdOf } from '../../../core/rows/row-key';
import { TidemarkError } from '../../../errors';
import { runBounded } from '../../../platform/tasks/run-bounded';
import { systemClock } from '../../../platform/time/clock';
import { campaignObjectChecks } from '../../campaigns/campaign-object-checks';
import { loadPipeline } from '../load-pipeline';
import { createProcessObject, type PipelineOutput, type ProcessObject } from '../process-object';
import { readFamilies, writtenFamilies } from './page-families';
import { decodeRows, encodeOutputs } from './page-format';
import type { HiddenInRow, ObjectFailure, ThreadData, ThreadReply, ThreadRequest } from './thread-messages';

const data = workerData as ThreadData;
const port = parentPort!;
const progress = new Int32Array(data.progress);
const abort = new AbortController();
const NOTHING: readonly PipelineOutput[] = Object.freeze([]);
/** Lines logged since the current page began. */
let logLines = 0;

function reply(message: ThreadReply, transferred: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transferred);
}

function log(level: 'info' | 'warn', message: unknown): void {
  logLines += 1;
  if (logLines <= data.limits.logLinesPerPageMax) reply({ kind: 'log', level, message: String(message) });
}

async function start(): Promise<void> {
  const { file, runTimeMs, generation, limits } = data;
  const schema = loadSchema(data.schema);
  const pipeline = await loadPipeline(file, schema);
  const logger = {
    info: (message: string) => log('info', message),
    warn: (message: string) => log('warn', message),
  };
  const context = { runTimeMs, generation, logger, signal: abort.signal };
  const shared = await pipeline.module.setup?.(context);
  const checks = campaignObjectChecks({ schema, clock: systemClock, limits: limits.campaigns });
  const processObject = createProcessObject({ pipeline, schema, checks, limits });
  const pages = new Pages(pipeline, processObject, { ...context, shared });
  port.on('message', (request: ThreadRequest) => {
    if (request.kind === 'abort') abort.abort(new Error('the run ends early'));
    else void pages.process(request);
  });
  reply({ kind: 'ready' });
}

class Pages {
  readonly #processObject: ProcessObject;
  readonly #context: PipelineContext;
  readonly #reads: readonly string[];
  readonly #writes: readonly string[];

  constructor(pipeline: Pipeline, processObject: ProcessObject, context: PipelineContext) {
    this.#processObject = processObject;
    this.#context = context;
    this.#reads = readFamilies(pipeline);
    this.#writes = writtenFamilies(pipeline);
  }

  async process({ rows: bytes, hidden, runTimeMs }: Extract<ThreadRequest, { kind: 'page' }>): Promise<void> {
    logLines = 0;
    const context = runTimeMs === undefined ? this.#context : { ...this.#context, runTimeMs };
    const rows = decodeRows(bytes, this.#reads);
    const hiddenOf = hiddenByRow(hidden);
    const failures: ObjectFailure[] = [];
    const outputs = await runBounded(rows, data.limits.objectsInFlight, async (row, at) => {
      Atomics.add(progress, 0, 1);
      try {
        const input = {
          id: objectIdOf(row.key)!,
          row,
          hidden: (family: string) => hiddenOf.get(at)?.get(family),
        };
        return await inTime(() => this.#processObject(input, context));
      } catch (error) {
        failures.push({ row: at, ...describedFailure(error) });
        return NOTHING;
      } finally {
        Atomics.add(progress, 0, 1);
      }
    });
    const encoded = encodeOutputs(outputs, this.#writes);
    reply({ kind: 'page', outputs: encoded, failures }, [encoded.buffer]);
  }
}

/** Ends the wait for an object that does not end: it must not stop the others. */
function inTime<T>(run: () => Promise<T>): Promise<T> {
  const { objectTimeoutMs } = data.limits;
  if (objectTimeoutMs === undefined) return run();
  return new Promise((resolve, reject) => {
    const error = new TidemarkError(
      'deadline_exceeded',
      `process has not ended within ${objectTimeoutMs} ms`,
    );
    const cancelTimer = systemClock.schedule(objectTimeoutMs, () => reject(error));
    run().then(resolve, reject).finally(cancelTimer);
  });
}

function hiddenByRow(hidden: readonly HiddenInRow[]): ReadonlyMap<number, ReadonlyMap<string, HiddenEvents>> {
  const byRow = new Map<number, Map<string, HiddenEvents>>();
  for (const { row, family, upToMs, named } of hidden) {
    const events = { upToMs, named: named === undefined ? undefined : new NamedEvents(new Set(named)) };
    const families = byRow.get(row) ?? new Map<string, HiddenEvents>();
    byRow.set(row, families.set(family, events));
  }
  return byRow;
}

function describedFailure(error: unknown): Omit<ObjectFailure, 'row'> {
  const text = error instanceof Error ? error.message : String(error);
  const message = text.slice(0, data.limits.messageLengthMax);
  if (!(error instanceof TidemarkError)) return { code: 'pipeline_failed', message };
  return { code: error.code, field: error.field, message };
}

start().catch((error: unknown) => {
  reply({ kind: 'failed', ...describedFailure(error) });
  port.close();
});
