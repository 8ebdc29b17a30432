import { Command } from 'commander';
import { serve } from '../../main';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { withLocalTopology } from '../local/topology';
import { parsePort, parseWorkerCount } from '../shared/units';

interface ServeFlags {
  readonly host?: string;
  readonly port?: number;
  readonly grpcPort?: number;
  readonly workers?: number;
}

/** Returns `tidemark serve`, which serves the API over an existing store. Environment variables configure it. */
export function serveCommand(): Command {
  return new Command('serve')
    .description('Serve the API over Cloud Bigtable, an emulator, or the local instance of this folder.')
    .option('--host <address>', 'address to listen on (TIDEMARK_HTTP_HOST)')
    .option('--port <number>', 'port to listen on; 0 for any free port (PORT)', parsePort)
    .option('--grpc-port <number>', 'port of the gRPC services (TIDEMARK_GRPC_PORT)', parsePort)
    .option('--workers <number>', 'worker processes that share the port (TIDEMARK_WORKERS)', parseWorkerCount)
    .action(commandAction(runServe));
}

async function runServe(_run: CommandRun, { host, port, grpcPort, workers }: ServeFlags): Promise<void> {
  const config = await withLocalTopology(loadCommandConfig());
  const processes = { ...config.processes, workers: workers ?? config.processes.workers };
  const http = { ...config.http, host: host ?? config.http.host, port: port ?? config.http.port };
  const grpc = { ...config.grpc, port: grpcPort ?? config.grpc.port };
  await serve({ ...config, http, grpc, processes });
  process.exit(0);
}
