import type { Message, PubSub, Topic } from '@google-cloud/pubsub';
import { DEFAULTS } from '../../../src/config/defaults';
import type { ActionEvent } from '../../../src/core/events/event';
import { TidemarkError } from '../../../src/errors';
import { attributeFilter } from '../../../src/ingest/pubsub/attribute-filter';
import type { BatchReport } from '../../../src/ingest/pubsub/batch-report';
import { deadLetterPublisher } from '../../../src/ingest/dead-letters/dead-letter-topic';
import { EventConsumer, type EventConsumerDependencies } from '../../../src/ingest/pubsub/event-consumer';
import { openPubSub } from '../../../src/ingest/pubsub/pubsub-client';
import { startSubscriber, type EventSubscriber } from '../../../src/ingest/pubsub/subscriber';
import type { IngestEvents } from '../../../src/operations/events/ingest-events';
import { systemClock } from '../../../src/platform/time/clock';
import { systemRandom } from '../../../src/platform/random';
import { tidemark } from '../../gen/tidemark';
import { googleEventStore, type EventStore } from '../../support/event-store';
import { expectEveryCount } from '../../support/every-count';
import { adEvent, click, DAY_MS, encodeEvent, jsonOf } from '../../support/events';
import { googleBigtableSkipReason } from '../../support/google-bigtable';
import { googlePubSubSkipReason, startGooglePubSub, type GooglePubSub } from '../../support/google-pubsub';
import { allFailed } from '../../support/ingest-answers';
import { send } from '../../support/http-server';
import { freePort } from '../../support/free-port';
import { runCli } from '../../support/run-cli';
import { runCommandLine } from '../../support/run-command';
import { randomLog } from '../../support/random-log';
import { startTcpProxy } from '../../support/tcp-proxy';
import { until } from '../../support/until';

const skipReason = googlePubSubSkipReason() ?? googleBigtableSkipReason();
const describeWhen = skipReason === undefined ? describe : describe.skip;

describeWhen(`Events through Pub/Sub${skipReason === undefined ? '' : ` (skipped: ${skipReason})`}`, () => {
  let emulator: GooglePubSub;
  let store: EventStore;
  let pubsub: PubSub;
  let topic: Topic;
  let deadLetters: Message[];
  let reports: BatchReport[];
  const closers: (() => Promise<unknown>)[] = [];
  let runs = 0;

  beforeAll(async () => {
    [emulator, store] = await Promise.all([startGooglePubSub(), googleEventStore()]);
    pubsub = await openPubSub({ project: 'tidemark', emulatorHost: emulator.endpoint });
  });

  afterAll(async () => {
    await pubsub?.close();
    await store?.close();
    await emulator?.stop();
  });

  /** Each test has topics of its own, so nothing reaches another test. */
  beforeEach(async () => {
    const name = `clickstream-${++runs}`;
    [topic] = await pubsub.createTopic(name);
    await topic.createSubscription(`${name}-in`, { ackDeadlineSeconds: 10 });
    const [dead] = await pubsub.createTopic(`${name}-dead`);
    const [watched] = await dead.createSubscription(`${name}-dead-in`);
    deadLetters = [];
    reports = [];
    watched.on('message', (message: Message) => {
      deadLetters.push(message);
      message.ack();
    });
    closers.push(() => watched.close());
  });

  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
  });

  async function consume(overrides: Partial<EventConsumerDependencies> = {}): Promise<EventSubscriber> {
    const { name } = topic;
    const consumer = new EventConsumer({
      ingest: store.ingest,
      schema: store.schema,
      clock: systemClock,
      random: systemRandom,
      limits: { ...DEFAULTS.pubsub, ...DEFAULTS.events, batchEvents: 200, failureInitialDelayMs: 20 },
      deadLetter: deadLetterPublisher(pubsub.topic(`${name}-dead`)),
      observer: { onBatch: (report) => reports.push(report) },
      ...overrides,
    });
    const subscriber = await startSubscriber(consumer, {
      pubsub,
      clock: systemClock,
      random: systemRandom,
      subscription: `${name.split('/').at(-1)}-in`,
      limits: { ...DEFAULTS.pubsub, closeTimeoutMs: 10_000 },
    });
    closers.push(() => subscriber.close());
    return subscriber;
  }

  const publish = (event: ActionEvent, attributes: Record<string, string> = {}): Promise<string> =>
    topic.publishMessage({ data: encodeEvent(event), attributes });
  const settled = (): number =>
    reports.reduce((sum, { accepted, duplicates, rejected }) => sum + accepted + duplicates + rejected, 0);
  const clicksOf = async (userId: string): Promise<unknown> => {
    const nowMs = Date.now();
    const window = { name: 'all', from: nowMs - 300 * DAY_MS, to: nowMs + 60_000 };
    return (await store.countActions({ userId, actions: ['click'], windows: [window] })).counts.all!.total;
  };

  it('every count is exact for a log with duplicates, late and shuffled events', async () => {
    const asOfMs = Date.now();
    const log = randomLog({ seed: 7, endMs: asOfMs, users: 3, events: 700, days: 33 });
    await Promise.all(log.map((event, i) => (i % 3 === 0 ? publishJson(event) : publish(event))));
    await consume();
    await until(() => settled() >= log.length);
    await expectEveryCount({ ...store, asOfMs }, log);
    expect(deadLetters).toEqual([]);
  });

  async function publishJson(event: ActionEvent): Promise<string> {
    return topic.publishMessage({ json: jsonOf(event), attributes: { 'content-type': 'application/json' } });
  }

  it('invalid messages are dead-lettered with their reason, without delaying others', async () => {
    const nowMs = Date.now();
    const userId = `bad-${runs}`;
    await consume();
    await publish(click(nowMs - 1_000, { userId }), { trace: 'kept' });
    await publish(click(nowMs - 401 * DAY_MS, { userId }), { trace: 'old' });
    await publish(click(nowMs + DAY_MS, { userId }));
    await publish(adEvent({ userId, action: 'hover', eventTimeMs: nowMs, adId: '1' }));
    await topic.publishMessage({ data: Buffer.from('\u0001nonsense'), attributes: { trace: 'junk' } });
    await topic.publishMessage({
      data: Buffer.from('{'),
      attributes: { 'content-type': 'application/json' },
    });
    await topic.publishMessage({ data: Buffer.from('x'), attributes: { 'content-type': 'text/plain' } });
    await until(() => deadLetters.length === 6);
    const reasons = deadLetters.map(({ attributes }) =>
      [attributes['reason'], attributes['field']].join(' '),
    );
    expect(reasons.sort()).toEqual([
      'event_in_future eventTime',
      'event_too_old eventTime',
      'malformed_body body',
      'malformed_body body',
      'unknown_action action',
      'unsupported_media_type content-type',
    ]);
    const old = deadLetters.find(({ attributes }) => attributes['trace'] === 'old')!;
    expect(old.data).toEqual(encodeEvent(click(nowMs - 401 * DAY_MS, { userId })));
    expect(old.attributes['detail']).toMatch(/400-day retention/);
    expect(await clicksOf(userId)).toBe(1);
  });

  it('the good events of a batch are written, and the message is dead-lettered for the bad ones', async () => {
    const nowMs = Date.now();
    const userId = `batch-${runs}`;
    const ad = { adId: 'a1', campaignId: 'c1' };
    const events = [
      { userId, action: 'click', eventTimeMs: nowMs - 30_000, ...ad },
      { userId, action: 'click', eventTimeMs: nowMs },
    ];
    const data = Buffer.from(tidemark.v1.AdActionBatch.encode({ events }).finish());
    const attributes = { 'content-type': 'application/x-protobuf; messageType=tidemark.v1.AdActionBatch' };
    await consume();
    await topic.publishMessage({ data, attributes });
    await until(() => deadLetters.length === 1);
    expect(deadLetters[0]!.attributes).toMatchObject({ reason: 'invalid_argument', field: 'events[1].adId' });
    expect(await clicksOf(userId)).toBe(1);
  });

  it('messages that the filter does not accept are acknowledged without being decoded', async () => {
    const nowMs = Date.now();
    const userId = `filter-${runs}`;
    let filtered = 0;
    const observer = { onBatch: (report: BatchReport) => reports.push(report), onFiltered: () => filtered++ };
    await consume({ accepts: attributeFilter(new Map([['kind', new Set(['ad'])]])), observer });
    await publish(click(nowMs - 60_000, { userId }), { kind: 'ad' });
    await publish(click(nowMs - 30_000, { userId }), { kind: 'page' });
    await publish(click(nowMs - 30_000, { userId }));
    await until(() => filtered === 2 && settled() === 1);
    expect(await clicksOf(userId)).toBe(1);
  });

  it('nothing is acknowledged before it is durable: an outage only delays', async () => {
    const nowMs = Date.now();
    const userId = `outage-${runs}`;
    let isDown = true;
    const error = new TidemarkError('store_unavailable', 'down');
    const ingest: IngestEvents = async (inputs, options) =>
      isDown ? allFailed(inputs, error) : store.ingest(inputs, options);
    await consume({ ingest });
    await Promise.all([1, 2, 3].map((i) => publish(click(nowMs - i * 60_000, { userId }))));
    await until(() => reports.some(({ failed }) => failed > 0));
    expect(await clicksOf(userId)).toBe(0);
    isDown = false;
    await until(() => settled() >= 3);
    expect(await clicksOf(userId)).toBe(3);
    expect(deadLetters).toEqual([]);
  });

  it('an invalid message is retained while the dead-letter topic cannot accept it', async () => {
    const nowMs = Date.now();
    let refusals = 2;
    const publishDead = deadLetterPublisher(pubsub.topic(`${topic.name.split('/').at(-1)}-dead`));
    const faults: unknown[] = [];
    await consume({
      deadLetter: (letter) => (refusals-- > 0 ? Promise.reject(new Error('no')) : publishDead(letter)),
      observer: { onFault: (fault) => faults.push(fault) },
    });
    await publish(click(nowMs + DAY_MS));
    await until(() => deadLetters.length === 1);
    expect(faults).toHaveLength(2);
  });

  it('closing finishes the messages held and leaves the rest to the next consumer', async () => {
    const nowMs = Date.now();
    const userId = `close-${runs}`;
    const count = 600;
    await Promise.all(
      Array.from({ length: count }, (_, i) => publish(click(nowMs - (i + 1) * 10_000, { userId }))),
    );
    const slow: IngestEvents = async (inputs, options) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return store.ingest(inputs, options);
    };
    const first = await consume({ ingest: slow });
    await until(() => reports.length >= 1);
    await first.close();
    const before = await clicksOf(userId);
    expect(before).toBe(settled());
    await consume();
    await until(async () => (await clicksOf(userId)) === count);
  });

  const env = (): NodeJS.ProcessEnv => ({
    BIGTABLE_EMULATOR_HOST: store.endpoint,
    PUBSUB_EMULATOR_HOST: emulator.endpoint,
  });

  it('`tidemark consume` consumes until it is stopped, and reports whether it is ready', async () => {
    let isCut = false;
    const proxy = await startTcpProxy(Number(emulator.endpoint.split(':')[1]), (socket) => {
      if (isCut) socket.destroy();
      return isCut;
    });
    closers.push(() => proxy.close());
    const port = await freePort();
    const readiness = async (): Promise<unknown> => {
      const answer = await send(port, { path: '/readyz' }).catch(() => undefined);
      return answer?.json['code'] ?? answer?.json['status'];
    };
    const nowMs = Date.now();
    const userId = `cli-${runs}`;
    let isCounted = false;
    const args = ['--subscription', 'cli-in', '--dead-letter-topic', 'cli-dead', '--create', topic.name];
    const throughProxy = { PUBSUB_EMULATOR_HOST: proxy.endpoint, TIDEMARK_ADMIN_PORT: String(port) };
    const run = runCli(['consume', ...args], {
      env: { ...env(), ...throughProxy },
      interruptWhen: () => isCounted,
    });
    await until(async () => (await readiness()) === 'ready');
    isCut = true;
    proxy.cut();
    await until(async () => (await readiness()) === 'not_ready');
    isCut = false;
    await until(async () => (await readiness()) === 'ready');
    const subscribed = pubsub.subscription('cli-in');
    await until(async () => (await subscribed.exists())[0]);
    await Promise.all([1, 2].map((i) => publish(click(nowMs - i * 60_000, { userId }))));
    await until(async () => (await clicksOf(userId)) === 2);
    isCounted = true;
    const { ended, stdout } = await run;
    expect(ended).toBe(0);
    expect(stdout).toMatch(/"msg":"consuming"[^]*"msg":"draining"/);
  });

  it.each([
    [
      'a subscription that is not there',
      ['--subscription', 'nowhere', '--dead-letter-topic', 'x'],
      /nowhere/,
    ],
    ['no dead-letter topic', ['--subscription', 'nowhere'], /dead-letter-topic/],
    [
      'a topic that has no proper name',
      ['--subscription', 'in', '--dead-letter-topic', '1', '--create', '2'],
      /name/,
    ],
  ])('`tidemark consume` rejects invalid arguments: %s', async (_what, args, reason) => {
    const quiet = { ...env(), TIDEMARK_LOG_LEVEL: 'error' };
    const { ended, stderr } = await runCommandLine(['consume', ...args], { env: quiet });
    expect(ended).toBe(1);
    expect(stderr).toMatch(reason);
    expect(stderr).toMatch(/\[invalid_argument\]\n$/);
  });
});
