import { clusterDefinition, clusterName, placeOfCluster } from '../catalog/definitions';
import {
  failedPreconditionError,
  invalidArgumentError,
  resourceExhaustedError,
  type RpcError,
} from '../grpc/rpc-error';
import { BIGTABLE_LIMITS } from '../bigtable-limits';
import { admin } from '../encoding/proto';
import { checkName } from './resource-names';

type Autoscaling = admin.Cluster.IClusterAutoscalingConfig;

/**
 * Returns the definition of a new cluster with production's defaults. Throws the status of production for an invalid
 * request.
 */
export function completeCluster(instance: string, id: string, requested: admin.ICluster): admin.ICluster {
  if (!CLUSTER_ID.test(id)) {
    throw invalidArgumentError(
      `cluster_id must be ${BIGTABLE_LIMITS.clusterIdCharsMin} to ${BIGTABLE_LIMITS.clusterIdCharsMax} characters, lower-case ` +
        `letters, digits and dashes, beginning with a letter: "${id}"`,
    );
  }
  checkName('location', 'location', requested.location ?? '');
  if (autoscalingOf(requested) !== undefined && (requested.serveNodes ?? 0) > 0)
    throw conflictingScalingError();
  const place = placeOfCluster({ ...requested, name: clusterName(instance, id) });
  const { nodeScalingFactor, defaultStorageType, encryptionConfig } = requested;
  return applyScaling({
    ...clusterDefinition(instance, place),
    location: requested.location ?? '',
    serveNodes: requested.serveNodes ?? 0,
    ...(nodeScalingFactor && { nodeScalingFactor }),
    ...(defaultStorageType && { defaultStorageType }),
    ...(encryptionConfig && { encryptionConfig }),
    ...(requested.clusterConfig && { clusterConfig: requested.clusterConfig }),
  });
}

/** Returns a cluster's autoscaling configuration, if any. */
export function autoscalingOf({ clusterConfig }: admin.ICluster): Autoscaling | undefined {
  return clusterConfig?.clusterAutoscalingConfig ?? undefined;
}

/**
 * Applies manual scaling, which fixes the number of nodes, or autoscaling. The autoscaler changes a present number of
 * nodes later, and never without load; a new cluster starts within its limits.
 */
export function applyScaling(cluster: admin.ICluster): admin.ICluster {
  const autoscaling = autoscalingOf(cluster);
  const nodes = cluster.serveNodes ?? 0;
  const step = cluster.nodeScalingFactor === TWOFOLD ? 2 : 1;
  if (nodes < 0 || nodes % step !== 0) {
    throw invalidArgumentError(`serve_nodes must be a multiple of ${step}, not ${nodes}`);
  }
  // Without a value, production chooses by the amount of data, which is small here.
  if (autoscaling === undefined) return { ...cluster, serveNodes: nodes || step, clusterConfig: null };
  const { minServeNodes } = checkedLimits(autoscaling, step);
  const serveNodes = nodes || minServeNodes;
  const autoscalingTargets = checkedTargets(autoscaling, cluster.defaultStorageType);
  const clusterAutoscalingConfig = { ...autoscaling, autoscalingTargets };
  return { ...cluster, serveNodes, clusterConfig: { ...cluster.clusterConfig, clusterAutoscalingConfig } };
}

export const conflictingScalingError = (): RpcError =>
  invalidArgumentError('Exactly one of serve_nodes and cluster_autoscaling_config can be set');

/** Checks the clusters of an instance: one per zone, in a limited number of regions. */
export function checkClusterPlacement(clusters: readonly admin.ICluster[]): void {
  const places = clusters.map(placeOfCluster);
  if (new Set(places.map(({ zone }) => zone)).size < places.length) {
    // Production's wording: https://github.com/googleapis/google-cloud-go/pull/9098
    throw failedPreconditionError('Cannot create multiple clusters in the same zone.');
  }
  const regions = new Set(places.map(({ region }) => region)).size;
  if (regions > BIGTABLE_LIMITS.regionsPerInstanceMax) {
    throw resourceExhaustedError(
      `The clusters are in ${regions} regions, over the limit of ${BIGTABLE_LIMITS.regionsPerInstanceMax}`,
    );
  }
}

function checkedLimits({ autoscalingLimits }: Autoscaling, step: number) {
  const { minServeNodes, maxServeNodes } = { minServeNodes: 0, maxServeNodes: 0, ...autoscalingLimits };
  const whole = Number(minServeNodes) % step === 0 && Number(maxServeNodes) % step === 0;
  if (!whole || !(Number(minServeNodes) >= 1 && Number(maxServeNodes) >= Number(minServeNodes))) {
    throw invalidArgumentError(
      `autoscaling_limits must be 1 ≤ min_serve_nodes ≤ max_serve_nodes, in steps of ${step}, ` +
        `not ${minServeNodes} and ${maxServeNodes}`,
    );
  }
  return { minServeNodes: Number(minServeNodes) };
}

function checkedTargets({ autoscalingTargets }: Autoscaling, storage: admin.ICluster['defaultStorageType']) {
  const cpu = autoscalingTargets?.cpuUtilizationPercent ?? 0;
  if (cpu < CPU_PERCENT.min || cpu > CPU_PERCENT.max) {
    throw invalidArgumentError(
      `cpu_utilization_percent must be ${CPU_PERCENT.min} to ${CPU_PERCENT.max}, not ${cpu}`,
    );
  }
  const range = STORAGE_GIB_PER_NODE[storage === admin.StorageType.HDD ? 'hdd' : 'ssd'];
  const gib = autoscalingTargets?.storageUtilizationGibPerNode || range.min;
  if (gib < range.min || gib > range.max) {
    throw invalidArgumentError(
      `storage_utilization_gib_per_node must be ${range.min} to ${range.max}, not ${gib}`,
    );
  }
  return { cpuUtilizationPercent: cpu, storageUtilizationGibPerNode: gib };
}

const TWOFOLD = admin.Cluster.NodeScalingFactor.NODE_SCALING_FACTOR_2X;
const CPU_PERCENT = { min: 10, max: 80 };
const STORAGE_GIB_PER_NODE = { ssd: { min: 2_560, max: 5_120 }, hdd: { min: 8_192, max: 16_384 } };
const CLUSTER_ID = new RegExp(
  `^[a-z][-a-z0-9]{${BIGTABLE_LIMITS.clusterIdCharsMin - 1},${BIGTABLE_LIMITS.clusterIdCharsMax - 1}}$`,
);
