import { Command } from 'commander';
import { join } from 'node:path';
import { createApp, type App } from '../app';
import { loadConfig, loadLocalConfig, processEnvironment, type Config } from '../config';
import { startLocalBigtable, type LocalBigtable } from '../local/server';
import { createApplySchema, createPlanSchema } from '../operations/apply-schema';
import { systemClock } from '../platform/clock';
import { withAdmin } from './connection';
import { loadDemo, type DemoSummary } from './demo';
import { announceLocalInstance } from './local-instance';
import { print, printError, untilSignal } from './terminal';
import { tryOut } from './try-out';

interface StartFlags {
  readonly demo: boolean;
}

/** `tidemark start`, which is `npm start`: everything on one machine, with nothing but Node. */
export function startCommand(): Command {
  return new Command('start')
    .description(
      'Run the embedded Bigtable and the API in one process, with a small demo event log. ' +
        'Data is kept in TIDEMARK_DATA_DIR; the ports are PORT and TIDEMARK_LOCAL_PORT.',
    )
    .option('--no-demo', 'do not load the demo event log')
    .action(start);
}

async function start({ demo }: StartFlags): Promise<void> {
  // Before anything else: a signal that comes during the start is obeyed after it.
  const signalled = untilSignal();
  const env = processEnvironment();
  const local = loadLocalConfig(env);
  const bigtable = await startBigtable(local, (env.TIDEMARK_LOCAL_PORT ?? '') !== '');
  const withdraw = announceLocalInstance(local.dataDir, bigtable.endpoint);
  try {
    const config = loadConfig({
      TIDEMARK_LOG_LEVEL: 'warn',
      ...env,
      BIGTABLE_EMULATOR_HOST: bigtable.endpoint,
    });
    await runApp({ config, bigtable, demo }, signalled);
  } finally {
    withdraw();
    await bigtable.close();
  }
  print('Stopped; the data is kept.');
}

/** The usual port, or, where the user did not ask for one and it is taken, any free one. */
async function startBigtable(local: Config['local'], portAsked: boolean): Promise<LocalBigtable> {
  const { host, port, dataDir } = local;
  const options = { host, port, dataDir: join(dataDir, 'bigtable') };
  try {
    return await startLocalBigtable(options);
  } catch (error) {
    if (portAsked || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    printError(`Port ${port} is taken: the embedded Bigtable takes a free one.`);
    return startLocalBigtable({ ...options, port: 0 });
  }
}

interface Run {
  readonly config: Config;
  readonly bigtable: LocalBigtable;
  readonly demo: boolean;
}

async function runApp({ config, bigtable, demo }: Run, signalled: Promise<unknown>): Promise<void> {
  const app = await createApp(config);
  try {
    await applySchema(app, config);
    const loaded = demo
      ? await loadDemo(app.operations, config.local.dataDir, systemClock.nowMs())
      : undefined;
    const { host, port } = await app.listen();
    const url = `http://${host}:${port}`;
    printStarted({ url, bigtable, dataDir: config.local.dataDir, demo: loaded });
    if (loaded !== undefined) for (const line of tryOut(url, systemClock.nowMs())) print(line);
    await signalled;
    print('\nDraining…');
  } finally {
    await app.drain();
  }
}

async function applySchema({ schema }: App, config: Config): Promise<void> {
  await withAdmin(config, async (admin) => {
    const { steps } = await createPlanSchema({ admin, schema })();
    await createApplySchema({ admin, schema })(steps);
  });
}

interface Started {
  readonly url: string;
  readonly bigtable: LocalBigtable;
  readonly dataDir: string;
  readonly demo: DemoSummary | undefined;
}

function printStarted({ url, bigtable, dataDir, demo }: Started): void {
  print(`Tidemark runs. Ctrl-C stops it; its data stays in ${dataDir}.`);
  print();
  print(`  API                ${url}   (/openapi.json tells all of it)`);
  print(`  embedded Bigtable  ${bigtable.endpoint}`);
  if (demo === undefined) return;
  const { deliveries, redeliveries, users, alreadyLoaded } = demo;
  const when = alreadyLoaded ? ', loaded at an earlier start' : '';
  print(
    `  demo event log     ${deliveries} deliveries, ${redeliveries} of them repeats, ${users} users${when}`,
  );
}
