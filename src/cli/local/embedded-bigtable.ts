/** Starts the embedded Bigtable in this process, for `tidemark local` and `tidemark start`. */
import { join } from 'node:path';
import { loadAccessConfig } from '../../config/index';
import { invalidArgument } from '../../errors';
import {
  startLocalBigtable,
  type LocalBigtable,
  type LocalBigtableOptions,
  type StorageObserver,
} from '../../local-bigtable/index';
import { listenError } from '../../platform/network/listen-error';
import { isLoopback } from '../../platform/network/loopback';
import { printFailures } from './embedded-failures';
import { printError } from '../shared/terminal';

export interface EmbeddedBigtableOptions extends Pick<
  LocalBigtableOptions,
  'host' | 'port' | 'topology' | 'acceptLostWrites'
> {
  /** Data folder. The data is in its subfolder `bigtable`. Absent: all data is in memory. */
  readonly dataDir?: string | undefined;
}

const SETTINGS = { port: 'TIDEMARK_LOCAL_PORT', host: '--host' };
export const ACCEPT_LOST_WRITES = '--accept-lost-writes';
export const ACCEPT_LOST_WRITES_HELP =
  'open a data folder that has lost acknowledged writes, and continue without them';

/** Throws `invalid_argument` when the port is taken. Prints outages of the data folder on standard error. */
export async function startEmbeddedBigtable({
  dataDir,
  ...options
}: EmbeddedBigtableOptions): Promise<LocalBigtable> {
  const folder = dataDir === undefined ? {} : { dataDir: join(dataDir, 'bigtable') };
  try {
    return await startLocalBigtable({ ...printFailures, ...options, ...folder, storageObserver });
  } catch (error) {
    const systemError = error as NodeJS.ErrnoException;
    throw systemError.syscall === 'listen' ? listenError(systemError, options, SETTINGS) : error;
  }
}

/**
 * Throws `invalid_argument` for a host that other machines can reach, unless TIDEMARK_ACCESS is `open`: the embedded
 * Bigtable authenticates no client.
 */
export function checkEmbeddedHost(host: string, variables: NodeJS.ProcessEnv): void {
  if (isLoopback(host)) return;
  if (loadAccessConfig(variables).open) {
    printError(`tidemark: access is open: any client that can reach ${host} may read and change everything`);
    return;
  }
  throw invalidArgument(
    '--host',
    `${host} can be reached by other machines, and the embedded Bigtable authenticates no client: choose a loopback ` +
      'address, or set TIDEMARK_ACCESS=open',
  );
}

const storageObserver: StorageObserver = {
  onUnwritable({ message }) {
    printError(
      `tidemark: ${message}. Writes fail until the folder can be written again; no restart is needed.`,
    );
  },
  onWritable(outageMs) {
    const seconds = Math.round(outageMs / 1_000);
    printError(`tidemark: the data folder can be written again, after ${seconds} s.`);
  },
};
