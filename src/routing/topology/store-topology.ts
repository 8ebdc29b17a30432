/** Topology in the form that the application uses: clusters as the router knows them, each with its app profile. */
import { LEDGER_TABLE } from '../../core/privacy/ledger-table';
import type { OriginCode } from '../../core/consistency/row-watermark';
import { placedTables } from '../../core/residency/placed-tables';
import { isPlacedTable, type PlacementRules } from '../../core/residency/placement-rules';
import { invalidArgument, TidemarkError } from '../../errors';
import type { ClusterDeclaration, InstanceDeclaration, Topology, Workload } from './topology';
import { CLUSTERS_PER_INSTANCE_MAX } from './limits';
import { instanceId } from './topology-file';
import {
  rowAffinityProfiles,
  dataBoostProfiles,
  directProfileOf,
  transactionsProfileOf,
} from './app-profiles';
import type { Cluster } from './cluster';
import { originCode } from './origin-code';
import { resolvePlacements } from './resolve-placements';

type ClustersByWorkload = { readonly [W in Workload]: readonly Cluster<W>[] };

export interface StoreInstance {
  readonly project: string;
  readonly id: string;
  /** Clusters of each workload. Without batch clusters, batch reads use the Data Boost entries. */
  readonly clusters: ClustersByWorkload;
  /**
   * Entries for which Bigtable chooses among a region's serving clusters by row affinity; at most one per region, empty
   * unless enabled.
   */
  readonly rowAffinityEntries: readonly Cluster<'serving'>[];
}

/** Validated and immutable topology. */
export interface StoreTopology {
  /**
   * False without a topology file: the single entry may then stand for several clusters, so the answering cluster
   * proves nothing.
   */
  readonly hasClusterTopology: boolean;
  readonly clientRegion: string | undefined;
  /** Instances, at least one. The first one has all corpora that are not listed in `corpora`. */
  readonly instances: readonly StoreInstance[];
  /** Instances by table: of corpora that are not in the first instance, and of all tables of the placements. */
  readonly corpora: ReadonlyMap<string, StoreInstance>;
  /** Undefined without placements: each corpus is in one instance. */
  readonly placements?: PlacementRules | undefined;
  readonly links: Topology['links'];
}

/**
 * Validates and converts a topology. Throws `invalid_argument` whose field is a path into the topology document.
 *
 * Each instance needs a serving cluster, for reads. None has to accept writes: an operator may drain all of them for a
 * while, and writes then fail with `no_write_cluster`, which is retryable.
 */
export function storeTopology(topology: Topology): StoreTopology {
  if (topology.instances.length === 0) throw invalidArgument('instances', 'must have an instance');
  const names = repeatedNames(topology);
  const asksForAny = topology.nativeRowAffinity ?? false;
  const instances = topology.instances.map((each) => storeInstance(each, { names, asksForAny }));
  rejectEqualCodes(instances);
  const placements = resolvePlacements(topology);
  return Object.freeze({
    hasClusterTopology: true,
    clientRegion: topology.clientRegion,
    instances,
    corpora: corporaOf(topology, instances, placements),
    placements,
    links: topology.links,
  });
}

/**
 * Returns the topology used without a topology file: one instance, and an app profile whose routing only Bigtable
 * knows.
 */
export function singleClusterTopology(of: {
  readonly project: string;
  readonly instance: string;
  readonly appProfileId: string;
  readonly region?: string | undefined;
}): StoreTopology {
  const cluster: Cluster<'serving'> = Object.freeze({
    id: 'default',
    project: of.project,
    instance: of.instance,
    region: of.region ?? '',
    workload: 'serving' as const,
    writes: 'accepted' as const,
    code: originCode(of.instance, 'default'),
    appProfileId: of.appProfileId,
    // Only Bigtable knows whether this profile allows transactions.
    transactionsProfileId: of.appProfileId,
  });
  const clusters = { serving: [cluster], batch: [] };
  const instance = { project: of.project, id: of.instance, clusters, rowAffinityEntries: [] };
  return Object.freeze({
    hasClusterTopology: false,
    clientRegion: of.region,
    instances: [instance],
    corpora: new Map<string, StoreInstance>(),
    links: [],
  });
}

/** Returns the instance that has a table. Throws `store_unavailable` for a table of an unknown placement. */
export function instanceForTable({ corpora, instances }: StoreTopology, table: string): StoreInstance {
  const instance = corpora.get(table);
  if (instance !== undefined) return instance;
  rejectUnknownPlacement(table);
  return instances[0]!;
}

/**
 * Throws `store_unavailable` for a table of a placement. It is for tables that the topology does not list: the first
 * instance has those, but never the rows of a placement that the topology does not have any more.
 */
export function rejectUnknownPlacement(table: string): void {
  if (!isPlacedTable(table)) return;
  throw new TidemarkError('store_unavailable', `table ${table} is in no placement of the topology`);
}

function storeInstance(
  declaration: InstanceDeclaration,
  { names, asksForAny }: { readonly names: ReadonlySet<string>; readonly asksForAny: boolean },
): StoreInstance {
  const id = instanceId(declaration.name);
  const path = `instances.${id}`;
  if (declaration.clusters.length > CLUSTERS_PER_INSTANCE_MAX) {
    throw invalidArgument(`${path}.clusters`, `must have at most ${CLUSTERS_PER_INSTANCE_MAX} clusters`);
  }
  const project = declaration.name.split('/')[1] ?? '';
  const scope: InstanceScope = { declaration, project, instance: id, path, repeated: names };
  const serving = clustersFor(scope, 'serving');
  if (serving.every(isFenced))
    throw invalidArgument(`${path}.clusters`, 'must have a serving cluster that is not fenced');
  const batch = clustersFor(scope, 'batch');
  const clusters = { serving, batch: batch.length > 0 ? batch : dataBoostEntries(scope) };
  return Object.freeze({
    project,
    id,
    clusters,
    rowAffinityEntries: asksForAny ? rowAffinityEntriesOf(scope) : [],
  });
}

export const isFenced = ({ writes }: Pick<Cluster, 'writes'>): boolean => writes === 'fenced';

interface InstanceScope {
  readonly declaration: InstanceDeclaration;
  readonly project: string;
  readonly instance: string;
  readonly path: string;
  /** Cluster names that several instances use. */
  readonly repeated: ReadonlySet<string>;
}

function clustersFor<W extends Workload>(scope: InstanceScope, workload: W): readonly Cluster<W>[] {
  return scope.declaration.clusters
    .filter(({ role }) => role === workload)
    .map((cluster) => ({
      ...clusterIdentity(scope, cluster, workload),
      writes: cluster.writes,
      fencedAtMs: cluster.fencedAtMs,
      endpoint: cluster.endpoint,
      appProfileId: directProfileOf(scope.declaration, cluster, scope.path).id,
      ...transactionsProfileIdOf(scope, cluster),
    }))
    .map((cluster) => Object.freeze(cluster));
}

function transactionsProfileIdOf(
  { declaration }: InstanceScope,
  cluster: ClusterDeclaration,
): Pick<Cluster, 'transactionsProfileId'> {
  const profile = transactionsProfileOf(declaration, cluster);
  return profile === undefined ? {} : { transactionsProfileId: profile.id };
}

/**
 * Returns the Data Boost entries, named `<cluster>:<profile>`: they are not the cluster itself, since they lack its
 * recent writes.
 */
function dataBoostEntries(scope: InstanceScope): readonly Cluster<'batch'>[] {
  return dataBoostProfiles(scope.declaration).map(({ cluster, profile }) =>
    Object.freeze({
      ...clusterIdentity(scope, { ...cluster, id: `${cluster.id}:${profile.id}` }, 'batch'),
      writes: 'refused' as const,
      appProfileId: profile.id,
      indirect: 'data-boost' as const,
    }),
  );
}

function rowAffinityEntriesOf(scope: InstanceScope): readonly Cluster<'serving'>[] {
  return rowAffinityProfiles(scope.declaration, scope.path).map(({ region, profile }) =>
    Object.freeze({
      ...clusterIdentity(scope, { id: `any:${profile.id}`, region }, 'serving'),
      writes: 'refused' as const,
      appProfileId: profile.id,
      indirect: 'any' as const,
    }),
  );
}

function clusterIdentity<W extends Workload>(
  { project, instance, repeated }: InstanceScope,
  { id, region }: Pick<ClusterDeclaration, 'id' | 'region'>,
  workload: W,
): Pick<Cluster<W>, 'id' | 'project' | 'instance' | 'region' | 'workload' | 'code'> {
  const unique = repeated.has(id) ? `${instance}/${id}` : id;
  return { id: unique, project, instance, region, workload, code: originCode(instance, id) };
}

/** Returns the names that several instances use, which need the instance name as a prefix. */
function repeatedNames({ instances }: Topology): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { clusters, appProfiles } of instances) {
    const profiles = appProfiles.map(({ id }) => `any:${id}`);
    for (const id of [...clusters.map((cluster) => cluster.id), ...profiles]) {
      (seen.has(id) ? repeated : seen).add(id);
    }
  }
  return repeated;
}

/**
 * Throws when two clusters have equal origin codes (probability 2^-32): their watermarks could not be distinguished.
 */
function rejectEqualCodes(instances: readonly StoreInstance[]): void {
  const byCode = new Map<OriginCode, string>();
  for (const { id, clusters, rowAffinityEntries: any } of instances) {
    for (const cluster of [...clusters.serving, ...clusters.batch, ...any]) {
      const other = byCode.get(cluster.code);
      if (other !== undefined) {
        const path = `instances.${id}.clusters.${cluster.id}`;
        throw invalidArgument(path, `has the same origin code as ${other}: rename one of them`);
      }
      byCode.set(cluster.code, cluster.id);
    }
  }
}

function corporaOf(
  { corpora = {}, ledgerInstance }: Topology,
  instances: readonly StoreInstance[],
  placements: PlacementRules | undefined,
): ReadonlyMap<string, StoreInstance> {
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  const listed = Object.entries(corpora).map(([corpus, id]): [string, StoreInstance] => {
    const instance = byId.get(id);
    if (instance === undefined) throw invalidArgument(`corpora.${corpus}`, `instance "${id}" does not exist`);
    return [corpus, instance];
  });
  const placed = placements === undefined ? [] : placedTables(placements);
  const ledger = ledgerInstance === undefined ? [] : [{ table: LEDGER_TABLE, instance: ledgerInstance }];
  return new Map([
    ...listed,
    ...[...placed, ...ledger].map(({ table, instance }) => [table, byId.get(instance)!] as const),
  ]);
}
