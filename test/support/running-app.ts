import { Writable } from 'node:stream';
import type { App } from '../../src/app';
import { loadConfig, type Config } from '../../src/config/index';
import { startLocalBigtable, type LocalBigtable } from '../../src/local-bigtable/index';
import { createApplySchema, createPlanSchema } from '../../src/operations/schema/apply-schema';
import { createLogger } from '../../src/platform/telemetry/logger';
import { builtInSchema } from './built-in-schema';
import { LONG_DEADLINES } from './long-deadlines';
import { withTableAdmin } from './table-admin';

export interface RunningApp {
  readonly app: App;
  readonly port: number;
  /** Port of the gRPC services; undefined without them. */
  readonly grpcPort: number | undefined;
  readonly logLines: () => readonly Record<string, unknown>[];
}

/** On a busy machine. */
const READINESS_TIMEOUT_MS = 5_000;

/** The app as the process would run it, on a free port, its log in memory. */
export async function startApp(
  env: NodeJS.ProcessEnv,
  http: Partial<Config['http']> = {},
  access: Partial<Config['access']> = {},
): Promise<RunningApp> {
  const config = loadConfig({ PORT: '0', ...LONG_DEADLINES, ...env });
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const logger = createLogger({ level: config.telemetry.logLevel, service: 'test', destination });
  const changed = {
    http: { ...config.http, readinessTimeoutMs: READINESS_TIMEOUT_MS, ...http },
    access: { ...config.access, ...access },
  };
  // Loading it takes a fifth of a second, and many test files only start a store.
  const { createApp } = await import('../../src/app.js');
  const app = await createApp({ ...config, ...changed }, { logger });
  const { port, grpcPort } = await app.listen();
  return {
    app,
    port,
    grpcPort,
    logLines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
  };
}

/** An embedded Bigtable with the declared tables in it; on disk where a folder is given. */
export async function startStore(options: { port?: number; dataDir?: string } = {}): Promise<LocalBigtable> {
  const store = await startLocalBigtable({ host: '127.0.0.1', port: 0, ...options });
  await applySchema(store.endpoint);
  return store;
}

export async function applySchema(
  endpoint: string,
  name = { project: 'tidemark', instance: 'tidemark' },
  schema = builtInSchema(),
): Promise<void> {
  await withTableAdmin({ endpoint, ...name }, async (admin) => {
    const dependencies = { admin, schema };
    const { steps } = await createPlanSchema(dependencies)();
    await createApplySchema(dependencies)(steps);
  });
}
