/** The embedded Bigtable alone in a process, in memory, with the topology that its parent sends; ends with its parent's channel. */
import { startLocalBigtable } from '../../../src/local/server';
import type { Topology } from '../../../src/topology/topology';

process.once('message', (topology: Topology) => {
  void startLocalBigtable({ host: '127.0.0.1', port: 0, topology }).then((bigtable) => {
    process.once('disconnect', () => void bigtable.close().then(() => process.exit()));
    process.send?.(bigtable.endpoint);
  });
});
