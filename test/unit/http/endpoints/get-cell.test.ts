import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { ANONYMOUS } from '../../../../src/core/access/caller';
import { EMPTY_TOKEN } from '../../../../src/core/tokens/write-token';
import { DEFAULTS } from '../../../../src/config/defaults';
import { ApiRequest } from '../../../../src/http/api-request';
import { getCell } from '../../../../src/http/endpoints/get-cell';
import { Cancellation } from '../../../../src/platform/tasks/cancellation';

const EVIDENCE = {
  level: 'eventual',
  met: true,
  clusters: [],
  tier: 'nearest',
  lookups: 1,
  stalenessMs: 0,
  token: EMPTY_TOKEN,
} as const;

const REQUEST = new ApiRequest({
  id: 'request-1',
  caller: ANONYMOUS,
  params: { corpus: 'users', id: 'user-1', dataType: 'profile', subType: 'main' },
  query: undefined,
  headers: {},
  mediaType: undefined,
  body: Buffer.alloc(0),
  accepted: 'application/x-protobuf',
  controls: {
    callOptions: () => ({ timeoutMs: 1_000, signal: new Cancellation() }),
    wait: () => Promise.reject(new Error('must not wait')),
    extendDeadline: () => undefined,
    inTurns: () => {
      throw new Error('must not encode JSON');
    },
    takeWork: () => undefined,
    beginLive: () => new Cancellation(),
  },
});

/** Returns the body of a protobuf answer whose value is a part of a received buffer. */
async function bodyOf(value: Buffer): Promise<Buffer> {
  const cell = { dataType: 'profile', subType: 'main', timestampMs: 1, value };
  const endpoint = getCell({
    operation: () => Promise.resolve({ cells: [cell], omitted: [], evidence: EVIDENCE }),
    schema: loadSchema(),
    rules: { tokens: { encode: () => '', decode: () => EMPTY_TOKEN }, check: () => undefined },
    limits: DEFAULTS.objects,
  });
  return (await endpoint.handle(REQUEST)).body as Buffer;
}

describe('A protobuf answer with one value', () => {
  it('keeps no received buffer in memory that is much larger than the value', async () => {
    const received = Buffer.alloc(1_024 * 1_024, 7);
    const value = received.subarray(100, 200);
    const body = await bodyOf(value);
    expect(body).toEqual(value);
    expect(body.buffer).not.toBe(received.buffer);
    expect(body.buffer.byteLength).toBeLessThan(received.length);
  });

  it('is not copied if it is most of the received buffer', async () => {
    const received = Buffer.alloc(64 * 1_024, 7);
    const body = await bodyOf(received.subarray(100));
    expect(body.buffer).toBe(received.buffer);
  });
});
