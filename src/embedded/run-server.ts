/** Runs the server of an embedded Bigtable in this process. */
import { TidemarkError } from '../errors';
import { startLocalBigtable } from '../local-bigtable/index';
import { listenError } from '../platform/network/listen-error';
import { loadTopology, parseTopology } from '../routing/topology/topology-file';
import type { LocalTopology } from './local-topology';

/** Options as plain data, which can also be sent to another process. */
export interface ServerOptions {
  readonly topology?: LocalTopology | string | undefined;
  readonly host: string;
  readonly port: number;
  readonly dataDir?: string | undefined;
}

export interface RunningServer {
  /** `host:port` */
  readonly endpoint: string;
  stop(): Promise<void>;
}

const SETTINGS = { port: 'port', host: 'host' };

export async function startInProcess(options: ServerOptions): Promise<RunningServer> {
  const { topology, host, port, dataDir } = options;
  const parsed = typeof topology === 'string' ? loadTopology(topology) : topology && parseTopology(topology);
  const folder = dataDir === undefined ? {} : { dataDir };
  try {
    const server = await startLocalBigtable({ host, port, topology: parsed, ...folder });
    return { endpoint: server.endpoint, stop: () => server.close() };
  } catch (error) {
    throw startError(error, { host, port });
  }
}

function startError(error: unknown, address: { readonly host: string; readonly port: number }): Error {
  if (error instanceof TidemarkError) return error;
  const systemError = error as NodeJS.ErrnoException;
  if (systemError.syscall === 'listen') return listenError(systemError, address, SETTINGS);
  return systemError;
}
