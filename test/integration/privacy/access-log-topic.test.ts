import type { Message, PubSub, Subscription } from '@google-cloud/pubsub';
import { accessLogTopic } from '../../../src/ingest/privacy/access-log-topic';
import { openPubSub } from '../../../src/ingest/pubsub/pubsub-client';
import type { AccessLogSink } from '../../../src/operations/privacy/access-log';
import { googlePubSubSkipReason, startGooglePubSub, type GooglePubSub } from '../../support/google-pubsub';
import { until } from '../../support/until';

const when = googlePubSubSkipReason() === undefined ? it : it.skip;
const OPTIONS = { timeoutMs: 20_000 };

describe('The topic of the access log', () => {
  let emulator: GooglePubSub;
  let pubsub: PubSub;
  let sink: AccessLogSink | undefined;
  let subscription: Subscription | undefined;

  beforeAll(async () => {
    if (googlePubSubSkipReason() !== undefined) return;
    emulator = await startGooglePubSub();
    pubsub = await openPubSub({ project: 'tidemark', emulatorHost: emulator.endpoint });
  });
  afterEach(async () => {
    await sink?.close();
    await subscription?.close();
  });
  afterAll(async () => {
    await pubsub?.close();
    await emulator?.stop();
  });

  const sinkOf = (topic: string): AccessLogSink =>
    (sink = accessLogTopic({ project: 'tidemark', emulatorHost: emulator.endpoint, topic }));

  when('gets one message of JSON for each line', async () => {
    const [topic] = await pubsub.createTopic('access');
    [subscription] = await topic.createSubscription('access-all');
    const received: Message[] = [];
    subscription.on('message', (message: Message) => {
      received.push(message);
      message.ack();
    });
    await sinkOf('access').write(['{"subject":"a"}', '{"subject":"b"}'], OPTIONS);
    await until(() => received.length === 2);
    expect(received.map(({ data }) => data.toString()).sort()).toEqual([
      '{"subject":"a"}',
      '{"subject":"b"}',
    ]);
    expect(received[0]!.attributes).toEqual({ 'content-type': 'application/json' });
  });

  when('fails a write while it does not exist, and takes the next one', async () => {
    const missing = sinkOf('later');
    await expect(missing.write(['{}'], OPTIONS)).rejects.toThrow();
    await pubsub.createTopic('later');
    await missing.write(['{}'], OPTIONS);
  });
});
