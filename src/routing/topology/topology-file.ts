/**
 * Parser of topology files: JSON that declares clusters, app profiles, and links between regions. The application
 * routes by them, and the embedded Bigtable simulates them. docs/local-bigtable.md describes the format, and
 * infra/examples/topologies/topology.schema.json validates it in editors.
 */
import { readFileSync } from 'node:fs';
import { parseInstant } from '../../core/time/instant';
import { invalidArgument, TidemarkError } from '../../errors';
import {
  Fields,
  jsonFlag,
  jsonInteger,
  jsonList,
  jsonEntries,
  jsonNumber,
  jsonOneOf,
  type JsonReader,
  jsonString,
} from '../../core/json/json-readers';
import { didYouMean } from '../../core/json/did-you-mean';
import { isReservedTable } from '../../core/residency/placement-rules';
import { CLUSTERS_PER_INSTANCE_MAX, LINK_RANGES, REGIONS_PER_INSTANCE_MAX } from './limits';
import { PLACEMENT_FIELDS, readPlacements } from './placement-declarations';
import { identifierOf, regionName, resourceName } from './topology-names';
import type {
  AppProfileDeclaration,
  ClusterDeclaration,
  InstanceDeclaration,
  RegionLink,
  ProfileRouting,
  Topology,
} from './topology';

/**
 * Reads and parses a topology file. Throws `invalid_argument` whose field is a path into the document and whose message
 * names the file.
 */
export function loadTopology(file: string): Topology {
  return withFileName(file, () => parseTopologyText(readText(file)));
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadableFileError(error as Error);
  }
}

/** Returns the error for a file that does not exist or cannot be read. */
export function unreadableFileError(failure: Error): TidemarkError {
  return new TidemarkError('invalid_argument', `cannot be read: ${failure.message}`, {
    field: 'config',
    cause: failure,
  });
}

/** Runs `read` and adds the file name to the message of any `TidemarkError` that it throws. */
export function withFileName<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TidemarkError)) throw error;
    throw new TidemarkError(error.code, `${error.message} (${file})`, { field: error.field ?? 'config' });
  }
}

/** Parses the text of a topology file. Throws `invalid_argument` whose field is a path into the document. */
export function parseTopologyText(text: string): Topology {
  return parseTopology(parseJson(text));
}

/** Parses a topology document. Throws `invalid_argument` whose field is a path into the document. */
export function parseTopology(json: unknown): Topology {
  const fields = new Fields(json, '', TOP_FIELDS);
  fields.optional('$schema', jsonString(/./, 'a string'), undefined);
  const project = fields.optional('project', identifierOf(64), 'tidemark');
  const instances = fields.required('instances', jsonEntries(identifierOf(33), instanceOf(project)));
  const clientRegion = fields.optional('clientRegion', regionName, undefined);
  const regions = new Set(instances.flatMap(({ clusters }) => clusters.map(({ region }) => region)));
  if (clientRegion !== undefined) regions.add(clientRegion);
  for (const region of fields.optional('clientRegions', jsonList(regionName), [])) regions.add(region);
  const links = fields.optional('links', jsonList(linkOf(regions)), []);
  rejectRepeatedLinks(links);
  const ids = instances.map(({ name }) => instanceId(name));
  const corpora = fields.optional('corpora', jsonEntries(resourceName, instanceOfCorpus(ids)), []);
  return {
    clientRegion,
    links,
    instances,
    corpora: corpora.length > 0 ? Object.fromEntries(corpora) : undefined,
    placements: readPlacements(fields),
    ledgerInstance: fields.optional('privacy', ledgerOf(ids), undefined),
    nativeRowAffinity: fields.optional('nativeRowAffinity', jsonFlag, false) ? true : undefined,
  };
}

const TOP_FIELDS = [
  '$schema',
  'project',
  'clientRegion',
  'clientRegions',
  'instances',
  'corpora',
  'nativeRowAffinity',
  'links',
  'privacy',
  ...PLACEMENT_FIELDS,
] as const;

/** Returns the last part of an instance's full name. */
export function instanceId(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** Reads the id of the instance that has the privacy ledger. */
const ledgerOf =
  (ids: readonly string[]): JsonReader<string> =>
  (value, path) => {
    const privacy = new Fields(value, path, ['ledger']);
    const ledger: JsonReader<string> = (found, at) =>
      new Fields(found, at, ['instance']).required('instance', knownInstance(ids));
    return privacy.required('ledger', ledger);
  };

const knownInstance =
  (ids: readonly string[]): JsonReader<string> =>
  (value, path) => {
    if (typeof value === 'string' && ids.includes(value)) return value;
    throw invalidArgument(path, `must be the id of an instance: ${ids.join(', ')}`);
  };

const instanceOfCorpus =
  (ids: readonly string[]) =>
  (corpus: string, value: unknown, path: string): readonly [string, string] => {
    if (isReservedTable(corpus))
      throw invalidArgument(path, `"${corpus}" is reserved for a table of Tidemark`);
    if (typeof value === 'string' && ids.includes(value)) return [corpus, value];
    const given = typeof value === 'string' ? value : JSON.stringify(value);
    throw invalidArgument(
      path,
      `instance "${given}" is not declared in the topology${didYouMean(given, ids)}`,
    );
  };

const description = jsonString(/^[^]{0,1024}$/, 'a string of up to 1024 characters');

const instanceOf =
  (project: string) =>
  (id: string, value: unknown, path: string): InstanceDeclaration => {
    const fields = new Fields(value, path, ['displayName', 'clusters', 'appProfiles']);
    const clusters = fields.required('clusters', jsonEntries(identifierOf(30), clusterOf));
    checkClusterLocations(clusters, fields.pathOf('clusters'));
    const ids = clusters.map((cluster) => cluster.id);
    return {
      name: `projects/${project}/instances/${id}`,
      displayName: fields.optional('displayName', description, id),
      clusters,
      appProfiles: fields.optional('appProfiles', jsonEntries(resourceName, appProfileOf(ids)), []),
    };
  };

const endpoint = jsonString(
  /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?:\d{1,5}$/,
  'a host name and a port, such as bigtable.europe-west1.rep.googleapis.com:443',
);

/** Regional endpoints of Bigtable. Each rejects calls to clusters of other regions. */
const REGIONAL_ENDPOINT = /^bigtable\.([a-z0-9-]+)\.rep\.googleapis\.com:/;

function endpointOf(fields: Fields<(typeof CLUSTER_FIELDS)[number]>, region: string): string | undefined {
  const given = fields.optional('endpoint', endpoint, undefined);
  const [, of = region] = REGIONAL_ENDPOINT.exec(given ?? '') ?? [];
  if (of === region) return given;
  throw invalidArgument(fields.pathOf('endpoint'), `is that of ${of}, and the cluster is in ${region}`);
}

function clusterOf(id: string, value: unknown, path: string): ClusterDeclaration {
  const fields = new Fields(value, path, CLUSTER_FIELDS);
  const region = fields.required('region', regionName);
  const zone = fields.optional('zone', identifierOf(42), `${region}-a`);
  const letter = zone.startsWith(`${region}-`) ? zone.slice(region.length + 1) : '';
  if (!/^[a-z0-9]+$/.test(letter)) {
    throw invalidArgument(
      fields.pathOf('zone'),
      `must be the region followed by a letter, such as ${region}-a, not "${zone}"`,
    );
  }
  const nodes = fields.optional('nodes', jsonInteger(1, 10_000), 1);
  return {
    id,
    region,
    zone,
    nodes,
    role: fields.optional('role', jsonOneOf('serving', 'batch'), 'serving'),
    endpoint: endpointOf(fields, region),
    ...writesOf(fields),
  };
}

const CLUSTER_FIELDS = ['region', 'zone', 'nodes', 'role', 'writes', 'fencedAt', 'endpoint'] as const;

/** Reads the write state. A fence needs its time: all processes abandon the cluster's writes as of the same moment. */
function writesOf(
  fields: Fields<(typeof CLUSTER_FIELDS)[number]>,
): Pick<ClusterDeclaration, 'writes' | 'fencedAtMs'> {
  const writes = fields.optional(
    'writes',
    jsonOneOf('accepted', 'draining', 'refused', 'fenced'),
    'accepted',
  );
  if (writes === 'fenced') return { writes, fencedAtMs: fields.required('fencedAt', instant) };
  fields.reject(['fencedAt'], 'is only allowed with "writes": "fenced"');
  return { writes };
}

/** Reads an RFC 3339 time as Unix milliseconds. */
const instant: JsonReader<number> = (value, path) => {
  if (typeof value === 'string') return parseInstant(value, path);
  throw invalidArgument(path, `must be a time such as 2026-11-21T12:00:00Z, not ${JSON.stringify(value)}`);
};

/** Enforces the limits of Cloud Bigtable: one cluster per zone, at most 8 regions. */
function checkClusterLocations(clusters: readonly ClusterDeclaration[], path: string): void {
  if (clusters.length === 0) throw invalidArgument(path, 'must have at least one cluster');
  if (clusters.length > CLUSTERS_PER_INSTANCE_MAX) {
    throw invalidArgument(path, `must have at most ${CLUSTERS_PER_INSTANCE_MAX} clusters`);
  }
  if (new Set(clusters.map(({ region }) => region)).size > REGIONS_PER_INSTANCE_MAX) {
    throw invalidArgument(path, `must be in at most ${REGIONS_PER_INSTANCE_MAX} regions`);
  }
  const byZone = new Map<string, string>();
  for (const { id, zone } of clusters) {
    const other = byZone.get(zone);
    if (other !== undefined)
      throw invalidArgument(`${path}.${id}.zone`, `zone ${zone} already has cluster ${other}`);
    byZone.set(zone, id);
  }
}

const appProfileOf =
  (clusterIds: readonly string[]) =>
  (id: string, value: unknown, path: string): AppProfileDeclaration => {
    const fields: ProfileFields = new Fields(value, path, PROFILE_FIELDS);
    const routing = routingOf(fields, knownCluster(clusterIds));
    const readOnly = fields.optional('dataBoost', jsonFlag, false);
    if (readOnly) fields.reject(['transactions', 'priority'], 'cannot be combined with dataBoost');
    return {
      id,
      routing,
      readOnly,
      description: fields.optional('description', description, ''),
      priority: fields.optional('priority', jsonOneOf('low', 'medium', 'high'), 'high'),
    };
  };

const ROUTING_FIELDS = ['cluster', 'clusters', 'transactions', 'rowAffinity'] as const;
const PROFILE_FIELDS = [...ROUTING_FIELDS, 'description', 'priority', 'dataBoost'] as const;
type ProfileFields = Fields<(typeof PROFILE_FIELDS)[number]>;

function routingOf(fields: ProfileFields, clusterId: JsonReader<string>): ProfileRouting {
  if (fields.has('cluster') === fields.has('clusters')) {
    throw invalidArgument(fields.path, 'must have either "cluster" or "clusters"');
  }
  if (fields.has('cluster')) {
    fields.reject(['rowAffinity'], 'requires "clusters", a list of several');
    const transactions = fields.optional('transactions', jsonFlag, false);
    return { kind: 'single-cluster', clusterId: fields.required('cluster', clusterId), transactions };
  }
  fields.reject(['transactions', 'dataBoost'], 'requires "cluster", a single one');
  const clusterIds = fields.required('clusters', clustersOf(clusterId));
  return { kind: 'multi-cluster', clusterIds, rowAffinity: fields.optional('rowAffinity', jsonFlag, false) };
}

/** Reads a list of clusters; an empty result means all clusters. */
const clustersOf =
  (clusterId: JsonReader<string>): JsonReader<readonly string[]> =>
  (value, path) => {
    if (value === 'all') return [];
    if (Array.isArray(value)) return jsonList(clusterId, 1)(value, path);
    throw invalidArgument(path, `must be "all" or a list of clusters, not ${JSON.stringify(value)}`);
  };

const knownCluster =
  (ids: readonly string[]): JsonReader<string> =>
  (value, path) => {
    if (typeof value === 'string' && ids.includes(value)) return value;
    const given = typeof value === 'string' ? value : JSON.stringify(value);
    throw invalidArgument(
      path,
      `cluster "${given}" does not exist in this instance${didYouMean(given, ids)}`,
    );
  };

const linkOf =
  (regions: ReadonlySet<string>): JsonReader<RegionLink> =>
  (value, path) => {
    const fields = new Fields(value, path, ['between', ...LINK_FLAGS, ...LINK_NUMBERS]);
    const conditions: Record<string, number | boolean> = {};
    for (const name of LINK_NUMBERS) {
      if (fields.has(name)) conditions[name] = fields.required(name, numberIn(LINK_RANGES[name]));
    }
    for (const name of LINK_FLAGS) {
      if (fields.has(name)) conditions[name] = fields.required(name, jsonFlag);
    }
    const ends = fields.required('between', jsonList(knownRegion(regions), 2));
    const [a, b, more] = ends;
    if (more !== undefined)
      throw invalidArgument(`${path}.between[2]`, 'must not exist: a link connects two regions');
    return { between: [a!, b!], conditions };
  };

const numberIn = ([least, most]: readonly [number, number]): JsonReader<number> => jsonNumber(least, most);

const LINK_FLAGS = ['reorderRows', 'reorderWithinRow'] as const;
const LINK_NUMBERS = Object.keys(LINK_RANGES) as (keyof typeof LINK_RANGES)[];

const knownRegion =
  (regions: ReadonlySet<string>): JsonReader<string> =>
  (value, path) => {
    const region = regionName(value, path);
    if (regions.has(region)) return region;
    const near = didYouMean(region, regions);
    throw invalidArgument(path, `region "${region}" has neither clusters nor clients${near}`);
  };

function rejectRepeatedLinks(links: readonly RegionLink[]): void {
  const pairs = links.map(({ between }) => [...between].sort().join(' and '));
  const repeated = pairs.findIndex((pair, index) => pairs.indexOf(pair) < index);
  if (repeated >= 0)
    throw invalidArgument(
      `links[${repeated}].between`,
      `${pairs[repeated]} are already linked by an earlier entry`,
    );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw invalidArgument('config', `is not valid JSON: ${(error as Error).message}`);
  }
}
