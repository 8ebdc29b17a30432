import { join } from 'node:path';
import type { PubSub, Topic } from '@google-cloud/pubsub';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { eventFromNamed, type ActionEvent } from '../../../src/core/events/event';
import { openPubSub } from '../../../src/ingest/pubsub/pubsub-client';
import { seededRandom } from '../../../src/platform/random';
import { campaignId, registerCampaigns } from '../../support/campaigns';
import { startChildProcess, type StartedChildProcess } from '../../support/child-process';
import { embeddedEventStore, googleEventStore, type EventStore } from '../../support/event-store';
import { CAMPAIGN_ACTION } from '../../support/events';
import { googleBigtableSkipReason } from '../../support/google-bigtable';
import { googlePubSubSkipReason, startGooglePubSub, type GooglePubSub } from '../../support/google-pubsub';
import { daysOf, expectedCounts, storedCounts } from '../../support/stored-sketches';
import { until } from '../../support/until';

const SEED = 61;
const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const CLI = join(__dirname, '../../../src/cli/tidemark.ts');
const CAMPAIGNS = [1, 2, 3].map(campaignId);
const UNKNOWN = campaignId(4);

const EVENTS = 500;
const EVENTS_AT_ONCE = 60;
/** Longest pause between two reads of all counts, in milliseconds. */
const COUNTS_PAUSE_MS = 500;
/** Share of messages redelivered without a crash. */
const REPEATED = 0.3;

const STORES = [
  {
    name: 'the embedded Bigtable',
    start: () => embeddedEventStore(),
    kills: 2,
    skip: googlePubSubSkipReason(),
  },
  {
    name: "Google's emulator",
    start: googleEventStore,
    kills: 1,
    skip: googlePubSubSkipReason() ?? googleBigtableSkipReason(),
  },
];

/** Serves the tests of both stores, each with topics and subscriptions of its own. */
let emulator: GooglePubSub | undefined;
afterAll(() => emulator?.stop());

for (const { name, start, kills, skip } of STORES) {
  const title = `counts over all users on ${name}${skip === undefined ? '' : ` (skipped: ${skip})`}`;
  (skip === undefined ? describe : describe.skip)(title, () => {
    const names = {
      topic: `views-${kills}`,
      subscription: `views-in-${kills}`,
      deadLetters: `dead-${kills}`,
    };
    const random = seededRandom(SEED);
    const log = events();
    let store: EventStore;
    let pubsub: PubSub;
    let topic: Topic;
    const children: StartedChildProcess[] = [];

    beforeAll(async () => {
      [emulator, store] = await Promise.all([emulator ?? startGooglePubSub(), start()]);
      await registerCampaigns(store.store.writer, CAMPAIGNS);
      pubsub = await openPubSub({ project: 'tidemark', emulatorHost: emulator.endpoint });
      [topic] = await pubsub.createTopic(names.topic);
      await topic.createSubscription(names.subscription, { ackDeadlineSeconds: 10 });
      await pubsub.createTopic(names.deadLetters);
    });

    afterAll(async () => {
      await Promise.all(children.map((child) => child.kill('SIGKILL')));
      await pubsub?.close();
      await store?.close();
    });

    it(`counts over all users are exact when consumers are killed at any time and everything is delivered twice (seed ${SEED})`, async () => {
      const { reasons, close } = await deadLetters();
      const victims = await Promise.all(Array.from({ length: kills }, startConsumer));
      const killAfter = victims.map(() => Math.floor((0.2 + 0.8 * random()) * log.length));
      for (let at = 0; at < log.length; at += EVENTS_AT_ONCE) {
        await publish(log.slice(at, at + EVENTS_AT_ONCE));
        // Each has unacknowledged messages by now: flushes take longer than publishing.
        const dying = victims.filter((_, i) => killAfter[i]! >= at && killAfter[i]! < at + EVENTS_AT_ONCE);
        for (const victim of dying) expect(await victim.kill('SIGKILL')).toBe('SIGKILL');
      }
      // The messages held are redelivered only when their lease expires, so all are published again, to this
      // consumer.
      await startConsumer();
      await publish([...log, event(UNKNOWN, 1)]);
      const expected = expectedCounts(log);
      await until(async () => sum(await counts(log)) >= sum(expected), undefined, COUNTS_PAUSE_MS);
      expect(await counts(log)).toEqual(expected);
      await until(() => reasons.length > 0);
      expect(new Set(reasons)).toEqual(new Set(['unknown_campaign']));
      await close();
    });

    async function deadLetters() {
      const [subscription] = await pubsub.topic(names.deadLetters).createSubscription(names.deadLetters);
      const reasons: (string | undefined)[] = [];
      subscription.on('message', (message) => {
        reasons.push(message.attributes['reason']);
        message.ack();
      });
      return { reasons, close: () => subscription.close() };
    }

    const counts = (delivered: readonly ActionEvent[]): Promise<Record<string, number>> =>
      storedCounts(store.store.reader, [...CAMPAIGNS, UNKNOWN], daysOf(delivered));

    async function startConsumer(): Promise<StartedChildProcess> {
      const child = await startChildProcess(
        CLI,
        ['consume', '--subscription', names.subscription, '--dead-letter-topic', names.deadLetters],
        {
          BIGTABLE_EMULATOR_HOST: store.endpoint,
          PUBSUB_EMULATOR_HOST: emulator!.endpoint,
          TIDEMARK_LOG_LEVEL: 'debug',
        },
      );
      children.push(child);
      let log = '';
      child.process.stdout!.on('data', (chunk: Buffer) => (log += chunk.toString()));
      await until(() => log.includes('"msg":"consuming"'));
      return child;
    }

    function publish(published: readonly ActionEvent[]): Promise<string[]> {
      const codec = loadSchema().eventCodec(CAMPAIGN_ACTION);
      const attributes = { 'data-type': 'campaign_action' };
      return Promise.all(
        published.map((each) => topic.publishMessage({ data: codec.toProtobuf(each), attributes })),
      );
    }

    /** Returns them in random order, some twice. */
    function events(): ActionEvent[] {
      const all = Array.from({ length: EVENTS }, () => event(CAMPAIGNS[Math.floor(random() * 3)]!, random()));
      const repeated = all.filter(() => random() < REPEATED);
      return [...all, ...repeated]
        .map((each) => ({ each, place: random() }))
        .sort((a, b) => a.place - b.place)
        .map(({ each }) => each);
    }
  });
}

/** An event of one of several users within the last four hours. */
function event(campaign: string, at: number): ActionEvent {
  const users = `00000000-0000-4000-8000-${String(Math.floor(at * 40)).padStart(12, '0')}`;
  const ids = { campaignId: campaign };
  const eventTimeMs = NOW - Math.floor(at * 4 * 3_600_000);
  const action = Math.floor(at * 1_000) % 5 === 0 ? 'click' : 'view';
  return eventFromNamed(CAMPAIGN_ACTION.events, { userId: users, action, eventTimeMs, ids });
}

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
