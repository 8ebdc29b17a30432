import { jurisdictionOf } from '../../../src/core/residency/placement-rules';
import { storeTopology } from '../../../src/routing/topology/store-topology';
import { parseTopologyText } from '../../../src/routing/topology/topology-file';
import type { Manifest } from './kustomize';
import { environmentValue, type Workload } from './workloads';

/** With placements, processes need the key of the directory, and a compactor a region that may process all data. */
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
  const closed = [...rules.placements.keys()].filter(
    (name) => jurisdictionOf(rules, name)?.servedFrom?.includes(region) === false,
  );
  return workloads.flatMap((workload) => {
    const { kind, name, container } = workload;
    const [command] = container.args ?? [];
    const hasKey = environmentValue(workload, 'TIDEMARK_DIRECTORY_KEY_FILE') !== '';
    return [
      ...(hasKey || command === 'schema' ? [] : [`${kind} ${name} has no key of the location directory`]),
      ...(command === 'compact'
        ? closed.map((each) => `${kind} ${name} may not process the placement ${each} in ${region}`)
        : []),
    ];
  });
}
