/** A store of several regions with an API in each, over HTTP, and what can be done to the links between them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withSchemaAdmin } from '../../src/cli/shared/connection';
import { withControl } from '../../src/cli/local/control';
import { loadConfig } from '../../src/config/index';
import { startLocalBigtable, type LocalBigtable } from '../../src/local-bigtable/index';
import { createApplySchema, createPlanSchema } from '../../src/operations/schema/apply-schema';
import { loadTopology } from '../../src/routing/topology/topology-file';
import { builtInSchema } from './built-in-schema';
import { send, type Answer, type SendOptions } from './http-server';
import { startApp, type RunningApp } from './running-app';
import { until } from './until';

/** One cluster for serving in each of three regions, and one for batch work. */
export const THREE_REGIONS = {
  project: 'tidemark',
  clientRegion: 'eu',
  clientRegions: ['africa'],
  instances: {
    tidemark: {
      clusters: {
        'eu-a': { region: 'eu' },
        'us-a': { region: 'us' },
        'asia-a': { region: 'asia' },
        'us-batch': { region: 'us', zone: 'us-b', role: 'batch' },
      },
      appProfiles: {
        eu: { cluster: 'eu-a' },
        us: { cluster: 'us-a' },
        asia: { cluster: 'asia-a' },
        batch: { cluster: 'us-batch', priority: 'low' },
      },
    },
  },
  links: [
    { between: ['eu', 'us'], delayMs: 2 },
    { between: ['eu', 'asia'], delayMs: 4 },
    { between: ['us', 'asia'], delayMs: 3 },
    { between: ['eu', 'africa'], delayMs: 1 },
  ],
};

export interface RegionApp extends RunningApp {
  send(options: SendOptions): Promise<Answer>;
}

export interface ConsistencyWorld {
  readonly endpoint: string;
  readonly topologyFile: string;
  /** Environment of an app of the region, and of commands there. */
  env(region?: string): NodeJS.ProcessEnv;
  app(region: string, env?: NodeJS.ProcessEnv): Promise<RegionApp>;
  /**
   * Starts an app in each region, and resolves once all of them are ready. The first app announces the clusters to each other, and
   * the others start after it has done so: each of several apps that start together announces all clusters, hundreds of rows each.
   */
  readyApps<const R extends readonly string[]>(
    regions: R,
    env?: NodeJS.ProcessEnv,
  ): Promise<{ -readonly [K in keyof R]: RegionApp }>;
  /** Between clusters: replication alone. Between regions: requests too. */
  cut(a: string, b: string): Promise<void>;
  delay(a: string, b: string, delayMs: number): Promise<void>;
  stop(cluster: string): Promise<void>;
  /** Restores the topology, and waits until all commits are in every cluster. */
  heal(): Promise<void>;
  /** Ends the running apps: each writes heartbeats, and polls those of the others. */
  endApps(): Promise<void>;
  close(): Promise<void>;
}

/** Longest pause between two readings of an app's metrics, in milliseconds: each takes processor time. */
export const METRICS_PAUSE_MAX_MS = 250;

/** Waits until the process may write to the cluster. */
export const isCleared = ({ app }: RegionApp, id: string): Promise<void> =>
  until(
    async () =>
      new RegExp(`^tidemark_origin_cleared\\{[^}]*origin="${id}"[^}]*\\} 1`, 'm').test(await app.metrics()),
    undefined,
    METRICS_PAUSE_MAX_MS,
  );

const isReady = (app: RegionApp): Promise<void> =>
  until(async () => (await app.send({ path: '/readyz' })).status === 200);

/**
 * Variables of an app without heartbeats, which are hundreds of rows per cluster and table. They are for tests that need neither
 * reported staleness nor heartbeats as evidence.
 */
export const NO_HEARTBEATS: NodeJS.ProcessEnv = { TIDEMARK_HEARTBEAT_INTERVAL_MS: 'off' };

export const TOKEN_KEYS = `1:${Buffer.alloc(32, 5).toString('base64url')}`;

export async function startConsistencyWorld(topology: object = THREE_REGIONS): Promise<ConsistencyWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-consistency-'));
  const topologyFile = join(folder, 'topology.json');
  writeFileSync(topologyFile, JSON.stringify(topology));
  const bigtable = await startLocalBigtable({
    host: '127.0.0.1',
    port: 0,
    topology: loadTopology(topologyFile),
  });
  const world = new World(bigtable, folder, topologyFile);
  await world.applySchema();
  return world;
}

class World implements ConsistencyWorld {
  readonly endpoint: string;
  readonly #apps: RunningApp[] = [];

  constructor(
    readonly bigtable: LocalBigtable,
    readonly folder: string,
    readonly topologyFile: string,
  ) {
    this.endpoint = bigtable.endpoint;
  }

  env(region?: string): NodeJS.ProcessEnv {
    return {
      BIGTABLE_EMULATOR_HOST: this.endpoint,
      TIDEMARK_TOPOLOGY: this.topologyFile,
      TIDEMARK_TOKEN_KEYS: TOKEN_KEYS,
      TIDEMARK_LOG_LEVEL: 'info',
      ...(region !== undefined && { TIDEMARK_REGION: region }),
    };
  }

  async app(region: string, env: NodeJS.ProcessEnv = {}): Promise<RegionApp> {
    const running = await startApp({ ...this.env(region), ...env });
    this.#apps.push(running);
    return { ...running, send: (options) => send(running.port, options) };
  }

  async readyApps<const R extends readonly string[]>(
    [first, ...others]: R,
    env?: NodeJS.ProcessEnv,
  ): Promise<{ -readonly [K in keyof R]: RegionApp }> {
    const started = async (region: string): Promise<RegionApp> => {
      const app = await this.app(region, env);
      await isReady(app);
      return app;
    };
    const apps = [await started(first!), ...(await Promise.all(others.map(started)))];
    return apps as { -readonly [K in keyof R]: RegionApp };
  }

  async applySchema(): Promise<void> {
    const config = loadConfig(this.env());
    await withSchemaAdmin(config, async (store) => {
      const dependencies = { ...store, schema: builtInSchema() };
      const { steps } = await createPlanSchema(dependencies)();
      await createApplySchema(dependencies)(steps);
    });
  }

  cut(a: string, b: string): Promise<void> {
    return this.#change(a, b, { partitioned: true });
  }

  delay(a: string, b: string, delayMs: number): Promise<void> {
    return this.#change(a, b, { delayMs });
  }

  async stop(name: string): Promise<void> {
    await withControl(this, (control) => control.changeClusters({ name, change: { stopped: true } }));
  }

  async heal(): Promise<void> {
    await withControl(this, async (control) => {
      await control.reset();
      for (;;) {
        const { instances } = await control.status();
        if (instances?.every(({ pendingRows }) => Number(pendingRows) === 0)) return;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    });
  }

  async endApps(): Promise<void> {
    await Promise.all(this.#apps.splice(0).map(({ app }) => app.drain()));
  }

  async close(): Promise<void> {
    await this.endApps();
    await this.bigtable.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #change(a: string, b: string, change: object): Promise<void> {
    await withControl(this, (control) => control.changeLinks({ a, b, change }));
  }
}
