import { invalidArgument } from '../errors';
import type { StoreTopology } from '../routing/topology/store-topology';
import { didYouMean } from '../core/json/did-you-mean';

/** Returns the regions that a process may have: those of clusters, clients and links. */
export function regionsOf({ clientRegion, instances, links }: StoreTopology): readonly string[] {
  const regions = new Set(links.flatMap(({ between }) => between));
  for (const { clusters } of instances) {
    for (const { region } of [...clusters.serving, ...clusters.batch]) regions.add(region);
  }
  if (clientRegion !== undefined) regions.add(clientRegion);
  return [...regions].sort();
}

/** Returns the region of the process: the configured one, else the topology's `clientRegion`. */
export function regionOf(configured: string | undefined, topology: StoreTopology): string | undefined {
  if (configured === undefined) return topology.clientRegion;
  const known = regionsOf(topology);
  if (!topology.hasClusterTopology || known.includes(configured)) return configured;
  throw invalidArgument(
    'TIDEMARK_REGION',
    `region "${configured}" does not exist in the topology${didYouMean(configured, known)}`,
  );
}

/** Returns the configured region for transactions; undefined when none is configured, or without a topology file. */
export function transactionsRegionOf(
  configured: string | undefined,
  topology: StoreTopology,
): string | undefined {
  if (configured === undefined || !topology.hasClusterTopology) return undefined;
  const known = [
    ...new Set(topology.instances.flatMap(({ clusters }) => clusters.serving.map(({ region }) => region))),
  ];
  if (known.includes(configured)) return configured;
  throw invalidArgument(
    'TIDEMARK_CAPS_REGION',
    `region "${configured}" has no serving cluster${didYouMean(configured, known)}`,
  );
}
