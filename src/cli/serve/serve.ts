import { Command } from 'commander';
import { serve } from '../../main';
import { loadCommandConfig } from '../shared/connection';
import { withLocalTopology } from '../local/topology';
import { parsePort, parseWorkerCount } from '../shared/units';

interface ServeFlags {
  readonly host?: string;
  readonly port?: number;
  readonly workers?: number;
}

/** `tidemark serve`: the API over an existing store; configured by the environment as described in the docs. */
export function serveCommand(): Command {
  return new Command('serve')
    .description(
      'Serve the API over Cloud Bigtable, an emulator, or the local instance that runs in this folder.',
    )
    .option('--host <address>', 'address to listen on (TIDEMARK_HTTP_HOST)')
    .option('--port <number>', 'port to listen on; 0 takes any free one (PORT)', parsePort)
    .option(
      '--workers <number>',
      'processes that serve the port together (TIDEMARK_WORKERS)',
      parseWorkerCount,
    )
    .action(runServe);
}

async function runServe({ host, port, workers }: ServeFlags): Promise<void> {
  const config = await withLocalTopology(loadCommandConfig());
  const processes = { ...config.processes, workers: workers ?? config.processes.workers };
  const http = { ...config.http, host: host ?? config.http.host, port: port ?? config.http.port };
  await serve({ ...config, http, processes });
  process.exit(0);
}
