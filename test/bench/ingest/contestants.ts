import { createDataClient } from '../../../src/bigtable/client/data-client';
import { createTransport } from '../../../src/bigtable/transport/create-transport';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { DEFAULTS } from '../../../src/config/defaults';
import { EventConsumer } from '../../../src/ingest/pubsub/event-consumer';
import { openPubSub } from '../../../src/ingest/pubsub/pubsub-client';
import { startSubscriber } from '../../../src/ingest/pubsub/subscriber';
import { createIngestion } from '../../../src/operations/events/create-ingestion';
import { systemClock } from '../../../src/platform/time/clock';
import { systemRandom } from '../../../src/platform/random';
import { openTestStore } from '../../support/open-test-store';
import { BATCH_EVENTS, chunked, eventsOf, PROJECT, rowsOf, TABLE, type EventSet } from './data';

export interface Endpoints {
  readonly bigtable: string;
  readonly pubsub: string;
}

/** Task to be measured. */
export interface Task {
  /** Holds exactly the set's events. */
  readonly subscription: string;
  readonly set: EventSet;
  readonly messages: number;
}

/** Prepares a task; what it returns is timed, and resolves when all is acknowledged or durable. */
export type Contestant = (task: Task) => Promise<() => Promise<void>>;

/** Number of streams of both pulling contestants: the emulator sends about 2,000 messages per second on each. */
const STREAMS = 20;

export const CONTESTANTS: Readonly<Record<string, (endpoints: Endpoints) => Promise<Contestant>>> = {
  tidemark,
  pull,
  mutate,
};

/** The consumer as \`tidemark consume\` runs it. */
async function tidemark({ bigtable, pubsub: emulatorHost }: Endpoints): Promise<Contestant> {
  const pubsub = await openPubSub({ project: PROJECT, emulatorHost });
  const schema = loadSchema();
  const store = openTestStore({ BIGTABLE_EMULATOR_HOST: bigtable });
  const clock = systemClock;
  const { ingestEvents: ingest } = createIngestion({ store, schema, config: DEFAULTS });
  return async ({ subscription, set }) =>
    async () => {
      let done = 0;
      let finish = (_error?: Error): void => undefined;
      const finished = new Promise<void>((resolve, reject) => {
        finish = (error) => (error === undefined ? resolve() : reject(error));
      });
      const consumer = new EventConsumer({
        ingest,
        clock,
        random: systemRandom,
        schema,
        limits: { ...DEFAULTS.pubsub, ...DEFAULTS.events },
        deadLetter: async ({ error }) => finish(error),
        observer: {
          onBatch({ accepted, duplicates }) {
            done += accepted + duplicates;
            if (done >= set.count) finish();
          },
          onFault: (error) => finish(error as Error),
        },
      });
      const limits = { ...DEFAULTS.pubsub, streams: STREAMS };
      const subscriber = await startSubscriber(consumer, {
        pubsub,
        subscription,
        clock,
        random: systemRandom,
        limits,
      });
      await finished;
      await subscriber.close();
    };
}

/** The official client, which acknowledges each message unread. */
async function pull({ pubsub: emulatorHost }: Endpoints): Promise<Contestant> {
  const pubsub = await openPubSub({ project: PROJECT, emulatorHost });
  return async ({ subscription, messages }) =>
    async () => {
      // A message may be delivered again.
      const done = new Set<string>();
      const pulled = pubsub.subscription(subscription, {
        flowControl: { maxMessages: DEFAULTS.pubsub.messagesInFlightMax },
        streamingOptions: { maxStreams: STREAMS },
      });
      await new Promise<void>((resolve, reject) => {
        pulled.on('error', reject);
        pulled.on('message', (message) => {
          message.ack();
          if (done.add(message.id).size === messages) resolve();
        });
      });
      await pulled.close();
    };
}

/** Our client of Bigtable with requests made up beforehand: the same rows and cells in batches of the same size. */
async function mutate({ bigtable }: Endpoints): Promise<Contestant> {
  const transport = createTransport({ endpoint: bigtable, plaintext: true });
  const client = createDataClient({ transport, project: PROJECT, instance: PROJECT });
  return async ({ set }) => {
    const batches = chunked(eventsOf(set), BATCH_EVENTS).map(rowsOf);
    return async () => {
      const write = async (): Promise<void> => {
        for (let rows = batches.shift(); rows !== undefined; rows = batches.shift()) {
          const results = await client.mutateRows(TABLE, rows);
          const failure = results.find((result) => result !== undefined);
          if (failure !== undefined) throw failure;
        }
      };
      await Promise.all(Array.from({ length: DEFAULTS.pubsub.batchesInFlight }, write));
    };
  };
}
