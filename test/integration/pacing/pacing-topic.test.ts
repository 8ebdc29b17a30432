import { randomUUID } from 'node:crypto';
import type { Message, PubSub, Subscription } from '@google-cloud/pubsub';
import type { PublishedState } from '../../../src/core/pacing/published-state';
import { tidemark } from '../../gen/tidemark';
import { lazyPacingTopic, openPacingTopic, type PacingTopic } from '../../../src/ingest/pacing/pacing-topic';
import { openPubSub } from '../../../src/ingest/pubsub/pubsub-client';
import { googlePubSubSkipReason, startGooglePubSub, type GooglePubSub } from '../../support/google-pubsub';
import { startTcpProxy } from '../../support/tcp-proxy';
import { until } from '../../support/until';

const when = googlePubSubSkipReason() === undefined ? it : it.skip;
const OPTIONS = { timeoutMs: 20_000 };
const SOON = { timeoutMs: 500 };

const state = (campaignId: string, over: Partial<PublishedState> = {}): PublishedState => ({
  campaignId,
  day: '2026-11-21',
  state: 'throttled',
  passShare: 0.25,
  reason: 'ahead_of_pace',
  unitsPurchased: 16_000,
  count: 7,
  unitsPerSecond: 0.4,
  completeUpToMs: 5,
  priority: 50,
  decidedAtMs: 6,
  epoch: 3,
  sequence: 118,
  ...over,
});

describe('The topic of pacing states', () => {
  let emulator: GooglePubSub;
  let pubsub: PubSub;
  const topics: PacingTopic[] = [];
  const subscriptions: Subscription[] = [];

  beforeAll(async () => {
    if (googlePubSubSkipReason() !== undefined) return;
    emulator = await startGooglePubSub();
    pubsub = await openPubSub({ project: 'tidemark', emulatorHost: emulator.endpoint });
  });
  afterEach(async () => {
    await Promise.all([...topics.splice(0), ...subscriptions.splice(0)].map((each) => each.close()));
  });
  afterAll(async () => {
    await pubsub?.close();
    await emulator?.stop();
  });

  const opened = <T extends PacingTopic>(topic: T): T => {
    topics.push(topic);
    return topic;
  };
  const lazily = (topic: string, emulatorHost = emulator.endpoint): PacingTopic =>
    opened(lazyPacingTopic({ project: 'tidemark', emulatorHost, topic }));
  /** Creates the topic and collects what is published from now on. */
  const listening = async (name: string): Promise<readonly Message[]> => {
    const [topic] = await pubsub.createTopic(name);
    const [subscription] = await topic.createSubscription(`${name}-all`);
    const messages: Message[] = [];
    subscription.on('message', (message: Message) => {
      messages.push(message);
      message.ack();
    });
    subscriptions.push(subscription);
    return messages;
  };
  const newName = (): string => `states-${randomUUID()}`;

  when('it gets one message per state, with attributes to filter and order by', async () => {
    const name = newName();
    const messages = await listening(name);
    const topic = opened(await openPacingTopic(pubsub, name, OPTIONS));
    const states = [state('a'), state('b', { state: 'stopped', passShare: 0, sequence: 119 })];
    expect(await topic.publish(states, OPTIONS)).toEqual(states);
    await until(() => messages.length === 2);
    const [a, b] = [...messages].sort((x, y) =>
      x.attributes['campaignId']! < y.attributes['campaignId']! ? -1 : 1,
    );
    expect(a!.attributes).toMatchObject({ campaignId: 'a', state: 'throttled', epoch: '3', sequence: '118' });
    expect(b!.attributes).toMatchObject({ campaignId: 'b', state: 'stopped', epoch: '3', sequence: '119' });
    expect(tidemark.v1.PacingState.decode(a!.data)).toMatchObject({ ...state('a') });
  });

  when('a misspelt name fails at once', async () => {
    await expect(openPacingTopic(pubsub, newName(), OPTIONS)).rejects.toMatchObject({
      code: 'invalid_argument',
    });
  });

  when('a server starts without the topic and publishes changes once it exists', async () => {
    const name = newName();
    const topic = lazily(name);
    await expect(topic.publish([state('a')], OPTIONS)).rejects.toMatchObject({ code: 'invalid_argument' });
    const messages = await listening(name);
    await topic.publish([state('a')], OPTIONS);
    await until(() => messages.length === 1);
  });

  when('calls time out while Pub/Sub does not answer, before and after the topic was opened', async () => {
    const name = newName();
    await listening(name);
    const proxy = await startTcpProxy(Number(emulator.endpoint.split(':')[1]));
    const silent = await startTcpProxy(0, () => true);
    await expect(lazily(name, silent.endpoint).publish([state('a')], SOON)).rejects.toThrow(
      /deadline|timeout/i,
    );
    const topic = lazily(name, proxy.endpoint);
    await topic.publish([state('a')], OPTIONS);
    proxy.freeze();
    await expect(topic.publish([state('a')], SOON)).rejects.toThrow(/deadline|timeout/i);
    await Promise.all([proxy.close(), silent.close()]);
  });

  when('a deposed controller publishes nothing more', async () => {
    const name = newName();
    const messages = await listening(name);
    const topic = opened(await openPacingTopic(pubsub, name, OPTIONS));
    const signal = AbortSignal.abort(new Error('not the leader'));
    await expect(topic.publish([state('late')], { ...OPTIONS, signal })).rejects.toThrow('not the leader');
    await topic.publish([state('a')], OPTIONS);
    await until(() => messages.length > 0);
    expect(messages.map(({ attributes }) => attributes['campaignId'])).toEqual(['a']);
  });
});
