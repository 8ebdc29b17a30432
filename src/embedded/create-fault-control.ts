import type { control } from '../local-bigtable/index';
import type { ControlClient } from './control-client';
import type { FaultControl, FaultScope } from './fault-control';
import type { ClusterState, InstanceState, LinkState } from './instance-state';

const scopeOf = ({ forMs = 0, instance = '' }: FaultScope = {}) => ({ forMs, instance });

/** Creates the methods over the control API, which the in-process server and the child process both serve. */
export function createFaultControl(client: ControlClient): FaultControl {
  const changeCluster = async (
    name: string,
    change: control.IClusterChange,
    scope?: FaultScope,
  ): Promise<void> => {
    await client.changeClusters({ name, change, ...scopeOf(scope) });
  };
  return {
    async cut(a, b = '', scope) {
      await client.changeLinks({ a, b, change: { partitioned: true }, ...scopeOf(scope) });
    },
    async heal(a = '', b = '') {
      await client.changeLinks({ a, b, change: { partitioned: false } });
    },
    async link(a, b, conditions, scope) {
      await client.changeLinks({ a, b, change: conditions, ...scopeOf(scope) });
    },
    slow: (cluster, slowMs, scope) => changeCluster(cluster, { slowMs }, scope),
    failRequests: (cluster, errorRate, scope) => changeCluster(cluster, { errorRate }, scope),
    skewClock: (cluster, clockSkewMs, scope) => changeCluster(cluster, { clockSkewMs }, scope),
    stopCluster: (cluster, scope) => changeCluster(cluster, { stopped: true }, scope),
    startCluster: (cluster) => changeCluster(cluster, { stopped: false }),
    async reset() {
      await client.reset();
    },
    status: async () => instanceStates(await client.status()),
  };
}

/** Converts the answer of the control API. */
function instanceStates({ instances }: control.Status): readonly InstanceState[] {
  return instances.map(({ name, clusters, links, tables, pendingRows }) => ({
    name: name ?? '',
    clusters: (clusters ?? []).map(clusterState),
    links: (links ?? []).map(linkState),
    tables: Number(tables ?? 0),
    pendingRows: Number(pendingRows ?? 0),
  }));
}

function clusterState(cluster: control.IClusterStatus): ClusterState {
  const { id, region, stopped, slowMs, errorRate, pendingCommits } = cluster;
  return {
    id: id ?? '',
    region: region ?? '',
    stopped: stopped ?? false,
    slowMs: slowMs ?? 0,
    errorRate: errorRate ?? 0,
    pendingCommits: Number(pendingCommits ?? 0),
  };
}

function linkState({ from, to, blocked, backlog, lagMs }: control.ILinkStatus): LinkState {
  return {
    from: from ?? '',
    to: to ?? '',
    blocked: blocked ?? false,
    backlog: Number(backlog ?? 0),
    lagMs: lagMs ?? 0,
  };
}
