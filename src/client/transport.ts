import { headersOf, pathOf, TOKEN_HEADER, type Answer, type Call, type Send } from './call';
import { Deadline } from './deadline';
import { TidemarkError } from './errors';
import { LIMITS } from './limits';
import { OPERATIONS } from './operations';
import type { ClientOptions } from './options';
import { backoffMs, canRepeat, RetryBudget } from './retry';
import { sleep, type Runtime } from './runtime';
import type { ErrorCode, Problem } from './types';

/** Returns the function that sends calls, with authentication, deadlines and retries. */
export function createSend(options: ClientOptions, runtime: Runtime): Send {
  const base = options.url.replace(/\/+$/, '');
  const budget = new RetryBudget(options.retryBudget);

  async function bearer(rejected: boolean): Promise<Record<string, string>> {
    const { auth } = options;
    if (auth === undefined) return {};
    const token = typeof auth === 'string' ? auth : await auth({ rejected });
    return { authorization: `Bearer ${token}` };
  }

  async function attempt(call: Call, deadline: Deadline, rejected: boolean): Promise<Answer> {
    const headers = { ...headersOf(call, options.consistency), ...(await bearer(rejected)) };
    if (call.sendsDeadline !== false) headers['x-request-timeout-ms'] = String(sentDeadlineMs(deadline));
    options.propagate?.(headers);
    const init: RequestInit = { method: OPERATIONS[call.operation].method, headers, signal: deadline.signal };
    if (call.body !== undefined) init.body = JSON.stringify(call.body);
    try {
      return await answerOf(await runtime.fetch(base + pathOf(call), init), call);
    } catch (error) {
      if (error instanceof TidemarkError) throw error;
      if (deadline.signal.aborted) throw deadline.signal.reason;
      throw new TidemarkError('connection_failed', `cannot reach ${base}: ${String(error)}`, {
        cause: error,
      });
    }
  }

  return async (call) => {
    const { timeoutMs = call.timeoutMs ?? options.timeoutMs ?? LIMITS.timeoutMs, signal } =
      call.options ?? {};
    const attemptsMax = call.options?.attemptsMax ?? options.attemptsMax ?? LIMITS.attemptsMax;
    const idempotent = call.idempotent ?? OPERATIONS[call.operation].idempotent;
    const deadline = new Deadline(runtime, timeoutMs, signal);
    let wasRejected = false;
    let hasStream = false;
    try {
      for (let number = 1; ; number++) {
        try {
          deadline.signal.throwIfAborted();
          const answer = await attempt(call, deadline, wasRejected);
          budget.succeed();
          hasStream = answer.stream !== undefined;
          return hasStream ? { ...answer, release: () => deadline.release() } : answer;
        } catch (error) {
          const failure = error as TidemarkError;
          const isRejected =
            failure.code === 'unauthenticated' && typeof options.auth === 'function' && !wasRejected;
          if (isRejected) {
            wasRejected = true;
            continue;
          }
          if (number >= attemptsMax || !canRepeat(failure, { idempotent })) throw failure;
          const delayMs = backoffMs(number, runtime.random(), failure.retryAfterMs);
          // A wait that the deadline ends would only hide the reason of the failure.
          if (delayMs >= deadline.leftMs() || !budget.take()) throw failure;
          await sleep(runtime, delayMs, deadline.signal);
        }
      }
    } finally {
      // A stream is read after this, under the same deadline.
      if (!hasStream) deadline.release();
    }
  };
}

/** The server accepts at most nine digits, and caps what is longer than its own limit. */
function sentDeadlineMs(deadline: Deadline): number {
  return Math.min(999_999_999, Math.max(1, deadline.leftMs()));
}

async function answerOf(response: Response, call: Call): Promise<Answer> {
  const { status, headers } = response;
  if (status >= 400) throw await failureOf(response);
  if (status === 204 || status === 304) return { status, headers, body: undefined };
  if (call.streams === true && response.body !== null)
    return { status, headers, body: undefined, stream: response.body };
  const text = await response.text();
  if (!/json/.test(headers.get('content-type') ?? '')) return { status, headers, body: text };
  try {
    return { status, headers, body: JSON.parse(text) as unknown };
  } catch (cause) {
    throw new TidemarkError('invalid_response', 'the answer is not JSON', { status, cause });
  }
}

async function failureOf(response: Response): Promise<TidemarkError> {
  const { status, headers } = response;
  const text = await response.text();
  const retryAfter = Number(headers.get('retry-after') ?? 0);
  const common = {
    status,
    retryAfterMs: Number.isFinite(retryAfter) ? retryAfter * 1_000 : 0,
    requestId: headers.get('x-request-id') ?? undefined,
    token: headers.get(TOKEN_HEADER) ?? undefined,
  };
  const problem = problemIn(text);
  if (problem === undefined) {
    // A load balancer or proxy answers in its own words.
    const code: ErrorCode | 'invalid_response' = GATEWAY_CODES[status] ?? 'invalid_response';
    return new TidemarkError(code, `the answer has status ${status} and is no problem of Tidemark`, common);
  }
  const { field, requestId } = problem;
  return new TidemarkError(problem.code, problem.detail, { ...common, requestId, field, problem });
}

const GATEWAY_CODES: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'permission_denied',
  429: 'rate_limited',
  502: 'store_unavailable',
  503: 'store_unavailable',
  504: 'deadline_exceeded',
};

function problemIn(text: string): Problem | undefined {
  try {
    const value = JSON.parse(text) as Partial<Problem> | null;
    return typeof value?.code === 'string' ? (value as Problem) : undefined;
  } catch {
    return undefined;
  }
}
