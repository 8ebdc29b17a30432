import type { Logger } from '../../platform/telemetry/logger';
import type { Clock } from '../../platform/time/clock';
import type { ErrorCode, TidemarkError } from '../../errors';
import { DEFAULTS } from '../../config/defaults';
import { CallerDenied } from '../access/caller-denied';
import type { DeadlineOwner } from './deadline-owner';
import { SampledLines } from './sampled-lines';

/** A request that gets an error for its answer, as far as the log names it: no path, no body and no header. */
export interface LoggedRequest {
  readonly requestId: string;
  readonly endpoint: { readonly operationId: string };
  readonly method: string | undefined;
  /** Absent where callers are not told apart, or it is not known who it is. */
  readonly caller?: string | undefined;
  readonly deadline?: DeadlineOwner | undefined;
}

/** Statuses of answers that any client can have in any number, and of which the log has a sample. */
const SAMPLED_STATUSES: readonly number[] = [401, 403, 429, 503];

export const isSampled = (status: number): boolean => SAMPLED_STATUSES.includes(status);

/**
 * Logs requests that failed or were refused. Errors that are not to be expected get a line each, with their stack. Of what comes in
 * floods, a few lines a second and code are written: refusals and deadlines that callers have chosen at info, without a stack,
 * failures of what the service depends on at warn.
 */
export class RequestFailureLog {
  readonly #logger: Logger;
  readonly #lines: SampledLines;

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#lines = new SampledLines({
      clock,
      perSecondMax: DEFAULTS.http.refusalLinesPerSecond,
      onSuppressed: (code, leftOut) => logger.info({ code, leftOut }, 'refused requests were not logged'),
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
      else this.#logger.info(line, 'request refused');
    });
  }
}

/** Those of 503 that tell of trouble in what the service depends on. */
const DEPENDENCY_FAILURES: readonly ErrorCode[] = [
  'store_unavailable',
  'deadline_exceeded',
  'consistency_unmet',
  'issuer_unavailable',
  'no_write_cluster',
  'not_ready',
];

function lineOf(request: LoggedRequest, error: TidemarkError): Readonly<Record<string, unknown>> {
  const { requestId, endpoint, method, deadline } = request;
  const caller = error instanceof CallerDenied ? error.callerId : request.caller;
  return { requestId, operation: endpoint.operationId, method, caller, code: error.code, deadline };
}
