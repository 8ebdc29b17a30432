import './platform/process/v8-flags';
import { loadConfig, processEnvironment, type Config } from './config/index';
import { describeFailure } from './errors';
import { ignoreOutputErrors, FINAL_FLUSH_MS, flushLogs } from './platform/telemetry/log-output';
import { exitOnUncaughtErrors } from './platform/process/uncaught-errors';
import { untilSignal } from './platform/process/until-signal';
import { openService } from './workers/service';

/**
 * Runs the API until SIGTERM or SIGINT, drains, and resolves. SIGHUP reads the topology, access and key files again. A
 * second signal ends the process at once with exit code 1; so does an uncaught error, since the state of the process is
 * unknown then.
 */
export async function serve(config: Config): Promise<void> {
  // Before anything else, so that a signal during the start is handled after it.
  const signalled = untilSignal();
  ignoreOutputErrors();
  const service = await openService(config);
  const { logger } = service;
  exitOnUncaughtErrors(logger);
  process.on('SIGHUP', () => service.reload());
  try {
    const address = await Promise.race([service.listen(), signalled]);
    if (typeof address !== 'string') logger.info({ ...address, ...storeOf(config) }, 'listening');
    logger.info({ signal: await Promise.race([signalled, service.failed ?? signalled]) }, 'draining');
  } finally {
    await service.drain();
  }
  logger.info('drained');
  await flushLogs(FINAL_FLUSH_MS);
}

function storeOf({ bigtable, routing }: Config): Record<string, string> {
  const { emulatorHost, endpoint, project, instance } = bigtable;
  const store = emulatorHost ?? endpoint;
  if (routing.topologyFile !== undefined) return { store, topology: routing.topologyFile };
  return { store: `${store}/projects/${project}/instances/${instance}` };
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
