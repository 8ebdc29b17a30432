/**
 * The embedded Bigtable alone in a process, in memory or on the folder given, with the clusters of the topology file given;
 * reports its endpoint to its parent, and its processor time in microseconds when asked.
 */
import '../../src/platform/process/v8-flags';
import { startLocalBigtable } from '../../src/local-bigtable/index';
import { loadTopology } from '../../src/routing/topology/topology-file';
import { answerMessages } from './answer-messages';

const [dataDir, topologyFile] = process.argv
  .slice(2)
  .map((argument) => (argument === '' ? undefined : argument));

const started = startLocalBigtable({
  host: '127.0.0.1',
  port: 0,
  ...(dataDir !== undefined && { dataDir }),
  ...(topologyFile !== undefined && { topology: loadTopology(topologyFile) }),
}).then(({ endpoint }) => endpoint);
answerMessages(() => {
  const { user, system } = process.cpuUsage();
  return user + system;
}, started);
