import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Message, PubSub, Subscription } from '@google-cloud/pubsub';
import { decodePacingSnapshot } from '../../../src/codec/messages/pacing-messages';
import { tidemark } from '../../gen/tidemark';
import { openPubSub } from '../../../src/ingest/pubsub/pubsub-client';
import { startChildProcess, type StartedChildProcess } from '../../support/child-process';
import { embeddedEventStore, googleEventStore, type EventStore } from '../../support/event-store';
import { googleBigtableSkipReason } from '../../support/google-bigtable';
import { googlePubSubSkipReason, startGooglePubSub, type GooglePubSub } from '../../support/google-pubsub';
import { startApp, type RunningApp } from '../../support/running-app';
import { startTcpProxy } from '../../support/tcp-proxy';
import { today } from '../../support/today';
import { until } from '../../support/until';

const CLI = join(__dirname, '../../../src/cli/tidemark.ts');
const TODAY = today();

interface Line {
  readonly msg: string;
  readonly epoch?: number;
  readonly time: string;
}

/** Serves the tests of both stores, each with a topic of its own. */
let emulator: GooglePubSub | undefined;
afterAll(() => emulator?.stop());

describe.each([
  {
    name: 'the embedded Bigtable',
    topicName: 'campaign-states',
    start: () => embeddedEventStore(),
    skip: googlePubSubSkipReason(),
  },
  {
    name: "Google's emulator",
    topicName: 'campaign-states-of-google',
    start: googleEventStore,
    skip: googlePubSubSkipReason() ?? googleBigtableSkipReason(),
  },
])('Pacing from end to end, on $name', ({ topicName, start, skip }) => {
  const when = skip === undefined ? it : it.skip;
  let store: EventStore;
  let pubsub: PubSub;
  let subscription: Subscription;
  let api: RunningApp;
  let messages: Message[];
  const children: StartedChildProcess[] = [];
  /** Leader that a test has left to the next one. */
  let successor: Controller | undefined;

  beforeAll(async () => {
    if (skip !== undefined) return;
    [emulator, store] = await Promise.all([emulator ?? startGooglePubSub(), start()]);
    pubsub = await openPubSub({ project: 'tidemark', emulatorHost: emulator.endpoint });
    const [topic] = await pubsub.createTopic(topicName);
    [subscription] = await topic.createSubscription(`${topicName}-in`);
    messages = [];
    subscription.on('message', (message: Message) => {
      messages.push(message);
      message.ack();
    });
    api = await startApp({ ...env(), TIDEMARK_LOG_LEVEL: 'error' });
  });
  afterEach(async () => {
    const ending = children.filter((child) => child !== successor?.child);
    await Promise.all(ending.map((child) => child.kill('SIGKILL')));
  });
  afterAll(async () => {
    await successor?.child.kill('SIGKILL');
    await api?.app.drain();
    await subscription?.close();
    await pubsub?.close();
    await store?.close();
  });

  const env = (): NodeJS.ProcessEnv => ({
    BIGTABLE_EMULATOR_HOST: store.endpoint,
    PUBSUB_EMULATOR_HOST: emulator!.endpoint,
    TIDEMARK_PACING_INTERVAL_MS: '200',
    TIDEMARK_PACING_LEASE_MS: '1500',
    TIDEMARK_CAMPAIGNS_REFRESH_INTERVAL_MS: '500',
  });

  interface Controller {
    readonly child: StartedChildProcess;
    /** Terms that it has begun and ended, from its log. */
    readonly lines: () => readonly Line[];
    readonly isLeader: () => boolean;
  }
  const BECAME_LEADER = 'this controller became the leader';

  /** Resolves when it is the leader; it publishes nothing before. */
  async function startController(pubsubEndpoint = emulator!.endpoint): Promise<Controller> {
    const child = await startChildProcess(CLI, ['pace', '--topic', topicName], {
      ...env(),
      TIDEMARK_LOG_LEVEL: 'info',
      PUBSUB_EMULATOR_HOST: pubsubEndpoint,
    });
    children.push(child);
    const lines = (): Line[] =>
      child.lines.map((line) => JSON.parse(line) as Line).filter(({ epoch }) => epoch !== undefined);
    const isLeader = (): boolean => lines().at(-1)?.msg === BECAME_LEADER;
    await until(isLeader);
    return { child, lines, isLeader };
  }

  const request = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${api.port}${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', ...init.headers },
    });
  const register = async (id: string, unitsPerDay: number): Promise<void> => {
    const flights = [{ firstDay: TODAY, lastDay: TODAY, unitsPerDay }];
    const body = JSON.stringify({ action: 'view', policy: 'threshold', thresholdShare: 1, flights });
    expect((await request(`/v1/campaigns/${id}`, { method: 'PUT', body })).status).toBe(200);
  };
  const view = async (campaignId: string): Promise<void> => {
    const event = { userId: randomUUID(), eventType: 'view', eventTime: Date.now(), campaignId };
    const body = JSON.stringify({ dataType: 'campaign_action', ...event });
    // Sent once more in case the first was too late on a busy machine, as producers do: it counts once.
    await until(async () => {
      const sent = await request('/v1/events', { method: 'POST', body });
      const { written, duplicatesInRequest } = (await sent.json()) as Record<string, number>;
      return written === 1 || duplicatesInRequest === 1;
    });
  };
  const states = async () => {
    const response = await request('/v1/campaigns/active', { headers: { accept: 'application/x-protobuf' } });
    return decodePacingSnapshot(Buffer.from(await response.arrayBuffer()));
  };
  const stateOf = async (id: string) => (await states()).states.find(({ campaignId }) => campaignId === id);
  const published = (id: string): tidemark.v1.PacingState[] =>
    messages
      .map(({ data }) => tidemark.v1.PacingState.decode(data))
      .filter(({ campaignId }) => campaignId === id);

  when('a delivered campaign is stopped on the topic, as an object and in the API', async () => {
    const id = randomUUID();
    await register(id, 25);
    const { child } = await startController();
    await until(async () => (await stateOf(id)) !== undefined);
    expect((await stateOf(id))?.state).not.toBe('stopped');
    await Promise.all(Array.from({ length: 25 }, () => view(id)));
    await until(async () => (await stateOf(id))?.reason === 'units_delivered');
    expect(await stateOf(id)).toMatchObject({ state: 'stopped', passShare: 0, count: 25 });
    await until(() => published(id).at(-1)?.reason === 'units_delivered');
    // A controller too slow to renew its lease publishes all states again.
    await until(async () => {
      const { epoch, sequence } = (await stateOf(id))!;
      return messages.some(
        ({ attributes: { campaignId, ...of } }) =>
          campaignId === id && of['epoch'] === `${epoch}` && of['sequence'] === `${sequence}`,
      );
    });
    const object = `/v1/corpora/campaigns/objects/${id}/pacing_state/current`;
    await until(async () => (await (await request(object)).text()).includes('units_delivered'));
    // A clean end, which resigns at once.
    expect(await child.kill('SIGTERM')).toBe(0);
  });

  when(
    'no change is lost when the controller is killed between publishing the snapshot and flushing it',
    async () => {
      const id = randomUUID();
      const proxy = await startTcpProxy(Number(emulator!.endpoint.split(':')[1]));
      const dying = await startController(proxy.endpoint);
      proxy.freeze();
      await register(id, 1_000);
      await until(async () => (await stateOf(id)) !== undefined);
      // Decisions continue meanwhile.
      await register(id, 2_000);
      await until(async () => (await stateOf(id))?.unitsPurchased === 2_000);
      expect(await dying.child.kill('SIGKILL')).toBe('SIGKILL');
      await proxy.close();
      expect(published(id)).toEqual([]);
      // Its successor knows of the change only from the snapshot.
      expect((await request(`/v1/campaigns/${id}`, { method: 'DELETE' })).status).toBe(204);
      successor = await startController();
      await until(() => published(id).at(-1)?.reason === 'no_flight');
    },
  );

  when('two controllers are never leaders at once while one is paused and another is killed', async () => {
    await register(randomUUID(), 1_000_000);
    const a = successor ?? (await startController());
    successor = undefined;
    const started = children.length;
    const starting = startController();
    await until(() => children.length > started);
    a.child.process.kill('SIGSTOP');
    const b = await starting;
    const { epoch } = b.lines().at(-1)!;
    a.child.process.kill('SIGCONT');
    await until(() => !a.isLeader());
    await until(async () => (await states()).epoch === epoch);
    // A publication by another process than the leader would show in the row.
    const { sequence } = await states();
    await register(randomUUID(), 1_000_000);
    const seen = new Set<number>();
    await until(async () => {
      const now = await states();
      seen.add(now.epoch);
      return now.sequence > sequence;
    });
    expect([...seen]).toEqual([epoch]);
    expect(b.isLeader()).toBe(true);
    expect(await b.child.kill('SIGKILL')).toBe('SIGKILL');
    await until(a.isLeader);
    await until(async () => (await states()).epoch === epoch! + 1);
    const terms = [...a.lines(), ...b.lines()].filter(({ msg }) => msg === BECAME_LEADER);
    expect(terms.map((term) => term.epoch).sort((x, y) => x! - y!)).toEqual([epoch! - 1, epoch, epoch! + 1]);
  });
});
