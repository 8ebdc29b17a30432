import { parseTopologyText } from '../../../src/routing/topology/topology-file';
import { storeTopology, type StoreTopology } from '../../../src/routing/topology/store-topology';
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

/** Returns the topology as the application uses it; undefined if it is invalid, which `topologyIsValid` reports. */
export function storeTopologyOf(deployment: Deployment): StoreTopology | undefined {
  try {
    const topology = topologyOf(deployment);
    return topology && storeTopology(topology);
  } catch {
    return undefined;
  }
}

export const hasPlacements = (deployment: Deployment): boolean =>
  topologyOf(deployment)?.placements !== undefined;
