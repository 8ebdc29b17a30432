/** What `tidemark local` and `tidemark start` have in common: the embedded Bigtable of this process. */
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
  /** Folder whose subfolder keeps the data; absent, all data is in memory. */
  readonly dataDir?: string | undefined;
}

const SETTINGS = { port: 'TIDEMARK_LOCAL_PORT', host: 'host' };
export const ACCEPT_LOST_WRITES = '--accept-lost-writes';
export const ACCEPT_LOST_WRITES_HELP =
  'open a data folder that has lost acknowledged writes, without these writes';

/** Throws `invalid_argument` for a port that is taken. Outages of the data folder go to standard error. */
export async function startEmbeddedBigtable({
  dataDir,
  ...options
}: EmbeddedBigtableOptions): Promise<LocalBigtable> {
  const folder = dataDir === undefined ? {} : { dataDir: join(dataDir, 'bigtable') };
  try {
    return await startLocalBigtable({ ...printFailures, ...options, ...folder, storageObserver });
  } catch (error) {
    const ofSystem = error as NodeJS.ErrnoException;
    throw ofSystem.syscall === 'listen' ? listenError(ofSystem, options, SETTINGS) : error;
  }
}

/**
 * Throws `invalid_argument` for a host that other machines can reach, unless the configuration says that every caller may do
 * everything there: the embedded Bigtable authenticates no client.
 */
export function checkEmbeddedHost(host: string, variables: NodeJS.ProcessEnv): void {
  if (isLoopback(host)) return;
  if (loadAccessConfig(variables).open) {
    printError(`tidemark: open: any client that can reach ${host} may read and change everything`);
    return;
  }
  throw invalidArgument(
    'host',
    `${host} can be reached by other machines, and the embedded Bigtable authenticates no client: choose a loopback ` +
      'address, or set TIDEMARK_ACCESS=open',
  );
}

const storageObserver: StorageObserver = {
  onUnwritable({ message }) {
    printError(`tidemark: ${message}. Writes fail until it can be written again; no restart is needed.`);
  },
  onWritable(outageMs) {
    const seconds = Math.round(outageMs / 1_000);
    printError(`tidemark: the data folder can be written again, after ${seconds} s.`);
  },
};
