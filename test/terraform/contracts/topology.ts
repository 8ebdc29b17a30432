import { parseTopologyText } from '../../../src/routing/topology/topology-file';
import type { Topology } from '../../../src/routing/topology/topology';
import { textOf } from './deployment';
import type { Deployment } from './deployment';

/** Returns the topology for the application; the contract `topologyIsValid` reports when it cannot be read. */
export function topologyOf({ outputs }: Deployment): Topology | undefined {
  try {
    return parseTopologyText(textOf(outputs, 'topology'));
  } catch {
    return undefined;
  }
}
