import { ERROR_TABLE, type ErrorCode } from '../../../src/errors';
import type { ApiContract } from '../../support/api-contract';
import type { Answer } from '../../support/http-server';
import type { Operation } from './operations';

/** Server errors that are expected: deadlines that the request chose, and proofs that it requested. */
const SERVER_ERRORS = new Set(['deadline_exceeded', 'consistency_unmet', 'overloaded', 'not_ready']);
const PROBLEM_BYTES_MAX = 16_384;
const STACK = /\n\s+at |node:internal|\/(?:dist|src|node_modules)\//;

/** Finds the operation of a request. */
export class Routes {
  readonly #routes: readonly { readonly operation: Operation; readonly pattern: RegExp }[];

  constructor(operations: readonly Operation[]) {
    this.#routes = operations.map((operation) => ({ operation, pattern: patternOf(operation.path) }));
  }

  /** Returns undefined for an undocumented path. */
  find(method: string, target: string): Operation | undefined {
    const path = target.split('?', 1)[0]!;
    const found = this.#routes.filter(
      ({ operation, pattern }) => operation.method === method && pattern.test(path),
    );
    // `/v1/campaigns/active` also matches a campaign's path.
    found.sort((a, b) => a.operation.path.split('{').length - b.operation.path.split('{').length);
    return found[0]?.operation;
  }
}

function patternOf(path: string): RegExp {
  const escaped = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${escaped.join('[^/]+')}$`);
}

/** Throws unless the answer is documented and not a server failure. */
export function checkAnswer(
  contract: ApiContract,
  operation: Operation | undefined,
  method: string,
  answer: Answer,
): void {
  if (answer.status >= 400 && method !== 'HEAD') checkProblem(answer);
  if (answer.status === 500 && method === 'HEAD') throw new Error(`answered ${answer.status}`);
  // 405 and 404 of paths that Express interprets differently.
  if (operation === undefined || answer.status === 405 || isUnknownRoute(answer)) return;
  contract.check(operation.method, operation.path, answer);
}

function isUnknownRoute(answer: Answer): boolean {
  return answer.status === 404 && answer.json['code'] === 'unknown_route';
}

/** Throws unless it is a problem with a documented code, of limited size, without internals of the program. */
export function checkProblem({
  status,
  headers,
  body,
}: Pick<Answer, 'status' | 'body'> & { readonly headers: Answer['headers'] }): void {
  const text = body.toString();
  if (headers['content-type'] !== 'application/problem+json')
    throw new Error(`answered ${status} in ${headers['content-type']}: ${text.slice(0, 300)}`);
  const problem = JSON.parse(text) as Record<string, unknown>;
  const code = String(problem['code']);
  const known = Object.hasOwn(ERROR_TABLE, code) ? ERROR_TABLE[code as ErrorCode] : undefined;
  if (known?.status !== status) throw new Error(`answered ${status} with the code ${code}`);
  if (status >= 500 && !SERVER_ERRORS.has(code))
    throw new Error(`answered ${status} ${code}: ${text.slice(0, 300)}`);
  if (STACK.test(String(problem['detail'])))
    throw new Error(`the detail shows the program: ${text.slice(0, 500)}`);
  if (body.length > PROBLEM_BYTES_MAX && problem['errors'] === undefined)
    throw new Error(`a problem of ${body.length} bytes`);
}
