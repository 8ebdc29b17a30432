import { loadDescriptors } from '../../../src/codec/protobuf/descriptors';
import { SEEDS } from '../../support/access-samples';
import { ApiContract, type OpenApiDocument } from '../../support/api-contract';
import type { FuzzPart, FuzzTarget, Round } from '../harness';
import { Growth } from '../growth';
import { chance, weighted } from '../values/choose';
import { checkAnswer, checkProblem, Routes } from './check-answer';
import { checkLog } from './check-log';
import { Client } from './client';
import { exchangeRaw } from './connection';
import { LegitimateClient } from './legitimate-client';
import { operationsOf } from './operations';
import { type FuzzedRequest, randomRequest, type RequestMaker } from './random-request';
import { rawRequests } from './raw-request';
import { type Servers, startServers } from './servers';
import { StoredState } from './stored-state';
import type { RandomToken } from './tokens';

const CASES_PER_ROUND = 150;
/** Time within which the server must close a completely sent connection, in milliseconds. */
const CLOSE_MS = 30_000;
/** Longer than any deadline that a request can choose, in milliseconds. */
const LATE_MS = 25_000;

export const part: FuzzPart = {
  name: 'http',
  description: 'requests to `tidemark serve`, open and with tokens',
  about:
    'Nearly valid requests of all operations, malformed requests, and nearly valid tokens, to an open process and to ' +
    'one with an access file, over an embedded store. No answer may be a failure of the server or differ from the ' +
    'OpenAPI document. An invalid token is never accepted, and a rejected request changes nothing. The processes must' +
    ' stay up, log no error, and not grow in memory or descriptors. A legitimate client must get correct answers ' +
    'between the rounds.',
  open: async () => {
    const servers = await startServers();
    try {
      return await HttpTarget.open(servers);
    } catch (error) {
      await servers.stop();
      throw error;
    }
  },
};

class HttpTarget implements FuzzTarget {
  readonly #servers: Servers;
  readonly #open: Client;
  readonly #guarded: Client;
  readonly #contract: ApiContract;
  readonly #routes: Routes;
  readonly #maker: RequestMaker;
  readonly #legitimate: readonly LegitimateClient[];
  readonly #growth: readonly Growth[];
  readonly #state: StoredState;
  #isOver = false;

  private constructor(servers: Servers, document: object) {
    this.#servers = servers;
    this.#open = new Client(servers.openPort);
    this.#guarded = new Client(servers.guardedPort);
    this.#contract = new ApiContract(document as OpenApiDocument);
    const operations = operationsOf(document);
    this.#routes = new Routes(operations);
    const plain = new LegitimateClient('open', this.#open);
    const known = new LegitimateClient('guarded', this.#guarded, () => servers.tokens.right());
    this.#legitimate = [plain, known];
    this.#maker = {
      document,
      operations,
      messages: loadDescriptors().resolveAll(),
      token: () => plain.token,
    };
    const { open, guarded } = servers;
    this.#growth = [new Growth('open', open), new Growth('guarded', guarded)];
    this.#state = new StoredState(this.#open);
  }

  static async open(servers: Servers): Promise<HttpTarget> {
    const client = new Client(servers.openPort);
    for (const seed of SEEDS) await client.send({ ...seed, headers: { host: 'localhost', ...seed.headers } });
    const { json } = await client.send({ path: '/openapi.json', headers: { host: 'localhost' } });
    client.close();
    return new HttpTarget(servers, json);
  }

  async round(round: Round): Promise<void> {
    const { random } = round;
    for (let each = 0; each < CASES_PER_ROUND; each++) {
      round.cases += 1;
      await weighted(random, [
        [6, () => this.#request(round)],
        [3, () => this.#raw(round)],
        [1.5, () => this.#wrongToken(round)],
      ]);
    }
    for (const each of this.#legitimate) await each.check(round);
    const { open, guarded } = this.#servers;
    for (const [name, each] of Object.entries({ open, guarded }))
      if (each.hasEnded) throw new Error(`the process of the ${name} API has ended: ${each.takeErrors()}`);
    this.#checkLogs(round);
    for (const each of this.#growth) await each.check(round);
  }

  async close(round: Round): Promise<void> {
    this.#isOver = true;
    this.#open.close();
    this.#guarded.close();
    const ends = await this.#servers.stop();
    for (const [name, how] of Object.entries(ends))
      if (how !== 0) round.find(`${name}: exit`, `ended with ${how}`);
    this.#checkLogs(round);
  }

  #checkLogs(round: Round): void {
    const { open, guarded, store } = this.#servers;
    checkLog('open', open, round);
    checkLog('guarded', guarded, round);
    const errors = store.takeErrors();
    if (errors !== '' || (store.hasEnded && !this.#isOver)) round.find('store: standard error', errors);
  }

  async #request(round: Round): Promise<void> {
    const { random } = round;
    const request = randomRequest(this.#maker, random);
    const isGuarded = chance(random, 0.3);
    const client = isGuarded ? this.#guarded : this.#open;
    const authorization = isGuarded ? { authorization: this.#servers.tokens.right() } : undefined;
    const before = chance(random, 0.05) && request.method !== 'GET' ? await this.#state.read() : undefined;
    const answer = await this.#answerTo(round, client, {
      ...request,
      headers: { ...request.headers, ...authorization },
    });
    if (before === undefined || answer === undefined || answer < 400 || answer >= 500) return;
    const after = await this.#state.read();
    round.count('a rejected request was compared with the store');
    if (after !== before)
      round.find('a rejected request changed the store', `${before}\n  is now ${after}`, shown(request));
  }

  /** Resolves with the status. */
  async #answerTo(round: Round, client: Client, request: FuzzedRequest): Promise<number | undefined> {
    const operation = this.#routes.find(request.method, request.path);
    const startedMs = performance.now();
    const id = operation?.id ?? 'no operation';
    try {
      const answer = await client.send(request);
      round.count(`request: ${answer.status}`);
      checkAnswer(this.#contract, operation, request.method, answer);
      const tookMs = performance.now() - startedMs;
      if (tookMs > LATE_MS) round.find(`${id}: late`, `${Math.round(tookMs)} ms`, shown(request));
      return answer.status;
    } catch (error) {
      const message = String(error);
      if (isCutStream(id, request, message)) {
        round.count('request: a stream was cut at its time limit');
        return undefined;
      }
      round.find(`${id}: ${message.slice(0, 60)}`, message.slice(0, 1_000), shown(request));
      return undefined;
    }
  }

  async #raw(round: Round): Promise<void> {
    const { random } = round;
    const pieces = rawRequests(() => randomRequest(this.#maker, random), random);
    const port = chance(random, 0.5) ? this.#servers.openPort : this.#servers.guardedPort;
    const { answers, rest, wasClosed } = await exchangeRaw(port, pieces, CLOSE_MS);
    const input = JSON.stringify(pieces.map((piece) => piece.toString('latin1')));
    const mayBeHead = Buffer.concat(pieces).includes('HEAD');
    for (const answer of answers) {
      round.count(`raw: ${answer.status}`);
      try {
        // An answer to HEAD has no body to check.
        if (answer.status >= 400 && (answer.body.length > 0 || !mayBeHead)) checkProblem(answer);
      } catch (error) {
        round.find(`raw: ${String(error).slice(0, 60)}`, String(error), input);
      }
    }
    if (answers.length === 0) round.count('raw: no answer');
    if (rest.length > 0)
      round.find('raw: bytes that are no answer', rest.subarray(0, 500).toString('latin1'), input);
    if (!wasClosed) round.find('raw: connection left open', `for ${CLOSE_MS} ms`, input);
  }

  async #wrongToken(round: Round): Promise<void> {
    const { random } = round;
    const { tokens } = this.#servers;
    const { authorization, kind }: RandomToken = chance(random, 0.8)
      ? tokens.wrong(random)
      : tokens.broken(random);
    const request = randomRequest(this.#maker, random);
    const operation = this.#routes.find(request.method, request.path);
    const answer = await this.#guarded.send({ ...request, headers: { ...request.headers, authorization } });
    round.count(`token, ${kind}: ${answer.status === 401 ? 'rejected' : 'no matter'}`);
    if (isRejected(answer.status, operation?.id)) return;
    round.find(`token: ${kind}`, `answered ${answer.status}`, `${authorization}\n  ${shown(request)}`);
  }
}

/** Operations that need no token. Unknown operations are rejected as such. */
const PUBLIC = new Set(['getHealth', 'getReadiness', 'getOpenApi', 'getIndex']);

function isRejected(status: number, operation: string | undefined): boolean {
  if (operation === undefined || PUBLIC.has(operation)) return status !== 500;
  return [400, 401, 404, 405, 431].includes(status);
}

/** Returns the request as text that a person can send again. */
function shown({ method, path, headers, body }: FuzzedRequest): string {
  const text = body === undefined ? undefined : Buffer.from(body);
  const isText = text !== undefined && Buffer.from(text.toString()).equals(text);
  return JSON.stringify({
    method,
    path,
    headers,
    ...(isText ? { body: text.toString() } : { hex: text?.toString('hex') }),
  });
}

/** Returns whether an export ended at the time limit of its request: the connection breaks, so that no part is taken for the whole. */
function isCutStream(id: string, { headers }: FuzzedRequest, message: string): boolean {
  return (
    id === 'exportSubject' && headers['x-request-timeout-ms'] !== undefined && message === 'Error: aborted'
  );
}
