import type { TableEntry } from '../catalog/catalog';
import { admin } from '../encoding/proto';
import type { EmulatedCluster } from '../replication/local-cluster';

type View = admin.Table.View;
const { View } = admin.Table;
const { ReplicationState } = admin.Table.ClusterState;

/** Returns the fields of a table that belong to a view. */
export function tableInView({ name, definition, instance }: TableEntry, view: View): admin.ITable {
  const clusters = [...instance.clusters.values()];
  switch (view) {
    case View.NAME_ONLY:
      return { name };
    case View.REPLICATION_VIEW:
      return { name, clusterStates: statesOf(clusters, replicationState) };
    case View.ENCRYPTION_VIEW:
      return { name, clusterStates: statesOf(clusters, encryptionState) };
    case View.FULL:
      return { ...definition, clusterStates: statesOf(clusters, fullState) };
    default:
      return definition;
  }
}

/** Converts the name of a view, which some decoders return, to its number. */
export const toView = (view: View | keyof typeof View): View =>
  typeof view === 'string' ? View[view] : view;

type ClusterState = admin.Table.IClusterState;

function statesOf(
  clusters: readonly EmulatedCluster[],
  state: (cluster: EmulatedCluster) => ClusterState,
): Record<string, ClusterState> {
  return Object.fromEntries(clusters.map((cluster) => [cluster.id, state(cluster)]));
}

const replicationState = ({ stopped }: EmulatedCluster): ClusterState => ({
  replicationState: stopped ? ReplicationState.UNPLANNED_MAINTENANCE : ReplicationState.READY,
});

const encryptionState = (): ClusterState => ({
  encryptionInfo: [{ encryptionType: admin.EncryptionInfo.EncryptionType.GOOGLE_DEFAULT_ENCRYPTION }],
});

const fullState = (cluster: EmulatedCluster): ClusterState => ({
  ...replicationState(cluster),
  ...encryptionState(),
});
