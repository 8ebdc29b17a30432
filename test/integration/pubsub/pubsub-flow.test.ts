import { join } from 'node:path';
import type { PubSub, Topic } from '@google-cloud/pubsub';
import { filterCommand } from '../../../src/cli/filter/filter';
import { withControl } from '../../../src/cli/local/control';
import { DEFAULTS } from '../../../src/config/defaults';
import type { BatchReport } from '../../../src/ingest/pubsub/batch-report';
import { deadLetterPublisher } from '../../../src/ingest/dead-letters/dead-letter-topic';
import { replayDeadLetters } from '../../../src/ingest/dead-letters/dead-letter-queue';
import { EventConsumer } from '../../../src/ingest/pubsub/event-consumer';
import {
  fullSubscriptionName,
  openPubSub,
  openSubscriberClient,
} from '../../../src/ingest/pubsub/pubsub-client';
import {
  startSubscriber,
  type EventSubscriber,
  type SubscriberLimits,
} from '../../../src/ingest/pubsub/subscriber';
import { systemClock, type Clock } from '../../../src/platform/time/clock';
import { systemRandom } from '../../../src/platform/random';
import { startChildProcess } from '../../support/child-process';
import { embeddedEventStore, type EventStore } from '../../support/event-store';
import { click, DAY_MS, encodeEvent } from '../../support/events';
import { googlePubSubSkipReason, startGooglePubSub, type GooglePubSub } from '../../support/google-pubsub';
import { freePort } from '../../support/free-port';
import { startOtlpReceiver } from '../../support/otlp-receiver';
import { send, sendJson } from '../../support/http-server';
import { runCli } from '../../support/run-cli';
import { runCommand, runCommandLine } from '../../support/run-command';
import { startApp } from '../../support/running-app';
import { until } from '../../support/until';

const skipReason = googlePubSubSkipReason();
const describeWhen = skipReason === undefined ? describe : describe.skip;
const CLI = join(__dirname, '../../../src/cli/tidemark.ts');
const title = `the flow of messages${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`;

describeWhen(title, () => {
  let emulator: GooglePubSub;
  let store: EventStore;
  let pubsub: PubSub;
  let topic: Topic;
  let name: string;
  let runs = 0;
  const closers: (() => Promise<unknown>)[] = [];
  const nowMs = Date.now();

  beforeAll(async () => {
    [emulator, store] = await Promise.all([startGooglePubSub(), embeddedEventStore()]);
    pubsub = await openPubSub({ project: 'tidemark', emulatorHost: emulator.endpoint });
  });

  afterAll(async () => {
    await pubsub?.close();
    await store?.close();
    await emulator?.stop();
  });

  beforeEach(async () => {
    name = `flow-${++runs}`;
    [topic] = await pubsub.createTopic(name);
    await topic.createSubscription(`${name}-in`, { ackDeadlineSeconds: 10 });
    const [dead] = await pubsub.createTopic(`${name}-dead`);
    await dead.createSubscription(`${name}-dead-in`, { ackDeadlineSeconds: 10 });
  });

  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  async function consume(limits: Partial<SubscriberLimits> = {}) {
    const reports: BatchReport[] = [];
    const consumer = new EventConsumer({
      ingest: store.ingest,
      schema: store.schema,
      clock: systemClock,
      random: systemRandom,
      limits: { ...DEFAULTS.pubsub, ...DEFAULTS.events, batchEvents: 50 },
      deadLetter: deadLetterPublisher(pubsub.topic(`${name}-dead`)),
      observer: { onBatch: (report) => reports.push(report) },
    });
    const subscriber = await startSubscriber(consumer, {
      pubsub,
      clock: systemClock,
      random: systemRandom,
      subscription: `${name}-in`,
      limits: { ...DEFAULTS.pubsub, ...limits },
    });
    closers.push(() => subscriber.close());
    const written = (): number =>
      reports.reduce((sum, { accepted, duplicates }) => sum + accepted + duplicates, 0);
    return { subscriber, reports, written };
  }

  const clicksOf = async (userId: string): Promise<unknown> => {
    const window = { name: 'all', from: nowMs - 300 * DAY_MS, to: nowMs + 60_000 };
    return (await store.countActions({ userId, actions: ['click'], windows: [window] })).counts.all!.total;
  };
  const publishClicks = (userId: string, count: number): Promise<string[]> =>
    Promise.all(
      Array.from({ length: count }, (_, i) =>
        topic.publishMessage({ data: encodeEvent(click(nowMs - (i + 1) * 10_000, { userId })) }),
      ),
    );

  /** Additional latency of the store from now on. */
  const slowStore = (slowMs: number): Promise<unknown> =>
    withControl({ endpoint: store.endpoint }, async (client) => {
      const { instances } = await client.status();
      const cluster = instances[0]!.clusters![0]!.id!;
      return client.changeClusters({ name: cluster, change: { slowMs } });
    });

  function mostHeld(subscriber: EventSubscriber): { messages: number; bytes: number; stop: () => void } {
    const most = { messages: 0, bytes: 0, stop: () => clearInterval(looking) };
    const looking = setInterval(() => {
      const { messages, bytes } = subscriber.held();
      most.messages = Math.max(most.messages, messages);
      most.bytes = Math.max(most.bytes, bytes);
    }, 1);
    return most;
  }

  it('a slow store limits the messages held, and nothing is lost', async () => {
    const userId = 'slow';
    await publishClicks(userId, 600);
    await slowStore(300);
    const { subscriber, written, reports } = await consume({ streams: 3, messagesInFlightMax: 120 });
    const most = mostHeld(subscriber);
    await until(() => written() >= 200);
    await slowStore(0);
    await until(() => written() >= 600);
    most.stop();
    expect(most.messages).toBeGreaterThan(50);
    // The response that reaches the limit may exceed it, by up to a hundred messages here: the emulator does not
    // split responses.
    expect(most.messages).toBeLessThan(120 + 100);
    expect(Math.max(...reports.map(({ messages }) => messages))).toBeLessThanOrEqual(50);
    expect(await clicksOf(userId)).toBe(600);
  });

  it('repeated deliveries count once', async () => {
    const userId = 'storm';
    const data = encodeEvent(click(nowMs - 60_000, { userId }));
    const other = encodeEvent(click(nowMs - 30_000, { userId }));
    await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => topic.publishMessage({ data: i % 2 === 0 ? data : other })),
    );
    const first = await consume();
    await until(() => first.written() >= 500);
    await first.subscriber.close();
    await pubsub.subscription(`${name}-in`).seek(new Date(nowMs - 60_000));
    const second = await consume();
    await until(() => first.written() + second.written() >= 1_000);
    expect(await clicksOf(userId)).toBe(2);
  });

  it('a message without room for the reason is dead-lettered once', async () => {
    const json = `{"userId":${'"x'.repeat(4_995_000)}`;
    await topic.publishMessage({
      data: Buffer.from(json),
      attributes: { 'content-type': 'application/json' },
    });
    await publishClicks('beside', 3);
    const { subscriber, written } = await consume();
    await until(() => written() === 3);
    const list = ['dead-letters', 'list', '--subscription', `${name}-dead-in`, '--json'];
    let letters: readonly object[] = [];
    // It may still be in flight.
    await until(async () => {
      const { stdout } = await tidemark(...list);
      const lines = stdout.split('\n').filter((line) => line !== '');
      letters = lines.map((line) => JSON.parse(line) as object);
      return letters.length > 0;
    });
    expect(letters).toMatchObject([{ reason: 'malformed_body', field: 'body', bytes: 9_500_000 }]);
    await until(() => subscriber.held().messages === 0);
  });

  const env = (): NodeJS.ProcessEnv => ({
    BIGTABLE_EMULATOR_HOST: store.endpoint,
    PUBSUB_EMULATOR_HOST: emulator.endpoint,
  });
  const tidemark = (...args: string[]) => runCommandLine(args, { env: env() });

  it('a consumer ends in time while the store is unavailable, and its messages go to the next', async () => {
    const userId = 'away';
    await publishClicks(userId, 20);
    const args = ['consume', '--subscription', `${name}-in`, '--dead-letter-topic', `${name}-dead`];
    const child = await startChildProcess(CLI, args, {
      BIGTABLE_EMULATOR_HOST: `127.0.0.1:${await freePort()}`,
      PUBSUB_EMULATOR_HOST: emulator.endpoint,
    });
    let log = '';
    child.process.stdout!.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await until(() => log.includes('batch failed; its messages are redelivered'));
    expect(await child.kill('SIGINT')).toBe(0);
    expect(log).toMatch(/"accepted":0,[^]*"msg":"ended"/);
    const { written } = await consume();
    await until(() => written() >= 20);
    expect(await clicksOf(userId)).toBe(20);
  });

  it('a subscriber ends in time although its handler never finishes, and hands the messages back', async () => {
    const userId = 'stuck';
    await publishClicks(userId, 5);
    let taken = 0;
    const stuck = {
      handle: () => void taken++,
      close: () => undefined,
      drain: () => new Promise<void>(() => {}),
    };
    const limits = { ...DEFAULTS.pubsub, closeTimeoutMs: 200 };
    const subscription = `${name}-in`;
    const timeouts: number[] = [];
    const clock: Clock = {
      ...systemClock,
      schedule(delayMs, task, options) {
        timeouts.push(delayMs);
        return systemClock.schedule(delayMs, task, options);
      },
    };
    const environment = { pubsub, clock, random: systemRandom };
    const subscriber = await startSubscriber(stuck, { ...environment, subscription, limits });
    await until(() => taken === 5);
    timeouts.length = 0;
    await subscriber.close();
    // The rest of the time is for returning the messages: both together take no longer than the close timeout.
    expect(timeouts.filter((timeoutMs) => timeoutMs > 40)).toEqual([160]);
    expect(subscriber.held().messages).toBe(0);
    const { written } = await consume();
    await until(() => written() === 5);
  });

  it('traces have a span for each batch with its writes, delay and size', async () => {
    const collector = await startOtlpReceiver();
    closers.push(async () => collector.close());
    await publishClicks('traced', 3);
    const args = ['consume', '--subscription', `${name}-in`, '--dead-letter-topic', `${name}-dead`];
    let isWritten = false;
    const run = runCli([...args, '--json'], {
      env: { ...env(), OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint },
      interruptWhen: () => isWritten,
    });
    await until(async () => (await clicksOf('traced')) === 3);
    isWritten = true;
    const { ended, stdout, stderr } = await run;
    expect({ ended, ...(JSON.parse(stdout) as object) }).toMatchObject({ ended: 0, written: 3 });
    expect(stderr).toMatch(/"msg":"the emulator reports no backlog[^]*"written":3,[^]*"msg":"ended"/);
    const batch = collector.spans.find((span) => span.name === 'ingest events')!;
    const call = collector.spans.find(({ name: what }) => what.startsWith('bigtable Mutate'))!;
    expect([batch.parentSpanId, call.parentSpanId]).toEqual(['', batch.spanId]);
    expect([...collector.metrics]).toEqual(
      expect.arrayContaining([
        'tidemark.events',
        ...[
          'oldest_unacked',
          'event_lag',
          'outstanding_messages',
          'outstanding_bytes',
          'batch.duration',
          'delivery.duration',
        ].map((metric) => `tidemark.consumer.${metric}`),
      ]),
    );
  });

  it('a filter copies messages to a topic of its own', async () => {
    const [raw] = await pubsub.createTopic(`${name}-raw`);
    await raw.createSubscription(`${name}-raw-in`);
    const data = (i: number): Buffer => encodeEvent(click(nowMs - (i + 1) * 10_000, { userId: 'filtered' }));
    for (let i = 0; i < 9; i++) {
      const kind = ['ad', 'page', 'promotion'][i % 3]!;
      await raw.publishMessage({ data: data(i), attributes: { kind, trace: `${i}` } });
    }
    await raw.publishMessage({ data: Buffer.from('not even an event') });
    const filter = ['--filter', 'kind=ad', '--filter', 'kind=promotion', '--stop-when-idle', '5s', '--json'];
    const args = ['--subscription', `${name}-raw-in`, '--topic', name, ...filter];
    const { ended, stdout } = await runCommand(filterCommand(), args, { env: env() });
    expect(ended).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ forwarded: 6, filtered: 4, failed: 0, ending: 'idle' });
    const { written } = await consume();
    await until(() => written() === 6);
    expect(await clicksOf('filtered')).toBe(6);
  });

  it('dead letters that cannot be published stay for the next attempt', async () => {
    await pubsub
      .topic(`${name}-dead`)
      .publishMessage({ data: Buffer.from('x'), attributes: { reason: 'r' } });
    const client = await openSubscriberClient(pubsub);
    closers.push(() => client.close());
    const subscription = fullSubscriptionName(pubsub, `${name}-dead-in`);
    const queue = { client, subscription, pullTimeoutMs: 3_000 };
    const replay = (publish: () => Promise<unknown>) =>
      replayDeadLetters(queue, { beforeMs: Date.now() + 60_000, publish });
    await expect(replay(() => Promise.reject(new Error('no such topic')))).rejects.toThrow('no such topic');
    expect(await replay(() => Promise.resolve())).toEqual({ replayed: 1, truncated: 0 });
  });

  it('a replay publishes dead letters in their original form', async () => {
    const userId = 'replayed';
    const letter = { reason: 'unknown_action', field: 'action', detail: 'no action click', trace: 't' };
    const dead = pubsub.topic(`${name}-dead`);
    await dead.publishMessage({ data: encodeEvent(click(nowMs - 60_000, { userId })), attributes: letter });
    await dead.publishMessage({
      data: Buffer.from('cut'),
      attributes: { ...letter, truncatedFrom: '10000000' },
    });
    const queue = ['--subscription', `${name}-dead-in`];
    const refused = await tidemark('dead-letters', 'replay', ...queue, '--topic', name);
    expect(refused.stderr).toMatch(/--yes: is required/);
    const { stdout } = await tidemark('dead-letters', 'replay', ...queue, '--topic', name, '--yes', '--json');
    expect(JSON.parse(stdout)).toEqual({ replayed: 1, truncated: 1 });
    const { written } = await consume();
    await until(() => written() === 1);
    expect(await clicksOf(userId)).toBe(1);
    const listed = await tidemark('dead-letters', 'list', ...queue);
    expect(listed.stdout).toMatch(/unknown_action +action +3 +no action click\n$/);
  });

  it('a server lists dead letters without their bodies, and replays those that are whole', async () => {
    const letter = { reason: 'unknown_action', field: 'action', detail: 'no action click' };
    const dead = pubsub.topic(`${name}-dead`);
    await dead.publishMessage({ data: encodeEvent(click(nowMs - 60_000)), attributes: letter });
    await dead.publishMessage({
      data: Buffer.from('cut'),
      attributes: { ...letter, truncatedFrom: '10000000' },
    });
    const { app, port } = await startApp({
      BIGTABLE_EMULATOR_HOST: store.endpoint,
      PUBSUB_EMULATOR_HOST: emulator.endpoint,
      TIDEMARK_PUBSUB_DEAD_LETTER_SUBSCRIPTION: `${name}-dead-in`,
      TIDEMARK_PUBSUB_REPLAY_TOPIC: name,
    });
    closers.push(() => app.drain());
    const { json: listed } = await send(port, { path: '/v1/dead-letters' });
    const messages = listed['messages'] as readonly Record<string, unknown>[];
    expect(messages.map(({ reason, canBeReplayed }) => [reason, canBeReplayed])).toEqual([
      ['unknown_action', true],
      ['unknown_action', false],
    ]);
    expect(messages[1]).not.toHaveProperty('data');
    const { json: replayed } = await sendJson(port, '/v1/dead-letters:replay', {});
    expect(replayed).toEqual({ replayed: 1, truncated: 1 });
    const { written } = await consume();
    await until(() => written() === 1);
  });
});
