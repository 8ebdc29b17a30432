import { createApp } from './app';
import { loadConfig, processEnvironment, type Config } from './config';
import { describeFailure } from './errors';
import type { Logger } from './platform/logger';
import { untilSignal } from './platform/until-signal';

/**
 * Runs the API until SIGTERM or SIGINT, drains, and resolves. SIGHUP reads the topology's file again. A second signal ends the process at once with 1; so
 * does an error that nobody caught, since what it left behind is unknown.
 */
export async function serve(config: Config): Promise<void> {
  // Before anything else: a signal that comes during the start is obeyed after it.
  const signalled = untilSignal();
  const app = await createApp(config);
  exitOnStrayErrors(app.logger);
  process.on('SIGHUP', () => app.reload());
  const { host, port } = await app.listen();
  app.logger.info({ host, port, ...storeOf(config) }, 'listening');
  const signal = await signalled;
  app.logger.info({ signal }, 'draining');
  await app.drain();
  app.logger.info('drained');
}

function storeOf({ bigtable, routing }: Config): Record<string, string> {
  const { emulatorHost, endpoint, project, instance } = bigtable;
  const store = emulatorHost ?? endpoint;
  if (routing.topologyFile !== undefined) return { store, topology: routing.topologyFile };
  return { store: `${store}/projects/${project}/instances/${instance}` };
}

function exitOnStrayErrors(logger: Logger): void {
  const onError = (err: unknown): void => {
    logger.fatal({ err }, 'stopping after an error that nobody caught');
    process.exit(1);
  };
  process.on('uncaughtException', onError).on('unhandledRejection', onError);
}

if (require.main === module) {
  const main = async (): Promise<void> => serve(loadConfig(processEnvironment()));
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${describeFailure(error)}\n`);
      process.exit(1);
    },
  );
}
