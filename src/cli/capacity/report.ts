/** Formats a capacity plan as text. */
import type { CapacityPlan, ClusterPlan, RegionPlan } from '../../core/capacity/plan-capacity';
import { countOf } from '../../core/shared/count-of';
import { textTable } from '../shared/text-table';

export function capacityLines(plan: CapacityPlan): string[] {
  return [
    'Regions at peak load. Each process has one core. A region can take over the load of its nearest region',
    '',
    textTable(REGION_HEADER, plan.regions.map(regionRow)),
    '',
    'Clusters; load in nodes that do nothing else',
    '',
    textTable(CLUSTER_HEADER, plan.clusters.map(clusterRow)),
    '',
    ...totalLines(plan),
  ];
}

const REGION_HEADER = ['region', 'reads/s', 'at most', 'events/s', 'API', 'consumers'];

function regionRow(region: RegionPlan): readonly string[] {
  const { readsPerSecond, readsPerSecondMost, eventsPerSecond, apiProcesses, consumerProcesses } = region;
  const rates = [readsPerSecond, readsPerSecondMost, eventsPerSecond].map(whole);
  return [region.region, ...rates, String(apiProcesses), String(consumerProcesses)];
}

const CLUSTER_HEADER = [
  'cluster',
  'region',
  'workload',
  'nodes',
  'reads',
  'writes',
  'heartbeats',
  'heartbeat reads',
];

function clusterRow({ id, region, workload, nodes, ...busy }: ClusterPlan): readonly string[] {
  const parts = [busy.reads, busy.writes, busy.heartbeats, busy.heartbeatReads].map((each) =>
    each.toFixed(2),
  );
  return [id, region, workload, String(nodes), ...parts];
}

function totalLines({ totals, clusters }: CapacityPlan): string[] {
  const { monthly, storageBytesPerCluster, replicatedBytesPerSecond } = totals;
  const parts = Object.entries<number>({ ...monthly }).filter(([name]) => name !== 'total');
  return [
    `${whole(totals.nodes)} ${totals.nodes === 1 ? 'node' : 'nodes'} in ${countOf(clusters.length, 'cluster')}, ` +
      `${whole(totals.processes)} ${totals.processes === 1 ? 'process' : 'processes'}; ` +
      `${(storageBytesPerCluster / 1e12).toFixed(1)} TB in each cluster, ` +
      `${(replicatedBytesPerSecond / 1e6).toFixed(0)} MB/s replicated`,
    `per month: ${dollars(monthly.total)} (${parts.map(([name, cost]) => `${name} ${dollars(cost)}`).join(', ')})`,
  ];
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
const dollars = (value: number): string => `$${whole(value)}`;
