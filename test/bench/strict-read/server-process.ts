/** The embedded Bigtable alone in a process, in memory, with the topology that its parent sends. */
import { startLocalBigtable } from '../../../src/local-bigtable/index';
import type { Topology } from '../../../src/routing/topology/topology';
import { answerMessages } from '../answer-messages';

answerMessages(async (topology: Topology) => {
  const { endpoint } = await startLocalBigtable({ host: '127.0.0.1', port: 0, topology });
  return endpoint;
});
