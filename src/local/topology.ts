import type { ClusterPlace } from './replication/cluster';
import type { RegionLink } from './replication/network';
import type { AppProfile } from './routing';

/** What the embedded Bigtable is to be: instances, their clusters and app profiles, and what lies between regions. */
export interface Topology {
  /** Where clients are that do not say it. */
  readonly clientRegion?: string;
  readonly links: readonly RegionLink[];
  readonly instances: readonly InstanceDeclaration[];
}

/** An instance as a topology declares it: at each start it is made to be so. */
export interface InstanceDeclaration {
  /** `projects/…/instances/…` */
  readonly name: string;
  readonly displayName: string;
  readonly clusters: readonly ClusterDeclaration[];
  /** Without one named `default`, the instance has the one that instances have. */
  readonly appProfiles: readonly AppProfileDeclaration[];
}

export interface ClusterDeclaration extends ClusterPlace {
  readonly nodes: number;
  readonly role: ClusterRole;
}

/** What a cluster is for. The embedded Bigtable serves both alike; it is the application that keeps them apart. */
export type ClusterRole = 'serving' | 'batch';

export interface AppProfileDeclaration extends AppProfile {
  readonly description: string;
  /** As production names them: recorded and told, without effect here. */
  readonly priority: Priority;
}

export type Priority = 'low' | 'medium' | 'high';
