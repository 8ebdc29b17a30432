/**
 * Reads users at a fixed rate, in a process of its own with metrics, as a process that serves has them: they count its
 * calls to the store.
 */
import '../../../src/platform/process/v8-flags';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { loadConfig } from '../../../src/config/index';
import { createLogger } from '../../../src/platform/telemetry/logger';
import { createTelemetry } from '../../../src/platform/telemetry/telemetry';
import { openServingStore } from '../../../src/store/open-store';
import { answerMessages } from '../answer-messages';
import { CALL, readUser } from './read-user';

export interface PacedRequest {
  /** Number of users: the first `movedUsers` are those that move. */
  readonly users: number;
  readonly movedUsers: number;
  readonly perSecond: number;
  readonly durationMs: number;
}

/** Reads of some of the users. */
export interface PacedReads {
  readonly latenciesMs: readonly number[];
  /** Number of lookups of rows that each read took. */
  readonly lookups: readonly number[];
}

export interface PacedFigures {
  /** Users that move, and all others. */
  readonly moving: PacedReads;
  readonly resting: PacedReads;
  /** Calls to the store, including those of the feed and of heartbeats. */
  readonly storeCalls: number;
  /** Processor time of this process, in milliseconds. */
  readonly cpuMs: number;
}

/**
 * One in so many reads is of a user who moves. At most 20,000 users move at once, so this is a store of 400,000 users;
 * in larger ones fewer reads are.
 */
const MOVING_EVERY = 20;

const [topologyFile, endpoint] = process.argv.slice(2) as [string, string];

async function open() {
  const telemetry = await createTelemetry(
    {
      serviceName: 'bench',
      resourceAttributes: {},
      traces: undefined,
      metrics: undefined,
      metricsIntervalMs: 1_000,
    },
    'api',
  );
  const env = { BIGTABLE_EMULATOR_HOST: endpoint, TIDEMARK_TOPOLOGY: topologyFile };
  const logger = createLogger({ level: 'silent', service: 'bench' });
  const store = openServingStore({
    config: loadConfig(env),
    corpora: loadSchema().corpora(),
    logger,
    telemetry,
  });
  store.start();
  await store.warmUp(CALL);
  return { store, metrics: telemetry.metrics };
}

const opened = open();

async function storeCalls(): Promise<number> {
  const lines = (await (await opened).metrics.prometheus()).split('\n');
  return lines
    .filter((line) => line.startsWith('tidemark_store_call_duration_seconds_count{'))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

interface Read {
  readonly ms: number;
  readonly lookups: number;
}

/** Sends each read at its time, whether or not earlier ones are answered. */
async function readPaced({ users, movedUsers, perSecond, durationMs }: PacedRequest): Promise<PacedFigures> {
  const { store } = await opened;
  const [moving, resting]: [Promise<Read>[], Promise<Read>[]] = [[], []];
  const callsBefore = await storeCalls();
  const cpu = process.cpuUsage();
  const startMs = performance.now();
  for (let at = 0; (at * 1_000) / perSecond < durationMs; at++) {
    const dueMs = startMs + (at * 1_000) / perSecond;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    const isMoving = at % MOVING_EVERY === MOVING_EVERY - 1;
    const user = isMoving
      ? Math.floor(at / MOVING_EVERY) % movedUsers
      : movedUsers + (at % (users - movedUsers));
    const read = readUser(store, user).then(({ lookups }) => ({ ms: performance.now() - dueMs, lookups }));
    (isMoving ? moving : resting).push(read);
  }
  const [readsOfMoving, readsOfResting] = await Promise.all([Promise.all(moving), Promise.all(resting)]);
  const { user, system } = process.cpuUsage(cpu);
  return {
    moving: figuresOf(readsOfMoving),
    resting: figuresOf(readsOfResting),
    storeCalls: (await storeCalls()) - callsBefore,
    cpuMs: (user + system) / 1_000,
  };
}

const figuresOf = (reads: readonly Read[]): PacedReads => ({
  latenciesMs: reads.map(({ ms }) => ms),
  lookups: reads.map(({ lookups }) => lookups),
});

answerMessages(
  readPaced,
  opened.then(() => 'ready'),
);
