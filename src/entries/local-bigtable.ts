/** Entry `tidemark/local-bigtable` of the package: the embedded Bigtable, with faults that a program controls. */
export { startLocalBigtable } from '../embedded/start-local-bigtable';
export type { LocalBigtable, LocalBigtableOptions } from '../embedded/local-bigtable';
export type { FaultControl, FaultScope, LinkConditions } from '../embedded/fault-control';
export type { ClusterState, InstanceState, LinkState } from '../embedded/instance-state';
export type {
  LocalAppProfile,
  LocalCluster,
  LocalInstance,
  LocalLink,
  LocalTopology,
} from '../embedded/local-topology';
