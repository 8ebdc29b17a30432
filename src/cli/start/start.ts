import { Command } from 'commander';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { createApp } from '../../app';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { loadConfig, loadLocalConfig, processEnvironment, type Config } from '../../config/index';
import { TidemarkError } from '../../errors';
import { type LocalBigtable, UnwritableError } from '../../local-bigtable/index';
import { createApplySchema, createPlanSchema } from '../../operations/schema/apply-schema';
import { systemClock } from '../../platform/time/clock';
import { storeTopology } from '../../routing/topology/store-topology';
import type { Topology } from '../../routing/topology/topology';
import { openService } from '../../workers/service';
import { loadTopology } from '../../routing/topology/topology-file';
import { PRIVATE_FOLDER_MODE } from '../../platform/files/replace-file';
import { localInstanceEnvironment, withSchemaAdmin } from '../shared/connection';
import { loadDemo, type DemoSummary } from './demo';
import {
  ACCEPT_LOST_WRITES,
  ACCEPT_LOST_WRITES_HELP,
  startEmbeddedBigtable,
} from '../local/embedded-bigtable';
import { announceLocalInstance } from '../local/instance';
import { describeLocalInstance } from '../local/topology';
import { onHangUp, print, printError, untilSignal } from '../shared/terminal';
import { ensureLocalTokenKeys } from '../shared/local-token-keys';
import { suggestedCommands } from './suggested-commands';
import { parseWorkerCount } from '../shared/units';

interface StartFlags {
  readonly demo: boolean;
  readonly config?: string;
  readonly region?: string;
  readonly workers?: number;
  readonly acceptLostWrites?: boolean;
}

/** `tidemark start`, which is `npm start`: everything on one machine, with nothing but Node. */
export function startCommand(): Command {
  return new Command('start')
    .description(
      'Run the embedded Bigtable and the API in one process, with a small demo event log. ' +
        'Data is kept in TIDEMARK_DATA_DIR; the ports are PORT and TIDEMARK_LOCAL_PORT.',
    )
    .option('--no-demo', 'do not load the demo event log')
    .option('--config <file>', 'topology of the embedded Bigtable and of the API (TIDEMARK_TOPOLOGY)')
    .option(
      '--region <region>',
      'where the API runs (TIDEMARK_REGION); default: the clientRegion of the topology',
    )
    .option(
      '--workers <number>',
      'processes that serve the API together (TIDEMARK_WORKERS)',
      parseWorkerCount,
    )
    .option(ACCEPT_LOST_WRITES, ACCEPT_LOST_WRITES_HELP)
    .action(start);
}

async function start(flags: StartFlags): Promise<void> {
  // Before anything else: a signal that comes during the start is obeyed after it.
  const signalled = untilSignal();
  const env = environmentOf(flags);
  const local = loadLocalConfig(env);
  const file = env.TIDEMARK_TOPOLOGY ?? '';
  const bigtable = await startBigtable(local, {
    portAsked: (env.TIDEMARK_LOCAL_PORT ?? '') !== '',
    acceptLostWrites: flags.acceptLostWrites === true,
    ...(file !== '' && { topology: checkedTopology(file) }),
  });
  let withdraw = (): void => undefined;
  try {
    const config = await configure(env, { local, endpoint: bigtable.endpoint });
    const { topologyFile: topology } = config.routing;
    const note = { endpoint: bigtable.endpoint, ...(topology !== undefined && { topology }) };
    withdraw = announceLocalInstance(local.dataDir, note);
    await runApp({ config, bigtable, demo: flags.demo }, signalled);
  } finally {
    withdraw();
    await bigtable.close();
  }
  print('Stopped; the data is kept.');
}

function environmentOf({ config, region, workers }: StartFlags): NodeJS.ProcessEnv {
  const env = processEnvironment();
  const file = config ?? env.TIDEMARK_TOPOLOGY ?? '';
  return {
    ...env,
    ...(file !== '' && { TIDEMARK_TOPOLOGY: resolve(file) }),
    ...(region !== undefined && { TIDEMARK_REGION: region }),
    ...(workers !== undefined && { TIDEMARK_WORKERS: String(workers) }),
  };
}

/** Before anything is started: the embedded Bigtable would take a topology that the API cannot go by. */
function checkedTopology(file: string): Topology {
  const topology = loadTopology(file);
  storeTopology(topology);
  return topology;
}

/** The store has its tables when this resolves. */
async function configure(
  env: NodeJS.ProcessEnv,
  { local, endpoint }: { readonly local: Config['local']; readonly endpoint: string },
): Promise<Config> {
  const { dataDir } = local;
  mkdirSync(dataDir, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  ensureLocalTokenKeys(dataDir);
  const quiet = { TIDEMARK_LOG_LEVEL: 'warn', TIDEMARK_PACING: 'on', ...env };
  const config = loadConfig(localInstanceEnvironment(quiet, { endpoint, dataDir }));
  await applySchema(config);
  if (config.routing.topologyFile !== undefined || config.bigtable.appProfileId !== '') return config;
  const topology = await describeLocalInstance(config, endpoint);
  return topology === undefined
    ? config
    : loadConfig(localInstanceEnvironment(quiet, { endpoint, dataDir, topology }));
}

interface BigtableStart {
  readonly portAsked: boolean;
  readonly acceptLostWrites: boolean;
  readonly topology?: Topology;
}

/** The usual port, or, where the user did not ask for one and it is taken, any free one. */
async function startBigtable(
  { host, port, dataDir }: Config['local'],
  { portAsked, acceptLostWrites, topology }: BigtableStart,
): Promise<LocalBigtable> {
  const options = {
    host,
    port,
    dataDir,
    acceptLostWrites,
    ...(topology !== undefined && { topology }),
  };
  try {
    return await startEmbeddedBigtable(options);
  } catch (error) {
    if (portAsked || !isOfThePort(error)) throw error;
    printError(`Port ${port} is taken: the embedded Bigtable takes a free one.`);
    return startEmbeddedBigtable({ ...options, port: 0 });
  }
}

const isOfThePort = (error: unknown): boolean =>
  error instanceof TidemarkError && error.field === 'TIDEMARK_LOCAL_PORT';

/** Throws `not_ready` while the embedded Bigtable accepts no writes. */
function checkStore(bigtable: LocalBigtable): void {
  try {
    bigtable.checkWritable();
  } catch (cause) {
    const message = cause instanceof UnwritableError && cause.isDiskFull ? DISK_FULL : UNWRITABLE;
    throw new TidemarkError('not_ready', message, { cause });
  }
}

const DISK_FULL = 'the disk of the data folder is full: writes fail until there is space';
const UNWRITABLE = 'the data folder cannot be written: writes fail until it can; the log says why';

interface Run {
  readonly config: Config;
  readonly bigtable: LocalBigtable;
  readonly demo: boolean;
}

async function runApp({ config, bigtable, demo }: Run, signalled: Promise<NodeJS.Signals>): Promise<void> {
  const loaded = demo ? await loadDemoInto(config) : undefined;
  const service = await openService(config, () => checkStore(bigtable));
  const endReloads = onHangUp(() => service.reload());
  try {
    const address = await Promise.race([service.listen(), signalled]);
    if (typeof address !== 'string') {
      const url = `http://${address.host}:${address.port}`;
      printStarted({ url, bigtable, config, region: service.region, demo: loaded });
      if (loaded !== undefined)
        for (const line of suggestedCommands(url, systemClock.nowMs(), loaded)) print(line);
    }
    await Promise.race([signalled, service.failed ?? signalled]);
    print('\nDraining…');
  } finally {
    endReloads();
    await service.drain();
  }
}

/** By the operations that the API uses, before there is one. */
async function loadDemoInto(config: Config): Promise<DemoSummary> {
  const app = await createApp(config);
  try {
    return await loadDemo(app, config.local.dataDir, systemClock.nowMs());
  } finally {
    await app.drain();
  }
}

async function applySchema(config: Config): Promise<void> {
  const schema = loadSchema(config.schema);
  await withSchemaAdmin(config, async (admin) => {
    const { steps } = await createPlanSchema({ admin, schema })();
    await createApplySchema({ admin, schema })(steps);
  });
}

interface Started {
  readonly url: string;
  readonly bigtable: LocalBigtable;
  readonly config: Config;
  readonly region: string | undefined;
  readonly demo: DemoSummary | undefined;
}

function printStarted({ url, bigtable, config, region, demo }: Started): void {
  print(`Tidemark runs. Ctrl-C stops it; its data stays in ${config.local.dataDir}.`);
  print();
  print(`  API                ${url}   (/openapi.json tells all of it)`);
  print(`  embedded Bigtable  ${bigtable.endpoint}`);
  if (region !== undefined) print(`  region of the API  ${region}`);
  const { file } = config.access;
  if (file !== undefined)
    print(`  access             by tokens, as ${file} has it; curl needs -H "authorization: Bearer $TOKEN"`);
  if (demo === undefined) return;
  const { deliveries, redeliveries, users, campaigns: ofCampaigns, alreadyLoaded } = demo;
  const when = alreadyLoaded ? ', loaded at an earlier start' : '';
  print(
    `  demo event log     ${deliveries} deliveries, ${redeliveries} of them repeats, ${users} users${when}`,
  );
  if (ofCampaigns === undefined) return;
  print(
    `  demo campaigns     ${ofCampaigns.campaigns}, with ${ofCampaigns.deliveries} deliveries of their events`,
  );
}
