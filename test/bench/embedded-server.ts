/** The embedded Bigtable alone in a process, in memory; tells its parent where it listens. */
import { startLocalBigtable } from '../../src/local/server';

void startLocalBigtable({ host: '127.0.0.1', port: 0 }).then(({ endpoint }) => process.send?.(endpoint));
