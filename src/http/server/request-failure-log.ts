import type { Logger } from '../../platform/telemetry/logger';
import type { SpanIds } from '../../platform/telemetry/tracing';
import type { Clock } from '../../platform/time/clock';
import type { ErrorCode, TidemarkError } from '../../errors';
import { DEFAULTS } from '../../config/defaults';
import { CallerDenied } from '../access/caller-denied';
import type { DeadlineOwner } from './deadline-owner';
import { SampledLines } from './sampled-lines';

/** Fields of a failed request that are logged. They exclude path, body and headers. */
export interface LoggedRequest {
  readonly requestId: string;
  /** Ids of the request's span. Absent without a trace. */
  readonly spanIds?: SpanIds | undefined;
  readonly endpoint: { readonly operationId: string };
  readonly method: string | undefined;
  /** Id of the caller. Absent if unknown or without authentication. */
  readonly caller?: string | undefined;
  readonly deadline?: DeadlineOwner | undefined;
}

/** Statuses that any client can cause in any number. Only a sample of them is logged. */
const SAMPLED_STATUSES: readonly number[] = [401, 403, 429, 503];

export const isSampled = (status: number): boolean => SAMPLED_STATUSES.includes(status);

/**
 * Logs failed requests. Unexpected errors get a line each at level error, with their stack. Errors that can come in
 * floods get a few lines per second and code: rejections and deadlines chosen by clients at info without a stack,
 * failures of dependencies at warn.
 */
export class RequestFailureLog {
  readonly #logger: Logger;
  readonly #lines: SampledLines;

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#lines = new SampledLines({
      clock,
      perSecondMax: DEFAULTS.http.refusalLinesPerSecond,
      onSuppressed: (code, suppressed) =>
        logger.info({ code, suppressed }, 'some rejected requests were not logged'),
    });
  }

  add(request: LoggedRequest, error: TidemarkError): void {
    const { code, status } = error;
    if (status >= 500 && !error.retryable) {
      return this.#logger.error({ ...lineOf(request, error), err: error }, 'request failed');
    }
    if (!isSampled(status)) return;
    const isFailure = DEPENDENCY_FAILURES.includes(code) && request.deadline !== 'client';
    this.#lines.add(code, () => {
      const line = lineOf(request, error);
      if (isFailure) this.#logger.warn({ ...line, err: error }, 'request failed');
      else this.#logger.info(line, 'request rejected');
    });
  }
}

/** Codes with status 503 that are caused by dependencies of the service. */
const DEPENDENCY_FAILURES: readonly ErrorCode[] = [
  'store_unavailable',
  'deadline_exceeded',
  'consistency_unmet',
  'issuer_unavailable',
  'no_write_cluster',
  'not_ready',
  'restore_not_replayed',
];

function lineOf(request: LoggedRequest, error: TidemarkError): Readonly<Record<string, unknown>> {
  const { requestId, spanIds, endpoint, method, deadline } = request;
  const caller = error instanceof CallerDenied ? error.callerId : request.caller;
  return {
    requestId,
    ...spanIds,
    operation: endpoint.operationId,
    method,
    caller,
    code: error.code,
    deadline,
  };
}
