import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { createTokenCodec } from '../../../../src/core/tokens/token-codec';
import { TokenKeyRing } from '../../../../src/core/tokens/token-key-ring';
import { parseTokenKeys } from '../../../../src/core/tokens/token-keys';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { DEFAULTS } from '../../../../src/config/defaults';
import { postEvents } from '../../../../src/http/endpoints/post-events';
import { CAMPAIGN_ACTION } from '../../../support/events';
import { startTestServer, type TestServer } from '../../../support/http-server';

const UUID = '123e4567-e89b-12d3-a456-426614174000';
const { requestTimeoutMs } = DEFAULTS.http;
const { timeoutPerEventMs, longestTimeoutMs } = DEFAULTS.events;

describe('The deadline of a request with events', () => {
  let server: TestServer;
  /** Timeouts that ingestion got, one per request. */
  const given: number[] = [];

  beforeAll(async () => {
    const endpoint = postEvents({
      ingestEvents: (inputs, { timeoutMs } = {}) => {
        given.push(timeoutMs!);
        return Promise.resolve({ outcomes: inputs.map(() => ({ status: 'accepted' })), token: EMPTY_TOKEN });
      },
      tokens: createTokenCodec({
        storeName: 'store',
        nowMs: () => Date.now(),
        lifetimeMs: 60_000,
        clockSkewMaxMs: 100,
        keys: new TokenKeyRing(parseTokenKeys(`1:${'ab'.repeat(32)}`, 'keys')),
        writesMax: 32,
      }),
      schema: loadSchema(),
      limits: DEFAULTS.events,
      deadline: { perEventMs: timeoutPerEventMs, longestMs: longestTimeoutMs },
    });
    server = await startTestServer([endpoint], { config: { requestTimeoutMs } });
  });
  afterAll(() => server.server.drain());

  async function deadlineOf(count: number, headers: Record<string, string> = {}): Promise<number> {
    const event = { userId: UUID, eventType: 'view', campaignId: UUID, eventTime: Date.now() };
    const events = Array.from({ length: count }, () => event);
    const body = JSON.stringify({ dataType: CAMPAIGN_ACTION.family, events });
    const answer = await server.send({
      method: 'POST',
      path: '/v1/events',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    expect(answer.status).toBe(200);
    return given.at(-1)!;
  }

  /** Matches a timeout minus the time until ingestion is called and the margin for the answer. */
  const about = (ms: number): object => ({
    asymmetricMatch: (left: number) => left > ms - 950 && left <= ms,
  });

  it('the deadline grows with the number of events, up to the longest one', async () => {
    expect(await deadlineOf(1)).toEqual(about(requestTimeoutMs));
    expect(await deadlineOf(501)).toEqual(about(requestTimeoutMs + 500 * timeoutPerEventMs));
    expect(await deadlineOf(2_000)).toEqual(about(longestTimeoutMs));
    expect(await deadlineOf(10_000)).toEqual(about(longestTimeoutMs));
  });

  it('a deadline chosen by the caller is used as it is', async () => {
    expect(await deadlineOf(2_000, { 'x-request-timeout-ms': '1500' })).toEqual(about(1_500));
    expect(await deadlineOf(1, { 'x-request-timeout-ms': '8000' })).toEqual(about(8_000));
    expect(await deadlineOf(1, { 'x-request-timeout-ms': '80000' })).toEqual(about(longestTimeoutMs));
  });
});
