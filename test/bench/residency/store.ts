/** The embedded Bigtable alone in a process, which reports its load. */
import '../../../src/platform/process/v8-flags';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startLocalBigtable } from '../../../src/local-bigtable/index';
import { loadTopology } from '../../../src/routing/topology/topology-file';
import { answerMessages } from '../answer-messages';

/** Load of the store since the last question. */
export interface StoreLoad {
  /** Time for which an event waits until the process begins to handle it, at the 99th percentile, in milliseconds. */
  readonly waitP99Ms: number;
  /** Processor time of the process, in milliseconds. */
  readonly cpuMs: number;
}

const RESOLUTION_MS = 1;

const [topologyFile] = process.argv.slice(2) as [string];
const started = startLocalBigtable({
  host: '127.0.0.1',
  port: 0,
  topology: loadTopology(topologyFile),
}).then(({ endpoint }) => endpoint);

const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();
let cpu = process.cpuUsage();

function load(): StoreLoad {
  const { user, system } = process.cpuUsage(cpu);
  // The delays that Node.js reports include the interval of its timer.
  const waitP99Ms = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
  delay.reset();
  cpu = process.cpuUsage();
  return { waitP99Ms, cpuMs: (user + system) / 1_000 };
}

answerMessages(load, started);
