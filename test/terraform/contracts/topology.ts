import { parseTopologyText } from '../../../src/routing/topology/topology-file';
import type { Topology } from '../../../src/routing/topology/topology';
import { textOf } from './deployment';
import type { Deployment } from './deployment';

/** What the application would be told; the contract `topologyIsUsable` says if it can't be read. */
export function topologyOf({ outputs }: Deployment): Topology | undefined {
  try {
    return parseTopologyText(textOf(outputs, 'topology'));
  } catch {
    return undefined;
  }
}
