import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeEventsJson } from '../../../src/codec/events/event-inputs';
import { loadSchema } from '../../../src/codec/declarations/schema-registry';
import { openServing } from '../../../src/cli/shared/connection';
import { loadConfig } from '../../../src/config/index';
import { EVENTUAL } from '../../../src/core/consistency/consistency';
import { createIngestion } from '../../../src/operations/events/create-ingestion';
import { createGetObject, ObjectNotFound } from '../../../src/operations/objects/get-object';
import { createApplySchema, createPlanSchema } from '../../../src/operations/schema/apply-schema';
import { createEnableChangeStream } from '../../../src/operations/schema/enable-change-stream';
import { sleep, systemClock } from '../../../src/platform/time/clock';
import { startChildProcess } from '../../support/child-process';
import { openTableAdmin } from '../../support/table-admin';
import { startBigtableProcess } from '../bigtable-process';
import {
  rounded,
  target,
  WrongAnswer,
  type BenchOptions,
  type BenchResult,
  type BenchSize,
} from '../harness';

/** Number of actions, and of users that act one action after the other. */
const SIZES: Readonly<Record<BenchSize, { readonly actions: number; readonly users: number }>> = {
  full: { actions: 2_000, users: 32 },
  quick: { actions: 400, users: 16 },
  smoke: { actions: 8, users: 4 },
};
const NAMES = { project: 'bench', instance: 'bench' };
const POLL_MS = 5;
const WAIT_MS_MAX = 60_000;
/** Upper bounds of the histogram, in milliseconds. */
const BOUNDS = [100, 200, 300, 400, 500, 750, 1_000, 2_000, 5_000, Infinity];
const CLI = join(__dirname, '../../../src/cli/tidemark.ts');

/** Counts the actions of a user into the profile. */
const MODULE = `
module.exports = {
  name: 'bench', corpus: 'users', reads: [{ dataType: 'ad_action', windowDays: 30 }], writes: ['profile'],
  process(object) {
    const score = object.count('ad_action');
    return [{ dataType: 'profile', subType: 'actions', value: { interests: [{ topic: 'actions', score }] } }];
  },
};
`;

interface Served {
  /** Records the user's next action. */
  act(user: string): Promise<void>;
  /** Returns the number of actions in the user's profile, as serving reads it. */
  actionsIn(user: string): Promise<number>;
  close(): Promise<void>;
}

/**
 * Measures the time from the acknowledgement of an action to the first read of the profile that counts it. The store, the worker
 * and serving are a process each, on one machine.
 */
export async function measureFollow({ size, progress }: BenchOptions): Promise<BenchResult> {
  const { actions, users } = SIZES[size];
  const bigtable = await startBigtableProcess('embedded');
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-follow-'));
  try {
    await prepare(bigtable.endpoint);
    const module = join(folder, 'bench.js');
    writeFileSync(module, MODULE);
    const env = {
      BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
      TIDEMARK_PROJECT: NAMES.project,
      TIDEMARK_INSTANCE: NAMES.instance,
      TIDEMARK_LOG_LEVEL: 'error',
    };
    const worker = await startChildProcess(CLI, ['pipeline', 'follow', module, '--json'], env);
    while (!worker.lines.some((line) => line.includes('"ownPartitions":1'))) await sleep(systemClock, 20);
    const served = serve(env);
    progress(`${actions} actions of ${users} users`);
    const latencies = await measure(served, users, actions);
    await served.close();
    await worker.kill('SIGTERM');
    return resultOf(latencies);
  } finally {
    rmSync(folder, { recursive: true });
    await bigtable.stop();
  }
}

async function prepare(endpoint: string): Promise<void> {
  const { admin, close } = openTableAdmin({ endpoint, ...NAMES });
  const dependencies = { admin, schema: loadSchema() };
  await createApplySchema(dependencies)((await createPlanSchema(dependencies)()).steps);
  const limits = { enableTimeoutMs: 10_000, enablePollMs: 10 };
  await createEnableChangeStream({ admin, clock: systemClock, limits })('users', 86_400_000);
  await close();
}

function serve(env: NodeJS.ProcessEnv): Served {
  const config = loadConfig(env);
  const { store, schema } = openServing(config);
  const ingestion = createIngestion({ store, schema, config });
  const getObject = createGetObject({
    reader: store.reader,
    schema,
    clock: systemClock,
    limits: config.objects,
  });
  const profiles = schema.codec(schema.dataType('users', 'profile'));
  let insertions = 0;
  return {
    async act(userId) {
      const event = {
        userId,
        action: 'impression',
        adId: 'ad',
        insertionId: `i${insertions++}`,
        eventTime: Date.now(),
      };
      await ingestion.ingestEvents(decodeEventsJson({ events: [event] }, { schema, limits: config.events }));
    },
    async actionsIn(id) {
      try {
        const select = [{ dataType: 'profile', subTypes: ['actions'] }];
        const { cells } = await getObject({ corpus: 'users', id, select, consistency: EVENTUAL });
        const profile = profiles.toJson(cells[0]!.value) as {
          readonly interests?: readonly { score: number }[];
        };
        return profile.interests?.[0]?.score ?? 0;
      } catch (error) {
        if (error instanceof ObjectNotFound) return 0;
        throw error;
      }
    },
    async close() {
      await ingestion.close();
      await store.close();
    },
  };
}

async function measure(served: Served, users: number, actions: number): Promise<readonly number[]> {
  const latencies: number[] = [];
  const perUser = Math.ceil(actions / users);
  const act = async (user: string): Promise<void> => {
    for (let count = 1; count <= perUser; count++) {
      await served.act(user);
      const startedMs = systemClock.monotonicMs();
      let found = await served.actionsIn(user);
      while (found < count) {
        if (systemClock.monotonicMs() - startedMs > WAIT_MS_MAX)
          throw new WrongAnswer(`an action of ${user} is not in its profile after ${WAIT_MS_MAX} ms`);
        await sleep(systemClock, POLL_MS);
        found = await served.actionsIn(user);
      }
      if (found !== count)
        throw new WrongAnswer(`the profile of ${user} counts ${found} actions of ${count}`);
      latencies.push(systemClock.monotonicMs() - startedMs);
    }
  };
  await Promise.all(Array.from({ length: users }, (_, at) => act(`user-${at}`)));
  return latencies.sort((a, b) => a - b);
}

function resultOf(latencies: readonly number[]): BenchResult {
  const quantile = (share: number): number => latencies[Math.ceil(latencies.length * share) - 1]!;
  const [p50, p90, p99, most] = [0.5, 0.9, 0.99, 1].map(quantile) as [number, number, number, number];
  const rows = BOUNDS.map((bound, index) => {
    const from = BOUNDS[index - 1] ?? 0;
    const count = latencies.filter((ms) => ms > from && ms <= bound).length;
    const label = bound === Infinity ? `over ${from} ms` : `up to ${bound} ms`;
    return [label, String(count), '#'.repeat(Math.round((50 * count) / latencies.length))];
  });
  return {
    figures: {
      follow_p50_ms: rounded(p50),
      follow_p90_ms: rounded(p90),
      follow_p99_ms: rounded(p99),
      follow_max_ms: rounded(most),
    },
    targets: [
      target('from an action to the profile, p50 in ms', p50, '<=', 2_000),
      target('from an action to the profile, p99 in ms', p99, '<=', 5_000),
    ],
    tables: [
      {
        title: "From a user's action to the changed profile read by serving",
        header: ['time', 'actions', ''],
        rows,
      },
    ],
  };
}
