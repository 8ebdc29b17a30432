import type { PubSub, v1 } from '@google-cloud/pubsub';
import { DEFAULTS } from '../../../../src/config/defaults';
import { openPubSub, openSubscriberClient } from '../../../../src/ingest/pubsub/pubsub-client';
import { PullStream, type PullStub } from '../../../../src/ingest/pubsub/pull-stream';
import { systemRandom, type Random } from '../../../../src/platform/random';
import { freePort } from '../../../support/free-port';
import { VirtualClock } from '../../../support/virtual-clock';

type Call = ReturnType<PullStub['makeBidiStreamRequest']> & {
  readonly readableHighWaterMark: number;
};

/** The undocumented part of the official client that is used. */
describe('A pull stream of the official client', () => {
  let pubsub: PubSub;
  let client: v1.SubscriberClient;
  let calls: Call[];
  let stub: PullStub;

  beforeAll(async () => {
    pubsub = await openPubSub({ project: 'tidemark', emulatorHost: `127.0.0.1:${await freePort()}` });
    client = await openSubscriberClient(pubsub);
  });
  beforeEach(async () => {
    const inner = (await client.subscriberStub) as unknown as PullStub;
    calls = [];
    stub = {
      makeBidiStreamRequest(...request) {
        const call = inner.makeBidiStreamRequest(...request) as Call;
        calls.push(call);
        return call;
      },
    };
  });
  afterAll(async () => {
    await client.close();
    await pubsub.close();
  });

  const open = (random: Random = systemRandom) => {
    const clock = new VirtualClock(Date.now());
    const dependencies = { stub, clock, random, subscription: 'projects/p/subscriptions/s' };
    const stream = new PullStream({
      ...dependencies,
      limits: { ...DEFAULTS.pubsub, messagesMax: 10, bytesMax: 1_000 },
      onMessages: () => undefined,
      onFailure: () => undefined,
    });
    stream.open();
    return { clock, stream };
  };

  it('it reads one response ahead and no more', () => {
    const { stream } = open();
    expect(calls.map(({ readableHighWaterMark }) => readableHighWaterMark)).toEqual([1]);
    stream.close();
  });

  it('it waits for a random share of the maximum delay before it reopens', async () => {
    const { clock, stream } = open(() => 0.25);
    const ended = new Promise((resolve) => calls[0]!.on('status', resolve));
    calls[0]!.cancel();
    await ended;
    const pauseMs = 0.25 * DEFAULTS.pubsub.reconnectInitialDelayMs;
    await clock.advance(pauseMs - 1);
    expect(calls).toHaveLength(1);
    await clock.advance(1);
    expect(calls).toHaveLength(2);
    const over = new Promise((resolve) => calls[1]!.on('status', resolve));
    stream.close();
    await over;
  });

  it('it is reopened whenever it ends, still paused, until it is closed', async () => {
    const { clock, stream } = open();
    stream.pause();
    const ended = new Promise((resolve) => calls[0]!.on('status', resolve));
    calls[0]!.cancel();
    await ended;
    await clock.advance(DEFAULTS.pubsub.reconnectInitialDelayMs);
    expect(calls.map((call) => call.isPaused())).toEqual([true, true]);
    stream.resume();
    expect(calls[1]!.isPaused()).toBe(false);
    const over = new Promise((resolve) => calls[1]!.on('status', resolve));
    stream.close();
    await over;
    await clock.advance(DEFAULTS.pubsub.reconnectMaxDelayMs);
    expect(calls).toHaveLength(2);
  });
});
