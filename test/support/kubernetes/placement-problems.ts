import {
  aggregateRegions,
  isRegionWithin,
  servingRegions,
} from '../../../src/core/residency/placement-rules';
import { storeTopology } from '../../../src/routing/topology/store-topology';
import { parseTopologyText } from '../../../src/routing/topology/topology-file';
import type { Manifest } from './kustomize';
import { environmentValue, type Workload } from './workloads';

/** Commands of which one process must be able to process the data of all placements. */
const PROCESSES_ALL: readonly string[] = ['compact', 'residency', 'erase'];

/**
 * With placements, processes need the key of the directory. A compactor, an auditor and an erasure worker, of which
 * production has one each, need a region that may process all data, and a pacer one that may process all sketches. The log of an audit has no ids
 * of users.
 */
export function placementProblems(
  manifests: readonly Manifest[],
  workloads: readonly Workload[],
): readonly string[] {
  const dataOf = (prefix: string) =>
    manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith(prefix))?.data;
  const text = dataOf('tidemark-topology')?.['topology.json'];
  const rules = text === undefined ? undefined : storeTopology(parseTopologyText(text)).placements;
  if (rules === undefined) return [];
  const region = dataOf('tidemark-environment')?.['TIDEMARK_REGION'] ?? '';
  const placements = [...rules.placements.keys()];
  const closed = placements.filter((name) => !isRegionWithin(servingRegions(rules, name), region));
  const hidden = placements.filter((name) => !isRegionWithin(aggregateRegions(rules, name), region));
  return workloads.flatMap((workload) => {
    const { kind, name, container } = workload;
    const [command] = container.args ?? [];
    const hasKey = environmentValue(workload, 'TIDEMARK_DIRECTORY_KEY_FILE') !== '';
    return [
      ...(hasKey || command === 'schema' ? [] : [`${kind} ${name} has no key of the location directory`]),
      ...(command === 'residency' && container.args?.includes('--hash') !== true
        ? [`${kind} ${name} logs ids of users`]
        : []),
      ...(PROCESSES_ALL.includes(command ?? '')
        ? closed.map((each) => `${kind} ${name} may not process the placement ${each} in ${region}`)
        : []),
      ...(command === 'pace' && rules.groupBySketches.size > 0
        ? hidden.map((each) => `${kind} ${name} may not merge sketches of the placement ${each} in ${region}`)
        : []),
    ];
  });
}
