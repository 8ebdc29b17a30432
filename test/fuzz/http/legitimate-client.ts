import type { Answer, SendOptions } from '../../support/http-server';
import type { Round } from '../harness';
import { pause } from '../fuzzed-process';
import type { Client } from './client';

/** Maximum time of an answer, even on a busy machine, in milliseconds. */
const PROMPT_MS = 10_000;
/** Attempts until waiting requests and idle connections must have ended. */
const OPEN_ATTEMPTS = 300;
const OPEN_PAUSE_MS = 200;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends requests of a legitimate client between rounds, which must be answered correctly and promptly. */
export class LegitimateClient {
  #tokens = '';

  constructor(
    readonly name: string,
    readonly client: Client,
    readonly authorization?: () => string,
  ) {}

  /** Write token of an earlier answer; empty before. */
  get token(): string {
    return this.#tokens;
  }

  async check(round: Round): Promise<void> {
    const value = `round ${round.seed}`;
    const cell = `/v1/corpora/vault/objects/legitimate/left/main`;
    const put = await this.#send(round, {
      method: 'PUT',
      path: cell,
      headers: JSON_TYPE,
      body: JSON.stringify({ text: value }),
    });
    this.#expect(round, 'put an object', put, 200);
    this.#tokens = String(put?.headers['tidemark-token'] ?? '');
    const got = await this.#send(round, { path: cell, headers: { 'tidemark-token': this.#tokens } });
    this.#expect(round, 'get an object', got, 200);
    if (got?.status === 200 && !got.body.toString().includes(`"${value}"`))
      round.find(`${this.name}: read another object`, got.body.toString());
    await this.#count(round);
    await this.#checkOpenRequests(round);
  }

  /** Checks that no request counts as open once everything is answered, except the one that reads the number. */
  async #checkOpenRequests(round: Round): Promise<void> {
    let open = NaN;
    for (let attempt = 0; attempt < OPEN_ATTEMPTS; attempt++) {
      const page = await this.#send(round, { path: '/metrics' });
      open = Number(
        /^tidemark_http_requests_open(?:\{[^}]*\})? (\d+)/m.exec(page?.body.toString() ?? '')?.[1],
      );
      if (open === 1) return;
      await pause(OPEN_PAUSE_MS);
    }
    round.find(`${this.name}: requests stay open`, `${open} instead of 1`);
  }

  async #count(round: Round): Promise<void> {
    const userId = `legitimate-${this.name}-${round.seed}`;
    const event = {
      userId,
      action: 'click',
      adId: 'ad-1',
      campaignId: 'cmp-1',
      insertionId: 'ins-1',
      eventTime: Date.now() - 60_000,
    };
    const posted = await this.#send(round, {
      method: 'POST',
      path: '/v1/events',
      headers: JSON_TYPE,
      body: JSON.stringify(event),
    });
    this.#expect(round, 'post an event', posted, 200);
    const query = { userId, actions: ['click'], windows: ['1d'] };
    const headers = { ...JSON_TYPE, 'tidemark-token': String(posted?.headers['tidemark-token'] ?? '') };
    const counted = await this.#send(round, {
      method: 'POST',
      path: '/v1/counts:query',
      headers,
      body: JSON.stringify(query),
    });
    this.#expect(round, 'count events', counted, 200);
    if (counted?.status === 200 && !counted.body.toString().includes('"counts":{"1d":{"total":1}}'))
      round.find(`${this.name}: counted wrong`, counted.body.toString());
  }

  async #send(round: Round, options: SendOptions): Promise<Answer | undefined> {
    const startedMs = performance.now();
    const authorization =
      this.authorization === undefined ? undefined : { authorization: this.authorization() };
    try {
      return await this.client.send({
        ...options,
        headers: { host: 'localhost', ...options.headers, ...authorization },
      });
    } catch (error) {
      round.find(`${this.name}: no answer to a legitimate request`, String(error));
      return undefined;
    } finally {
      const tookMs = performance.now() - startedMs;
      if (tookMs > PROMPT_MS)
        round.find(`${this.name}: late answer to a legitimate request`, `${Math.round(tookMs)} ms`);
    }
  }

  #expect(round: Round, what: string, answer: Answer | undefined, status: number): void {
    if (answer === undefined || answer.status === status) return;
    round.find(
      `${this.name}: legitimate request rejected`,
      `${what}: ${answer.status} ${answer.body.toString().slice(0, 500)}`,
    );
  }
}
