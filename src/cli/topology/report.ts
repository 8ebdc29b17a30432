/** Describes how requests are routed with a topology, as JSON and as text. */
import { groupByRegion, distanceFrom } from '../../routing/affinity/distance';
import { isPlacedTable, isReservedTable } from '../../core/residency/placement-rules';
import type { Cluster } from '../../routing/topology/cluster';
import { isFenced, type StoreInstance, type StoreTopology } from '../../routing/topology/store-topology';
import { regionsOf } from '../../store/region';
import { textTable } from '../shared/text-table';
import {
  describePlacements,
  placementLines,
  placementRemarks,
  type PlacementsReport,
} from './placement-report';

export interface TopologyReport {
  readonly instances: readonly InstanceReport[];
  /** Instance id by corpus. The first instance has all corpora that are not listed. */
  readonly corpora: Readonly<Record<string, string>>;
  /** Absent without placements: each corpus is in one instance. */
  readonly residency: PlacementsReport | undefined;
  /** Regions of serving clusters, nearest first, by the region of a process. */
  readonly orders: Readonly<Record<string, readonly string[]>>;
  /** Sentences about settings that are valid, but may be mistakes. */
  readonly remarks: readonly string[];
}

interface InstanceReport {
  readonly name: string;
  readonly clusters: readonly ClusterReport[];
  /** Clusters whose writes strict and bounded reads account for. */
  readonly origins: readonly string[];
}

type ClusterReport = Pick<Cluster, 'id' | 'region' | 'workload' | 'writes' | 'appProfileId' | 'indirect'>;

export function describeTopology(topology: StoreTopology): TopologyReport {
  const regions = regionsOf(topology);
  return {
    instances: topology.instances.map(reportInstance),
    corpora: Object.fromEntries(
      [...topology.corpora].filter(([table]) => isCorpus(table)).map(([corpus, { id }]) => [corpus, id]),
    ),
    residency: describePlacements(topology),
    orders: Object.fromEntries(regions.map((region) => [region, orderFrom(region, topology)])),
    remarks: [...topology.instances.flatMap(remarksOn), ...placementRemarks(topology)],
  };
}

const isCorpus = (table: string): boolean => !isPlacedTable(table) && !isReservedTable(table);

function allClusters({ clusters, rowAffinityEntries }: StoreInstance): readonly Cluster[] {
  return [...clusters.serving, ...rowAffinityEntries, ...clusters.batch];
}

function reportInstance(instance: StoreInstance): InstanceReport {
  const clusters = allClusters(instance).map(({ id, region, workload, writes, appProfileId, indirect }) => ({
    id,
    region,
    workload,
    writes,
    appProfileId,
    indirect,
  }));
  const origins = instance.clusters.serving.filter(
    ({ writes }) => writes === 'accepted' || writes === 'draining',
  );
  const name = `projects/${instance.project}/instances/${instance.id}`;
  return { name, clusters, origins: origins.map(({ id }) => id) };
}

function orderFrom(region: string, { instances, links }: StoreTopology): readonly string[] {
  const serving = instances.flatMap(({ clusters }) => clusters.serving.filter((each) => !isFenced(each)));
  const groups = groupByRegion(serving, (cluster) => cluster.region, distanceFrom(region, links));
  return groups.map(([first]) => first!.region);
}

function remarksOn({ id, clusters: { serving, batch } }: StoreInstance): readonly string[] {
  const remarks: string[] = [];
  if (!serving.some(({ writes }) => writes === 'accepted')) remarks.push('no serving cluster accepts writes');
  if (batch.length === 0) remarks.push('batch jobs have no cluster, and no Data Boost profile to read with');
  else if (!batch.some(({ writes }) => writes === 'accepted')) remarks.push('batch jobs can only read');
  return remarks.map((remark) => `${id}: ${remark}`);
}

export function topologyLines(report: TopologyReport): string[] {
  return [
    ...report.instances.flatMap(instanceLines),
    ...Object.entries(report.corpora).map(([corpus, instance]) => `corpus ${corpus} is in ${instance}`),
    ...(report.residency === undefined ? [] : placementLines(report.residency)),
    'Order of regions, for serving reads and writes:',
    ...Object.entries(report.orders).map(([region, order]) => `  from ${region}: ${order.join(', ')}`),
    ...report.remarks.map((remark) => `Note: ${remark}.`),
  ];
}

function instanceLines({ name, clusters, origins }: InstanceReport): string[] {
  const header = ['cluster', 'region', 'workload', 'writes', 'app profile'];
  const rows = clusters.map((cluster) => [
    cluster.id,
    cluster.region,
    cluster.workload,
    cluster.writes,
    cluster.appProfileId,
  ]);
  const originList = origins.length === 0 ? 'none' : origins.join(', ');
  return [
    name,
    textTable(header, rows),
    `Strict and bounded reads account for the writes of: ${originList}`,
    '',
  ];
}
