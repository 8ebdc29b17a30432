/** Erases users of a table, in a process of its own. */
import '../../../src/platform/process/v8-flags';
import { openErasure, openErasureWorker } from '../../../src/cli/erase/open-erasure';
import { decodeEventsJson } from '../../../src/codec/events/event-inputs';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { createIngestion } from '../../../src/operations/events/create-ingestion';
import { runBounded } from '../../../src/platform/tasks/run-bounded';
import { Resources } from '../../../src/platform/tasks/resources';
import { answerMessages } from '../answer-messages';

export type ErasureRequest =
  | { readonly kind: 'fill'; readonly users: number }
  /** Users `first` up to `first + users`. */
  | { readonly kind: 'erase'; readonly first: number; readonly users: number };

export interface ErasureRun {
  /** Users whose data was hidden, per second. */
  readonly hiddenPerSecond: number;
  /** Users whose data was hidden, deleted, verified and certified, per second. */
  readonly certifiedPerSecond: number;
  /** CPU time of this process per user, including all threads, in microseconds. */
  readonly cpuMicros: number;
  readonly certified: number;
}

const HOUR_MS = 3_600_000;
const EVENTS = 10;
const IN_FLIGHT = 16;
const USERS_PER_CALL = 50;
const ROUNDS_MAX = 20;

const [endpoint, nowText] = process.argv.slice(2) as [string, string];
const nowMs = Number(nowText);
const config = loadConfig({
  BIGTABLE_EMULATOR_HOST: endpoint,
  // The bench measures work, not the waiting time for what is derived from the data.
  TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS: '0',
  TIDEMARK_CLOCK_SKEW_MAX_MS: '1',
});
const schema = loadSchema();
const resources = new Resources();
const stores = openErasure(config, resources);
const worker = openErasureWorker(config, stores, { subjectsPerSecond: 0 });

const userOf = (number: number): string => `user-${number}`;

async function fill(users: number): Promise<void> {
  const ingestion = createIngestion({ store: stores.serving, schema, config });
  for (let first = 0; first < users; first += USERS_PER_CALL) {
    const numbers = Array.from({ length: Math.min(USERS_PER_CALL, users - first) }, (_, at) => first + at);
    const events = numbers.flatMap((number) =>
      Array.from({ length: EVENTS }, (_, at) => ({
        userId: userOf(number),
        action: 'impression',
        adId: `ad-${at}`,
        campaignId: `cmp-${at % 5}`,
        insertionId: `ins-${at}`,
        eventTime: nowMs - at * HOUR_MS,
      })),
    );
    await ingestion.ingestEvents(decodeEventsJson({ events }, { schema, limits: config.events }));
  }
  await ingestion.close();
}

async function erase({ first, users }: Extract<ErasureRequest, { first: number }>): Promise<ErasureRun> {
  const numbers = Array.from({ length: users }, (_, at) => first + at);
  const cpu = process.cpuUsage();
  const startedMs = performance.now();
  await runBounded(numbers, IN_FLIGHT, (number) =>
    stores.eraseSubject({ userId: userOf(number) }, { timeoutMs: config.privacy.callTimeoutMs }),
  );
  const hiddenMs = performance.now();
  let certified = 0;
  for (let round = 0; round < ROUNDS_MAX && certified < users; round++)
    certified += (await worker.round({ worker: { index: 0, count: 1 } })).certified;
  const endedMs = performance.now();
  const { user, system } = process.cpuUsage(cpu);
  return {
    hiddenPerSecond: (1_000 * users) / (hiddenMs - startedMs),
    certifiedPerSecond: (1_000 * users) / (endedMs - startedMs),
    cpuMicros: (user + system) / users,
    certified,
  };
}

answerMessages(
  async (request: ErasureRequest) => (request.kind === 'fill' ? fill(request.users) : erase(request)),
  stores.serving.warmUp({ timeoutMs: 30_000 }),
);
