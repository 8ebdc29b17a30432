import { Command } from 'commander';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createApp } from '../../app';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { loadConfig, loadLocalConfig, processEnvironment, type Config } from '../../config/index';
import { countOf } from '../../core/shared/count-of';
import { invalidArgument, TidemarkError } from '../../errors';
import { type LocalBigtable, UnwritableError } from '../../local-bigtable/index';
import { createApplySchema, createPlanSchema } from '../../operations/schema/apply-schema';
import { systemClock } from '../../platform/time/clock';
import { storeTopology } from '../../routing/topology/store-topology';
import type { Topology } from '../../routing/topology/topology';
import { openService } from '../../workers/service';
import { loadTopology } from '../../routing/topology/topology-file';
import { PRIVATE_FOLDER_MODE } from '../../platform/files/replace-file';
import type { Resources } from '../../platform/tasks/resources';
import { localInstanceEnvironment, withSchemaAdmin } from '../shared/connection';
import { createControlClient } from '../../embedded/control-client';
import { createFaultControl } from '../../embedded/create-fault-control';
import { startDemoTraffic } from './demo-traffic';
import { loadDemo, type DemoSummary } from './demo';
import {
  ACCEPT_LOST_WRITES,
  ACCEPT_LOST_WRITES_HELP,
  startEmbeddedBigtable,
} from '../local/embedded-bigtable';
import { announceLocalInstance } from '../local/instance';
import { describeLocalInstance } from '../local/topology';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { onHangUp, print, printError } from '../shared/terminal';
import { ensureLocalTokenKeys } from '../shared/local-token-keys';
import { createStartProgress, type StartProgress } from './start-progress';
import { suggestedCommands } from './suggested-commands';
import { parsePort, parseWorkerCount } from '../shared/units';

interface StartFlags {
  readonly demo: boolean;
  readonly traffic?: boolean;
  readonly regions?: boolean;
  readonly config?: string;
  readonly region?: string;
  readonly port?: number;
  readonly grpcPort?: number;
  readonly workers?: number;
  readonly acceptLostWrites?: boolean;
  readonly ephemeral?: boolean;
  readonly json?: boolean;
}

/** Topology of `--regions`. */
const THREE_CONTINENTS = resolve(__dirname, '../../../infra/examples/topologies/three-continents.json');

/** Variables of `--regions` that the environment does not set: its own data, and heartbeats that show at once. */
const REGIONS_DEFAULTS = { TIDEMARK_DATA_DIR: '.tidemark/regions', TIDEMARK_HEARTBEAT_INTERVAL_MS: '1000' };

/** Returns `tidemark start` (`npm start`), which runs Tidemark on one machine, with nothing but Node.js. */
export function startCommand(): Command {
  return new Command('start')
    .description(
      'Run the embedded Bigtable and the API in one process, with a small demo event log. ' +
        'TIDEMARK_DATA_DIR is the data folder, PORT and TIDEMARK_LOCAL_PORT are the ports.',
    )
    .option('--no-demo', 'do not load the demo event log')
    .option('--traffic', 'send some requests per second, as the applications of the demo would')
    .option('--regions', 'run five clusters in regions of three continents, in a data folder of their own')
    .option('--config <file>', 'topology of the embedded Bigtable and of the API (TIDEMARK_TOPOLOGY)')
    .option(
      '--region <region>',
      'region of the API (TIDEMARK_REGION); default: the clientRegion of the topology',
    )
    .option('--port <number>', 'port of the API; 0 for any free port (PORT)', parsePort)
    .option('--grpc-port <number>', 'port of the gRPC services (TIDEMARK_GRPC_PORT)', parsePort)
    .option('--workers <number>', 'worker processes of the API (TIDEMARK_WORKERS)', parseWorkerCount)
    .option('--ephemeral', 'store nothing: all data is in memory')
    .option('--json', 'print the addresses as one JSON object, once the API listens')
    .option(ACCEPT_LOST_WRITES, ACCEPT_LOST_WRITES_HELP)
    .action(commandAction(runStart));
}

async function runStart(run: CommandRun, flags: StartFlags): Promise<void> {
  const { resources } = run;
  const progress = createStartProgress(process.stderr);
  resources.defer(() => progress.end());
  // Waiting starts before anything else: a signal during the start takes effect once the start is complete.
  const stopped = Promise.race([run.untilStopped(), untilParentEnds()]);
  const isEphemeral = flags.ephemeral === true;
  const env = isEphemeral
    ? { ...environmentOf(flags), TIDEMARK_DATA_DIR: temporaryFolder(resources) }
    : environmentOf(flags);
  const local = loadLocalConfig(env);
  const file = env.TIDEMARK_TOPOLOGY ?? '';
  progress.show('Starting the embedded Bigtable');
  const bigtable = await startBigtable(local, {
    isPortGiven: (env.TIDEMARK_LOCAL_PORT ?? '') !== '',
    acceptLostWrites: flags.acceptLostWrites === true,
    isEphemeral,
    topology: file !== '' ? loadCheckedTopology(file) : undefined,
  });
  resources.defer(() => bigtable.close());
  progress.show('Creating tables');
  const config = await configure(env, { local, endpoint: bigtable.endpoint });
  const { topologyFile: topology } = config.routing;
  const note = { endpoint: bigtable.endpoint, topology };
  resources.defer(announceLocalInstance(local.dataDir, note));
  const isJson = flags.json === true;
  if (!isJson) run.whenClosed(() => print(isEphemeral ? 'Stopped.' : 'Stopped; the data is kept.'));
  const { demo, traffic = false } = flags;
  await runService(resources, { config, bigtable, demo, traffic, isJson, progress }, stopped);
}

/** Creates a folder for what is not data, such as keys. It is deleted when the command ends. */
function temporaryFolder(resources: Resources): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-start-'));
  resources.defer(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Resolves when the process that has forked this one ends or disconnects; never without one. */
function untilParentEnds(): Promise<'parent ended'> {
  return new Promise((resolve) => process.once('disconnect', () => resolve('parent ended')));
}

function environmentOf({ regions, config, port, grpcPort, region, workers }: StartFlags): NodeJS.ProcessEnv {
  if (regions === true && config !== undefined)
    throw invalidArgument('--regions', 'cannot be combined with --config: it has a topology of its own');
  const given = processEnvironment();
  const env = regions === true ? { ...REGIONS_DEFAULTS, ...withoutEmpty(given) } : given;
  const file = (regions === true ? THREE_CONTINENTS : config) ?? env.TIDEMARK_TOPOLOGY ?? '';
  return {
    ...env,
    ...(file !== '' && { TIDEMARK_TOPOLOGY: resolve(file) }),
    ...(port !== undefined && { PORT: String(port) }),
    ...(grpcPort !== undefined && { TIDEMARK_GRPC_PORT: String(grpcPort) }),
    ...(region !== undefined && { TIDEMARK_REGION: region }),
    ...(workers !== undefined && { TIDEMARK_WORKERS: String(workers) }),
  };
}

function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}

/** Loads the topology, and rejects one that the API cannot use, which the embedded Bigtable alone would accept. */
function loadCheckedTopology(file: string): Topology {
  const topology = loadTopology(file);
  storeTopology(topology);
  return topology;
}

/** Returns the configuration of the API. Applies the schema and creates the token keys before it resolves. */
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
  /** Whether the user chose the port. */
  readonly isPortGiven: boolean;
  readonly acceptLostWrites: boolean;
  /** Whether the data is in memory only. */
  readonly isEphemeral: boolean;
  readonly topology?: Topology | undefined;
}

/** Starts the embedded Bigtable on its default port, or on any free port if that is taken and the user chose none. */
async function startBigtable(
  { host, port, dataDir }: Config['local'],
  { isPortGiven, acceptLostWrites, isEphemeral, topology }: BigtableStart,
): Promise<LocalBigtable> {
  const options = {
    host,
    port,
    dataDir: isEphemeral ? undefined : dataDir,
    acceptLostWrites,
    topology,
  };
  try {
    return await startEmbeddedBigtable(options);
  } catch (error) {
    if (isPortGiven || !isPortTaken(error)) throw error;
    printError(`Port ${port} is taken: the embedded Bigtable uses a free port.`);
    return startEmbeddedBigtable({ ...options, port: 0 });
  }
}

const isPortTaken = (error: unknown): boolean =>
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
const UNWRITABLE = 'the data folder cannot be written: writes fail until it can; see the log for the reason';

interface ServiceOptions {
  readonly config: Config;
  readonly bigtable: LocalBigtable;
  readonly demo: boolean;
  readonly traffic: boolean;
  /** Whether the addresses are printed as JSON, and nothing else is. */
  readonly isJson: boolean;
  readonly progress: StartProgress;
}

async function runService(
  resources: Resources,
  { config, bigtable, demo, traffic, isJson, progress }: ServiceOptions,
  stopped: Promise<string>,
): Promise<void> {
  if (demo) progress.show('Loading the demo event log');
  const loaded = demo ? await loadDemoInto(config) : undefined;
  const control = createControlClient(bigtable.endpoint);
  resources.defer(() => control.close());
  const faults = createFaultControl(control);
  progress.show('Starting the API');
  const service = await openService(config, { checkStore: () => checkStore(bigtable), faults });
  resources.defer(() => service.drain());
  resources.defer(onHangUp(() => service.reload()));
  const address = await Promise.race([service.listen(), stopped]);
  progress.end();
  if (typeof address !== 'string') {
    const url = `http://${address.host}:${address.port}`;
    // A server with access control would answer each request with an error.
    if (traffic && config.access.file === undefined)
      resources.defer(startDemoTraffic({ clock: systemClock, url }));
    if (isJson) print(JSON.stringify({ url, endpoint: bigtable.endpoint, dataDir: config.local.dataDir }));
    else printStarted({ url, bigtable, config, region: service.region, demo: loaded });
    if (loaded !== undefined && !isJson)
      for (const line of suggestedCommands(url, systemClock.nowMs(), loaded)) print(line);
  }
  await Promise.race([stopped, service.failed ?? stopped]);
  if (!isJson) print('\nDraining…');
}

/** Loads the demo through the operations of the API, before the API listens. */
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
  await withSchemaAdmin(config, async (store) => {
    const dependencies = { ...store, schema };
    const { steps } = await createPlanSchema(dependencies)();
    await createApplySchema(dependencies)(steps);
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
  print(`Tidemark is running. Press Ctrl-C to stop it. Data folder: ${config.local.dataDir}`);
  print();
  if (config.console.enabled) print(`  console            ${url}/console`);
  print(`  API                ${url}   (API reference: /openapi.json)`);
  print(`  embedded Bigtable  ${bigtable.endpoint}`);
  if (region !== undefined) print(`  region of the API  ${region}`);
  const { file } = config.access;
  if (file !== undefined)
    print(
      `  access             bearer tokens, configured in ${file}: curl -H "authorization: Bearer $TOKEN"`,
    );
  if (demo === undefined) return;
  const { deliveries, redeliveries, users, campaigns, alreadyLoaded } = demo;
  const when = alreadyLoaded ? ', loaded at an earlier start' : '';
  print(
    `  demo event log     ${countOf(deliveries, 'delivery', 'deliveries')}, ${redeliveries} of them repeats, ${countOf(users, 'user')}${when}`,
  );
  if (campaigns === undefined) return;
  print(
    `  demo campaigns     ${campaigns.campaigns}, with ${countOf(campaigns.deliveries, 'delivery', 'deliveries')} of their events`,
  );
}
