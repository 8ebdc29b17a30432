/** Each role as far as it registers metrics: nothing is asked, and no store is there. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app';
import { compactionMetrics } from '../../src/cli/compact/metrics';
import { sketchMergeMetrics } from '../../src/cli/campaigns/compact-metrics';
import { openErasure } from '../../src/cli/erase/open-erasure';
import { openCommandAccessLog } from '../../src/cli/shared/command-access-log';
import { openBatchTable, openBatchTypes, openServing } from '../../src/cli/shared/connection';
import { reconciliationMetrics } from '../../src/cli/reconcile/metrics';
import { residencyAuditMetrics } from '../../src/cli/residency/audit-metrics';
import { loadConfig, type Config } from '../../src/config/index';
import { observeConsumer, registerConsumerGauges } from '../../src/ingest/pubsub/consumer-telemetry';
import { emptyConsumerTally } from '../../src/ingest/pubsub/consumer-tally';
import { watchBacklog } from '../../src/ingest/lag/watch-backlog';
import { observeCorruption } from '../../src/operations/campaign-counts/corrupted-sketches';
import { createIngestion } from '../../src/operations/events/create-ingestion';
import { createReadProgress } from '../../src/operations/lag/read-progress';
import { createPacing } from '../../src/operations/pacing/create-pacing';
import { followMetrics } from '../../src/cli/pipeline/follow-metrics';
import { runMetrics } from '../../src/cli/pipeline/run-metrics';
import { erasureMetrics } from '../../src/operations/privacy/privacy-metrics';
import { Resources } from '../../src/platform/tasks/resources';
import { systemClock } from '../../src/platform/time/clock';
import type { RegisteredMetric } from '../../src/platform/telemetry/metrics';
import { systemRandom } from '../../src/platform/random';
import { createTelemetry, type Role, type Telemetry } from '../../src/platform/telemetry/telemetry';
import { WorkerPool } from '../../src/workers/worker-pool';
import { harness } from './consumer-harness';
import { memoryLogger } from './memory-logger';

const { logger } = memoryLogger();
const SECRET = Buffer.alloc(32, 7).toString('base64url');
const ROOT = join(__dirname, '../..');

type Registers = (config: Config, telemetry: Telemetry) => Promise<() => Promise<unknown>>;

/** Starts each role and registers its metrics; each resolves with a function that closes it. */
const ROLES: Readonly<Record<Exclude<Role, 'importer'>, Registers>> = {
  async api(config, telemetry) {
    const app = await createApp(config, { logger, telemetry });
    // As one that watches over ingestion, too.
    app.becomePrimary();
    return () => app.drain();
  },
  async consumer(config, telemetry) {
    const { metrics } = telemetry;
    const connection = openServing(config, { logger, telemetry });
    const ingestion = createIngestion({ ...connection, config, observed: { telemetry, source: 'pubsub' } });
    observeConsumer(emptyConsumerTally(), { logger, metrics });
    const resources = new Resources();
    openCommandAccessLog(config, connection.schema.corpora(), resources, { metrics });
    const { consumer } = harness();
    const subscriber = { held: () => ({ messages: 0, bytes: 0 }) };
    registerConsumerGauges(metrics, { consumer, subscriber: subscriber as never });
    const watched = { subscription: 's', project: 'p', intervalMs: 3_600_000, logger, metrics };
    const backlog = await watchBacklog(watched);
    return async () => {
      await backlog.stop();
      await resources.release();
      await ingestion.close();
      await connection.store.close();
    };
  },
  async filter(config, telemetry) {
    const { store } = openServing(config, { logger, telemetry });
    return () => store.close();
  },
  async pacer(config, telemetry) {
    const { store, schema } = openServing(config, { logger, telemetry });
    const { reader, scanner } = store;
    const clock = systemClock;
    const pacing = createPacing({
      ...store,
      reader,
      partsOf: store.sketchTables.counted,
      schema,
      config,
      logger,
      telemetry,
      clock,
      random: systemRandom,
      readProgress: createReadProgress({ scanner, clock, limits: config.lag }),
      corruptionObserver: observeCorruption(telemetry.metrics, logger),
    });
    return async () => {
      await pacing.stop();
      await store.close();
    };
  },
  async compactor(config, telemetry) {
    const [connection] = openBatchTypes(config, 'ad_action', { logger, telemetry });
    compactionMetrics(telemetry.metrics, systemClock);
    sketchMergeMetrics(telemetry.metrics);
    return () => connection!.store.close();
  },
  async reconciler(config, telemetry) {
    const [connection] = openBatchTypes(config, 'ad_action', { logger, telemetry });
    reconciliationMetrics(telemetry.metrics);
    return () => connection!.store.close();
  },
  async eraser(config, telemetry) {
    const resources = new Resources();
    openErasure(config, resources, telemetry);
    erasureMetrics(telemetry.metrics, systemClock);
    return () => resources.release();
  },
  async follower(config, telemetry) {
    const { store } = openBatchTable(config, 'users', { logger, telemetry });
    followMetrics(telemetry.metrics, 'interests', systemClock);
    return () => store.close();
  },
  async pipeline(config, telemetry) {
    const { store } = openBatchTable(config, 'users', { logger, telemetry });
    runMetrics(telemetry.metrics, 'interests', systemClock);
    return () => store.close();
  },
  async auditor(config, telemetry) {
    const [connection] = openBatchTypes(config, 'ad_action', { logger, telemetry });
    residencyAuditMetrics(telemetry.metrics, systemClock);
    return () => connection!.store.close();
  },
};

export interface MetricOfRoles extends RegisteredMetric {
  readonly roles: readonly string[];
  /** Labels of the samples that exist without any traffic. */
  readonly labelsSeen: readonly string[];
}

/** Returns every metric with the roles that export it; `all` for metrics of every process. */
export async function everyMetric(): Promise<readonly MetricOfRoles[]> {
  const config = fullConfig();
  const found = new Map<string, { readonly metric: RegisteredMetric; readonly roles: string[] }>();
  const seen = new Map<string, Set<string>>();
  const add = (metrics: readonly RegisteredMetric[], role: string): void => {
    for (const metric of metrics) {
      const known = found.get(metric.name) ?? { metric, roles: [] };
      found.set(metric.name, known);
      if (known.roles[0] !== 'all') known.roles.push(role);
    }
  };
  const bare = await createTelemetry(config.telemetry, 'api');
  add(bare.metrics.registered(), 'all');
  await bare.shutdown();
  for (const [role, register] of Object.entries(ROLES)) {
    const telemetry = await createTelemetry(config.telemetry, role as Role);
    const close = await register(config, telemetry);
    add(telemetry.metrics.registered(), role);
    noteLabels(await telemetry.metrics.prometheus(), seen);
    await close();
    await telemetry.shutdown();
  }
  add(await keepersMetrics(config), 'supervisor');
  return [...found.values()].map(({ metric, roles }) => ({
    ...metric,
    roles,
    labelsSeen: [...(seen.get(metric.name) ?? [])],
  }));
}

function noteLabels(text: string, seen: Map<string, Set<string>>): void {
  for (const [, name, labels] of text.matchAll(/^(\w+?)(?:_bucket|_sum|_count)?\{(.*)\} \S+$/gm)) {
    const known = seen.get(name!) ?? new Set();
    seen.set(name!, known);
    for (const [, label] of labels!.matchAll(/(\w+)="/g)) if (label !== 'le') known.add(label!);
  }
}

/** Everything on that registers something. */
function fullConfig(): Config {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-metrics-'));
  writeFileSync(join(folder, 'keys'), `1:${SECRET}`);
  return loadConfig({
    BIGTABLE_EMULATOR_HOST: '127.0.0.1:1',
    TIDEMARK_TOPOLOGY: join(ROOT, 'infra/examples/topologies/three-continents.json'),
    TIDEMARK_TOKEN_KEYS_FILE: join(folder, 'keys'),
    TIDEMARK_ACCESS_FILE: join(ROOT, 'infra/examples/access/example.json'),
    TIDEMARK_PACING: 'on',
    TIDEMARK_PRIVACY_KEYS: `1:${SECRET}`,
    TIDEMARK_ACCESS_LOG_FILE: join(folder, 'access.ndjson'),
    TIDEMARK_LOG_LEVEL: 'silent',
    TIDEMARK_GRPC_PORT: '0',
  });
}

/** It has no telemetry of its own, and writes its few lines itself. */
async function keepersMetrics(config: Config): Promise<readonly RegisteredMetric[]> {
  const pool = new WorkerPool({ config, clock: systemClock, logger });
  const text = await pool.metrics();
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (counter|gauge)$/gm)].map(
    ([, name, description, type]) => ({
      name: name!,
      description: description!,
      type: type as 'counter' | 'gauge',
      labels: [],
    }),
  );
}
