/** A process of each role, with traffic on it, and a page of metrics of each: for what asks for those metrics. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { compactionMetrics } from '../../src/cli/compact/metrics';
import { observeConsumer, registerConsumerGauges } from '../../src/ingest/pubsub/consumer-telemetry';
import { emptyConsumerTally } from '../../src/ingest/pubsub/consumer-tally';
import { emptyCompactionTally } from '../../src/operations/compaction/compaction-tally';
import { systemClock } from '../../src/platform/time/clock';
import { createMetrics, type Metrics } from '../../src/platform/telemetry/metrics';
import { campaignBody, campaignId } from './campaigns';
import {
  startConsistencyWorld,
  THREE_REGIONS,
  type ConsistencyWorld,
  type RegionApp,
} from './consistency-world';
import { closed, harness, type ConsumerHarness } from './consumer-harness';
import { CAMPAIGN_ACTION, click, jsonOf } from './events';
import type { Answer } from './http-server';
import { memoryLogger } from './memory-logger';
import type { Scraped } from './prometheus';
import { today } from './today';

const TODAY = today();

export interface ObservedFleet {
  readonly world: ConsistencyWorld;
  readonly api: RegionApp;
  readonly services: readonly Scraped[];
  /** Something of everything that callers and producers do. */
  traffic(): Promise<void>;
  close(): Promise<void>;
}

/** With single-row transactions, which caps and pacing need. */
const TOPOLOGY = {
  ...THREE_REGIONS,
  instances: {
    tidemark: {
      ...THREE_REGIONS.instances.tidemark,
      appProfiles: {
        ...THREE_REGIONS.instances.tidemark.appProfiles,
        ...Object.fromEntries(
          ['eu', 'us', 'asia'].map((region) => [region, { cluster: `${region}-a`, transactions: true }]),
        ),
      },
    },
  },
};

/** The API of two regions, of which one paces campaigns; a consumer and a compactor that only export metrics. */
export async function startObservedFleet(): Promise<ObservedFleet> {
  const world = await startConsistencyWorld(TOPOLOGY);
  const [eu, us] = await Promise.all([world.app('eu', { TIDEMARK_PACING: 'on' }), world.app('us')]);
  const consumer = await startConsumer();
  const compactor = await startCompactor();
  return {
    world,
    api: eu,
    services: [
      { role: 'api', port: eu.port },
      { role: 'api', port: us.port },
      { role: 'consumer', port: consumer.port },
      { role: 'compactor', port: compactor.port },
    ],
    async traffic() {
      await askAll(eu, us);
      consumer.take();
      compactor.pack();
    },
    async close() {
      await Promise.all([consumer.close(), compactor.close()]);
      await world.close();
    },
  };
}

let turn = 0;

/** A write in one region that is read in the other; counts, caps, campaigns and events; and a mistake. */
async function askAll(eu: RegionApp, us: RegionApp): Promise<void> {
  turn += 1;
  const object = `/v1/corpora/users/objects/user-${turn}/profile/main`;
  const { headers } = await send(eu, 'PUT', object, { locale: 'id' });
  const token = { 'tidemark-consistency': 'strict', 'tidemark-token': String(headers['tidemark-token']) };
  await us.send({ path: object, headers: token });
  await eu.send({ path: object });
  const flights = [{ firstDay: TODAY, lastDay: TODAY, unitsPerDay: 1_000 }];
  await send(eu, 'PUT', `/v1/campaigns/${campaignId(1)}`, campaignBody({ flights }));
  await send(eu, 'POST', '/v1/events', { events: [jsonOf(click(Date.now() - 1_000))] });
  await send(eu, 'POST', '/v1/events', { dataType: CAMPAIGN_ACTION.family, events: [viewOf(campaignId(1))] });
  const query = { userId: 'u1', actions: ['click'], windows: ['1d'] };
  await send(eu, 'POST', '/v1/counts:query', query);
  await send(eu, 'POST', '/v1/counts:query', { ...query, actions: ['nod'] });
  const rules = [{ name: 'daily', level: 'ad', actions: ['impression'], window: '1d', maximum: 1_000 }];
  const candidates = [{ id: 'first', adId: 'a1', campaignId: 'c1', insertionId: `i${turn}` }];
  const reserve = { action: 'impression', ttlSeconds: 60 };
  await send(eu, 'POST', '/v1/caps:check', { userId: 'u1', candidates, rules, reserve });
  await eu.send({ path: '/v1/campaigns/active' });
}

function viewOf(campaign: string): Record<string, unknown> {
  const { user, action, time, dimensions } = CAMPAIGN_ACTION.events;
  const ids = dimensions.map(({ name }) => [name, campaign] as const);
  return {
    ...Object.fromEntries(ids),
    [user.name]: campaignId(turn),
    [action.name]: 'view',
    [time.name]: Date.now() - 1_000,
  };
}

function send(app: RegionApp, method: string, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  return app.send({ method, path, headers, body: JSON.stringify(body) });
}

interface MetricsEndpoint {
  readonly port: number;
  close(): Promise<void>;
}

/** A page of metrics, as a process's admin listener has it. */
async function serveMetrics(metrics: Metrics): Promise<MetricsEndpoint> {
  const server: Server = createServer((_req, res) => {
    void metrics.prometheus().then((page) => res.end(page));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await metrics.shutdown();
    },
  };
}

const newMetrics = (): Promise<Metrics> =>
  createMetrics({ resource: {}, target: undefined, intervalMs: 60_000 });

/** One that takes its messages from `take`, in place of a subscription: a good one and a bad one each time. */
async function startConsumer(): Promise<MetricsEndpoint & { take(): void }> {
  const metrics = await newMetrics();
  const { logger } = memoryLogger();
  const observer = observeConsumer(emptyConsumerTally(), { logger, metrics });
  const consumer: ConsumerHarness = harness(undefined, { dependencies: { observer } });
  const held = (): { messages: number; bytes: number } => ({ messages: 0, bytes: 0 });
  registerConsumerGauges(metrics, {
    consumer: consumer.consumer,
    subscriber: {
      held,
      close: async () => undefined,
      failure: new Promise(() => undefined),
      isConnected: () => true,
      arrivals() {
        throw new Error('not used');
      },
    },
  });
  const endpoint = await serveMetrics(metrics);
  return {
    ...endpoint,
    take() {
      consumer.take('good');
      consumer.take('bad', Buffer.from('no event at all'));
    },
    async close() {
      await closed(consumer);
      await endpoint.close();
    },
  };
}

async function startCompactor(): Promise<MetricsEndpoint & { pack(): void }> {
  const metrics = await newMetrics();
  const observer = compactionMetrics(metrics, systemClock);
  const row = {
    ...emptyCompactionTally(),
    rows: 1,
    rowsPacked: 1,
    cellsRemoved: 9,
    bytesRemoved: 900,
    blocksWritten: 1,
  };
  return {
    ...(await serveMetrics(metrics)),
    pack: () => observer.onRow({ ...row, bytesWritten: 90, eventsPacked: 9 }),
  };
}
