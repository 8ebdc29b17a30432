import { invalidArgument } from '../errors';
import type { StoreTopology } from '../routing/topology/store-topology';
import { didYouMean } from '../platform/did-you-mean';

/** Regions that a process may name as its own: those of clusters and of clients, and what is linked with them. */
export function regionsOf({ clientRegion, instances, links }: StoreTopology): readonly string[] {
  const regions = new Set(links.flatMap(({ between }) => between));
  for (const { clusters } of instances) {
    for (const { region } of [...clusters.serving, ...clusters.batch]) regions.add(region);
  }
  if (clientRegion !== undefined) regions.add(clientRegion);
  return [...regions].sort();
}

/** Where the process is: as it was told, or where the topology says that clients are. */
export function regionOf(told: string | undefined, topology: StoreTopology): string | undefined {
  if (told === undefined) return topology.clientRegion;
  const known = regionsOf(topology);
  if (!topology.hasClusterTopology || known.includes(told)) return told;
  throw invalidArgument(
    'TIDEMARK_REGION',
    `"${told}" is no region of the topology${didYouMean(told, known)}`,
  );
}

/** Where transactions are decided, as the process was told; undefined where there is but one cluster, as far as is known. */
export function transactionsRegionOf(told: string | undefined, topology: StoreTopology): string | undefined {
  if (told === undefined || !topology.hasClusterTopology) return undefined;
  const known = [
    ...new Set(topology.instances.flatMap(({ clusters }) => clusters.serving.map(({ region }) => region))),
  ];
  if (known.includes(told)) return told;
  throw invalidArgument(
    'TIDEMARK_CAPS_REGION',
    `no cluster for serving is in "${told}"${didYouMean(told, known)}`,
  );
}
