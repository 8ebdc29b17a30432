import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../config/index';
import { storeTopology } from '../../routing/topology/store-topology';
import { regionOf, transactionsRegionOf } from '../../store/region';
import { currentTopology } from '../../store/topology-source';
import { parseTopology } from '../../routing/topology/topology-file';

/**
 * Writes a topology file for a local instance that was started without one, and returns its path. The file has its only
 * cluster, so that strict reads know that this cluster serves everything. Returns undefined for several clusters: their
 * roles are unknown.
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
  if (!isValid(topology)) return undefined;
  return writeTopology(resolve(join(config.local.dataDir, fileName)), topology);
}

/**
 * Returns the configuration of a service with the topology of the embedded Bigtable that it uses, which strict reads
 * need. The control API of the embedded Bigtable lists the clusters. Returns the configuration unchanged for Cloud
 * Bigtable and other emulators, for several clusters, and when an app profile, a topology file or another region than
 * the cluster's is configured.
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

/** Returns whether the regions of the configuration are in its topology. */
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

/** Replaces the file atomically, since other processes may read and write it at the same time. Returns its path. */
function writeTopology(file: string, topology: unknown): string {
  const temporary = `${file}.${process.pid}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(temporary, `${JSON.stringify(topology, null, 2)}\n`);
  renameSync(temporary, file);
  return file;
}

/** Returns whether the topology is valid: Bigtable accepts names that topology files do not. */
function isValid(topology: unknown): boolean {
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
  // Loaded on demand: it needs Google's protos, which a process that serves Cloud Bigtable does without.
  const { withControl } = await import('./control.js');
  const { instances } = await withControl({ endpoint }, (client) => client.status());
  const clusters = instances?.find(({ name }) => name === instance)?.clusters ?? [];
  return clusters.map(({ id, region, zone }) => ({ id: id ?? '', region: region ?? '', zone: zone ?? '' }));
}
