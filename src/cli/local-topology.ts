import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Config } from '../config';
import { storeTopology } from '../routing/store-topology';
import { parseTopology } from '../topology/topology-file';
import { withControl } from './local-control';

/**
 * The topology of a local instance that was started without one: a file with its one cluster, so that strict reads know
 * that it serves everything. Undefined where there are several, of which only an earlier start knew what they are for.
 */
export async function describeLocalInstance(config: Config, endpoint: string): Promise<string | undefined> {
  const { project, instance } = config.bigtable;
  const [cluster, ...others] = await clustersOf(`projects/${project}/instances/${instance}`, endpoint);
  if (cluster === undefined || others.length > 0) return undefined;
  const topology = {
    project,
    clientRegion: cluster.region,
    instances: { [instance]: { clusters: { [cluster.id]: { region: cluster.region, zone: cluster.zone } } } },
  };
  if (!canBeGoneBy(topology)) return undefined;
  const file = resolve(join(config.local.dataDir, 'topology.json'));
  writeFileSync(file, `${JSON.stringify(topology, null, 2)}\n`);
  return file;
}

/** Names that Bigtable takes, and topology files don't. */
function canBeGoneBy(topology: unknown): boolean {
  try {
    storeTopology(parseTopology(topology));
    return true;
  } catch {
    return false;
  }
}

async function clustersOf(
  instance: string,
  endpoint: string,
): Promise<readonly { readonly id: string; readonly region: string; readonly zone: string }[]> {
  const { instances } = await withControl({ endpoint }, (client) => client.status());
  const clusters = instances?.find(({ name }) => name === instance)?.clusters ?? [];
  return clusters.map(({ id, region, zone }) => ({ id: id ?? '', region: region ?? '', zone: zone ?? '' }));
}
