import { missingForMoves } from '../routing/topology/missing-for-moves';
import type { StoreTopology } from '../routing/topology/store-topology';

/** Returns what a placement lacks for moves to and from it, as a sentence; undefined if it lacks nothing. */
export function missingForMovesIn(topology: StoreTopology, name: string): string | undefined {
  const placement = topology.placements?.placements.get(name);
  return placement === undefined ? 'it is not in the topology' : missingForMoves(topology, placement);
}
