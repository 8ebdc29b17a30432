import type { Catalog } from '../catalog/catalog';
import { resourceId } from '../catalog/definitions';
import { invalidArgumentError, notFoundError } from '../grpc/rpc-error';
import type { Instance } from '../catalog/instance';
import { didYouMean } from '../../core/json/did-you-mean';
import type { EmulatedCluster } from '../replication/local-cluster';
import type { LinkEnd, Network } from '../replication/network';

/** Region or cluster that a name refers to. */
export interface FaultTarget {
  /** Full name, e.g. `region europe-west1`. */
  readonly label: string;
  /** Clusters of the target. Clusters with one id in several instances are one target. */
  readonly clusters: ReadonlySet<EmulatedCluster>;
  readonly linkEnd: LinkEnd;
}

interface FaultTargetsDependencies {
  readonly catalog: Catalog;
  readonly network: Network;
  readonly clientRegion: string | undefined;
}

/** Finds regions and clusters by name. */
export class FaultTargets {
  readonly #dependencies: FaultTargetsDependencies;

  constructor(dependencies: FaultTargetsDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the instance with that name or last part of a name; without a name, all instances. */
  instances(name?: string): readonly Instance[] {
    const all = [...this.#dependencies.catalog.instances.values()];
    if (name === undefined || name === '') return all;
    const found = all.filter((instance) => instance.name === name || resourceId(instance.name) === name);
    if (found.length === 1) return found;
    const names = all.map((instance) => instance.name);
    if (found.length > 1) throw invalidArgumentError(`"${name}" is ambiguous: ${listed(names)}`);
    throw notFoundError(
      `There is no instance "${name}"${didYouMean(name, names.map(resourceId))} (instances: ${listed(names)})`,
    );
  }

  /**
   * Finds a region or a cluster by its id or an unambiguous prefix. Regions take precedence over clusters; the prefix
   * `region:` or `cluster:` selects one kind. Within one instance, a region means that instance's clusters.
   */
  find(text: string, instanceName?: string): FaultTarget {
    const [, kind, name = ''] = /^(?:(region|cluster):)?(.*)$/s.exec(text)!;
    if (name === '') throw invalidArgumentError('name: must name a region or a cluster');
    const clusters = this.instances(instanceName).flatMap((each) => [...each.clusters.values()]);
    const regions = kind === 'cluster' ? [] : this.#regions(clusters, instanceName);
    const ids = kind === 'region' ? [] : [...new Set(clusters.map(({ id }) => id))];
    const asRegion = (region: string): FaultTarget => regionTarget(region, clusters, instanceName);
    const asCluster = (id: string): FaultTarget => clusterTarget(id, clusters, instanceName);
    if (regions.includes(name))
      return preferred(asRegion(name), ids.includes(name) ? asCluster(name) : undefined);
    if (ids.includes(name)) return asCluster(name);
    const region = onlyOne(text, startingWith(regions, name));
    if (region !== undefined) return asRegion(region);
    const id = onlyOne(text, startingWith(ids, name));
    if (id !== undefined) return asCluster(id);
    throw notFoundError(unknown(text, regions, ids));
  }

  /** Returns all other targets of the same kind that share an instance; other regions for a region. */
  others(place: FaultTarget, instanceName?: string): readonly FaultTarget[] {
    const clusters = this.instances(instanceName).flatMap((each) => [...each.clusters.values()]);
    if (!('region' in place.linkEnd)) {
      const rest = new Set(clusters.filter((cluster) => !place.clusters.has(cluster)));
      return [{ label: 'all other clusters', clusters: rest, linkEnd: { clusters: rest } }];
    }
    const { region } = place.linkEnd;
    const others = this.#regions(clusters, instanceName).filter((each) => each !== region);
    return others.map((other) => regionTarget(other, clusters, instanceName));
  }

  #regions(clusters: readonly EmulatedCluster[], instanceName: string | undefined): string[] {
    const { network, clientRegion } = this.#dependencies;
    const regions = new Set(clusters.map(({ region }) => region));
    if (instanceName !== undefined) return [...regions];
    for (const region of network.regions) regions.add(region);
    return [...(clientRegion === undefined ? regions : regions.add(clientRegion))];
  }
}

/** Creates a region target. Clients belong to no instance, so within one instance a region is only its clusters. */
function regionTarget(
  region: string,
  clusters: readonly EmulatedCluster[],
  instanceName: string | undefined,
): FaultTarget {
  const regionClusters = new Set(clusters.filter((cluster) => cluster.region === region));
  const end = instanceName === undefined ? { region } : { clusters: regionClusters };
  return { label: label('region', region, instanceName), clusters: regionClusters, linkEnd: end };
}

function clusterTarget(
  id: string,
  clusters: readonly EmulatedCluster[],
  instanceName: string | undefined,
): FaultTarget {
  const namedClusters = new Set(clusters.filter((cluster) => cluster.id === id));
  return {
    label: label('cluster', id, instanceName),
    clusters: namedClusters,
    linkEnd: { clusters: namedClusters },
  };
}

function label(kind: string, name: string, instanceName: string | undefined): string {
  return `${kind} ${name}${instanceName === undefined ? '' : ` of ${instanceName}`}`;
}

/** Resolves a name that is both a region and a cluster: to the region, if the cluster is all that the region has. */
function preferred(region: FaultTarget, cluster: FaultTarget | undefined): FaultTarget {
  const same = cluster === undefined || [...region.clusters].every((each) => cluster.clusters.has(each));
  if (same) return region;
  throw invalidArgumentError(`The name is ambiguous: use ${region.label.replace(' ', ':')} or cluster:…`);
}

const startingWith = (names: readonly string[], start: string): string[] =>
  names.filter((name) => name.startsWith(start));

function onlyOne(text: string, names: readonly string[]): string | undefined {
  if (names.length > 1) throw invalidArgumentError(`"${text}" is ambiguous: ${listed(names)}`);
  return names[0];
}

function unknown(text: string, regions: readonly string[], ids: readonly string[]): string {
  const near = didYouMean(text, [...regions, ...ids]);
  return `There is no region or cluster "${text}"${near} (regions: ${listed(regions)}; clusters: ${listed(ids)})`;
}

const listed = (names: readonly string[]): string =>
  names.length === 0 ? 'none' : [...names].sort().join(', ');
