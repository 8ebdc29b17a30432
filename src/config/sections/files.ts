import { integer, type Environment } from '../environment';
import { ROUTING_DEFAULTS } from './store/routing';

/** Reads the polling interval of watched files (topology, access file, keys), in milliseconds. */
export function readFilePollingConfig(env: Environment): number {
  return env.get(
    'TIDEMARK_FILES_POLL_INTERVAL_MS',
    integer(100, 3_600_000),
    ROUTING_DEFAULTS.topologyPollMs,
    'Time between two reads of the files that may change at run time: topology, access file, keys',
  );
}
