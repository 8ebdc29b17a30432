import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/index';
import { storeTopology } from '../../routing/topology/store-topology';
import { regionOf, transactionsRegionOf } from '../../store/region';
import { currentTopology } from '../../store/topology-source';
import { parseTopology } from '../../routing/topology/topology-file';

/**
 * The topology of a local instance that was started without one: a file with its one cluster, so that strict reads know
 * that it serves everything. Undefined where there are several, of which only an earlier start knew what they are for.
 */
export async function describeLocalInstance(
  config: Config,
  endpoint: string,
  fileName = 'topology.json',
): Promise<string | undefined> {
  const { project, instance } = config.bigtable;
  const [cluster, ...others] = await clustersOf(`projects/${project}/instances/${instance}`, endpoint);
  if (cluster === undefined || others.length > 0) return undefined;
  const topology = {
    project,
    clientRegion: cluster.region,
    instances: { [instance]: { clusters: { [cluster.id]: { region: cluster.region, zone: cluster.zone } } } },
  };
  if (!canBeGoneBy(topology)) return undefined;
  return writeTopology(resolve(join(config.local.dataDir, fileName)), topology);
}

/**
 * The configuration for a service on an embedded Bigtable that was started by itself, with the topology of its one cluster:
 * the server's own control API lists the clusters, which is what strict reads need to know. Returns the configuration as it
 * is where nothing is certain: for Cloud Bigtable and other emulators, for several clusters, and where an app profile, a
 * topology file or a region other than the cluster's is configured.
 */
export async function withLocalTopology(config: Config): Promise<Config> {
  const { emulatorHost: endpoint, appProfileId, instance } = config.bigtable;
  if (endpoint === undefined || appProfileId !== '' || config.routing.topologyFile !== undefined)
    return config;
  const fileName = `topology-${endpoint}-${instance}.json`.replace(/[^\w.-]/g, '-');
  const topologyFile = await describeLocalInstance(config, endpoint, fileName).catch(() => undefined);
  if (topologyFile === undefined) return config;
  const described = { ...config, routing: { ...config.routing, topologyFile } };
  return isConsistent(described) ? described : config;
}

/** Whether the regions that the process was given are in its topology. */
function isConsistent(config: Config): boolean {
  try {
    const topology = currentTopology(config);
    regionOf(config.routing.region, topology);
    transactionsRegionOf(config.routing.transactionsRegion, topology);
    return true;
  } catch {
    return false;
  }
}

/** Replaces the file as a whole: another process may read it at this moment. */
function writeTopology(file: string, topology: unknown): string {
  const written = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(written, `${JSON.stringify(topology, null, 2)}\n`);
  renameSync(written, file);
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
  // It brings Google's protos, which what serves Cloud Bigtable does without.
  const { withControl } = await import('./control.js');
  const { instances } = await withControl({ endpoint }, (client) => client.status());
  const clusters = instances?.find(({ name }) => name === instance)?.clusters ?? [];
  return clusters.map(({ id, region, zone }) => ({ id: id ?? '', region: region ?? '', zone: zone ?? '' }));
}
