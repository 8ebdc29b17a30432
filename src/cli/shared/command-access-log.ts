/** The access log of commands that read or change the data of named users. */
import { userInfo } from 'node:os';
import type { Config } from '../../config/index';
import type { DataAccess } from '../../core/privacy/access-record';
import { isPersonal, type Corpus, type DataType } from '../../core/schema/schema';
import { TidemarkError } from '../../errors';
import { openAccessLog } from '../../ingest/privacy/open-access-log';
import { createLogger } from '../../platform/telemetry/logger';
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

export interface CommandAccessLog {
  /** Runs the task, and logs the access with its outcome: the status and code that the API would answer with. */
  logged<T>(access: CommandAccess, task: () => Promise<T>): Promise<T>;
}

const OK_STATUS = 200;
const REQUEST_ID_DIGITS = 16;

/**
 * Opens the log that the configuration names, under the caller `command:<user of the operating system>`. Its last lines are
 * written when the resources are released. Throws the errors of `openAccessLog`.
 */
export function openCommandAccessLog(
  config: Config,
  corpora: readonly Corpus[],
  resources: Resources,
): CommandAccessLog {
  const { logLevel: level, serviceName: service } = config.telemetry;
  const logger = createLogger({ level, service, destination: 'stderr' });
  const keys = ledgerKeysOf(config.privacy);
  const log = openAccessLog({ config, corpora, keys, clock: systemClock, logger, metrics: undefined });
  if (log === undefined) return { logged: (_access, task) => task() };
  resources.add(log, (each) => each.close());
  const personal = corpora.filter(isPersonal).flatMap(({ dataTypes }) => dataTypes);
  const caller = `command:${userInfo().username}`;
  const requestId = Array.from({ length: REQUEST_ID_DIGITS }, () =>
    Math.floor(systemRandom() * 16).toString(16),
  ).join('');
  return {
    async logged({ operation, kind, subjects, dataTypes = personal }, task) {
      const add = (status: number, code: string | undefined): void =>
        log.add({
          timeMs: systemClock.nowMs(),
          requestId,
          traceId: undefined,
          caller,
          operation,
          status,
          code,
          accesses: [{ kind, subjects, dataTypes }],
          omitted: new Map(),
        });
      try {
        const result = await task();
        add(OK_STATUS, undefined);
        return result;
      } catch (error) {
        const { status, code } =
          error instanceof TidemarkError ? error : new TidemarkError('internal', 'unexpected error');
        add(status, code);
        throw error;
      }
    },
  };
}
