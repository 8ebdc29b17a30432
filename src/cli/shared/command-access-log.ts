/** The access log of commands and of consumers that read or change the data of users. */
import { userInfo } from 'node:os';
import type { Config } from '../../config/index';
import type { DataAccess } from '../../core/privacy/access-record';
import { isPersonal, type Corpus, type DataType } from '../../core/schema/schema';
import { ERROR_TABLE, TidemarkError, type ErrorCode } from '../../errors';
import { openAccessLog } from '../../ingest/privacy/open-access-log';
import { createLogger, loggerOptionsOf } from '../../platform/telemetry/logger';
import type { Metrics } from '../../platform/telemetry/metrics';
import { systemClock } from '../../platform/time/clock';
import { systemRandom } from '../../platform/random';
import type { Resources } from '../../platform/tasks/resources';
import { ledgerKeysOf } from '../../store/privacy-keys';

interface CommandAccess {
  /** `operationId` of the endpoint that does the same, or the command. */
  readonly operation: string;
  readonly kind: DataAccess['kind'];
  /** Ids of the users. */
  readonly subjects: readonly string[];
  /** Default: all personal DataTypes. */
  readonly dataTypes?: readonly DataType[] | undefined;
}

/** A job on many users, without a list of their ids. */
interface JobAccess<Summary> extends Pick<CommandAccess, 'operation' | 'kind' | 'dataTypes'> {
  /** Returns the number of records that the job has read or changed. */
  readonly recordsOf: (summary: Summary) => number;
}

/** Result of a job. */
interface JobSummary {
  readonly error?: { readonly code: ErrorCode; readonly message: string } | undefined;
}

export interface CommandAccessLog {
  /** Runs the task, and logs the access with its outcome: the status and code that the API would answer with. */
  logged<T>(access: CommandAccess, task: () => Promise<T>): Promise<T>;
  /** Runs a job, and logs it in one line, with the number of its records. */
  loggedJob<Summary extends JobSummary>(
    job: JobAccess<Summary>,
    task: () => Promise<Summary>,
  ): Promise<Summary>;
  /** Logs an access that is over. `code`: of its error. */
  add(access: CommandAccess, code?: ErrorCode): void;
}

const OK_STATUS = 200;
const REQUEST_ID_DIGITS = 16;

/**
 * Opens the log that the configuration names, under the caller `command:<user of the operating system>` unless another one is
 * given. Its last lines are written when the resources are released. Throws the errors of `openAccessLog`.
 */
export function openCommandAccessLog(
  config: Config,
  corpora: readonly Corpus[],
  resources: Resources,
  { caller = `command:${userInfo().username}`, metrics }: { caller?: string; metrics?: Metrics } = {},
): CommandAccessLog {
  const logger = createLogger({ ...loggerOptionsOf(config.telemetry), destination: 'stderr' });
  const keys = ledgerKeysOf(config.privacy);
  const log = openAccessLog({ config, corpora, keys, clock: systemClock, logger, metrics });
  if (log === undefined) return NO_LOG;
  resources.add(log, (each) => each.close());
  const requestId = Array.from({ length: REQUEST_ID_DIGITS }, () =>
    Math.floor(systemRandom() * 16).toString(16),
  ).join('');
  const personal = corpora.filter(isPersonal).flatMap(({ dataTypes }) => dataTypes);
  return accessLogOf(({ operation, dataTypes = personal, ...access }, code) =>
    log.add({
      timeMs: systemClock.nowMs(),
      requestId,
      traceId: undefined,
      caller,
      operation,
      status: code === undefined ? OK_STATUS : ERROR_TABLE[code].status,
      code,
      accesses: [{ ...access, dataTypes }],
      omitted: new Map(),
    }),
  );
}

const NO_LOG: CommandAccessLog = {
  logged: (_access, task) => task(),
  loggedJob: (_job, task) => task(),
  add: () => undefined,
};

type AddAccess = (access: CommandAccess & Pick<DataAccess, 'records'>, code: ErrorCode | undefined) => void;

function accessLogOf(add: AddAccess): CommandAccessLog {
  const failed = <T extends CommandAccess>(access: T, error: unknown): never => {
    add(access, error instanceof TidemarkError ? error.code : 'internal');
    throw error;
  };
  return {
    async logged(access, task) {
      const result = await task().catch((error: unknown) => failed(access, error));
      add(access, undefined);
      return result;
    },
    async loggedJob({ recordsOf, ...job }, task) {
      const access = { ...job, subjects: [], records: 0 };
      const summary = await task().catch((error: unknown) => failed(access, error));
      add({ ...access, records: recordsOf(summary) }, summary.error?.code);
      return summary;
    },
    add,
  };
}
