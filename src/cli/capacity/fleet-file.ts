/** Reads the file of a fleet: JSON with its load, limits and prices, and the path of its topology file. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Fleet, FleetCluster } from '../../core/capacity/fleet';
import { DEFAULTS } from '../../config/defaults';
import { invalidArgument } from '../../errors';
import { groupByRegion, distanceFrom } from '../../routing/affinity/distance';
import { Fields, jsonEntries, jsonNumber, jsonString, type JsonReader } from '../../core/json/json-readers';
import { didYouMean } from '../../core/json/did-you-mean';
import { instanceId, loadTopology, withFileName } from '../../routing/topology/topology-file';
import type { Topology } from '../../routing/topology/topology';
import { heartbeatSchedules } from '../../consistency/heartbeats/heartbeat-schedules';
import { ALL_SHARDS, SHARDS } from '../../consistency/heartbeats/heartbeat-row';

/** Replaces a number or text of the file, by its path, e.g. `heartbeats.intervalMs`. */
export interface FleetOverride {
  readonly path: string;
  readonly value: string;
}

/** Throws `invalid_argument`. Its field is a path into the document, and its message names the file. */
export function loadFleet(file: string, replacements: readonly FleetOverride[] = []): Fleet {
  return withFileName(file, () => {
    const json = replaced(parsed(textOf(file)), replacements);
    return parseFleet(json, (path) => topologyBeside(file, path));
  });
}

function replaced(json: unknown, replacements: readonly FleetOverride[]): unknown {
  for (const { path, value } of replacements) {
    const names = path.split('.');
    const last = names.pop()!;
    const parent = names.reduce(below, json) as Record<string, unknown> | undefined;
    parent![last] = valueLike(below(parent, last), value, path);
  }
  return json;
}

/** Parses the new value as the type of the old one. Throws when the old one is neither a number nor a text. */
function valueLike(before: unknown, text: string, path: string): number | string {
  if (typeof before === 'string') return text;
  if (typeof before !== 'number') throw invalidArgument(path, 'is not a number or text in the file');
  if (!NUMBER.test(text))
    throw invalidArgument(path, `must be a number, as it is in the file, not "${text}"`);
  return Number(text);
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e\d+)?$/;

function below(value: unknown, name: string): unknown {
  const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  return isObject ? (value as Record<string, unknown>)[name] : undefined;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw invalidArgument('fleet', `cannot be read: ${(error as Error).message}`);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidArgument('fleet', `is not JSON: ${(error as Error).message}`);
  }
}

const topologyBeside = (file: string, path: string): Topology => loadTopology(resolve(dirname(file), path));

const anyText = jsonString(/./, 'a text');
const share = jsonNumber(0, 1);
const amount = jsonNumber(0, 1e18);
/** Range of divisors: smaller ones would make quotients infinite. */
const positive = jsonNumber(1e-6, 1e18);
/** Range of the planned utilisation of nodes and cores. A value of 1 leaves no room for peaks within a second. */
const utilisation = jsonNumber(0.01, 1);

export function parseFleet(json: unknown, topologyOf: (path: string) => Topology): Fleet {
  const fields = new Fields(json, '', FIELDS);
  const topology = topologyOf(fields.required('topology', anyText));
  const clusters = clustersOf(topology, fields.optional('instance', anyText, undefined));
  return {
    clusters,
    nearest: nearestOf(clusters, topology),
    traffic: fields.required('traffic', trafficIn(regionsOf(clusters))),
    storage: fields.required('storage', amounts(STORAGE)),
    heartbeats: fields.required('heartbeats', heartbeatsIn),
    observability: fields.required('observability', amounts(OBSERVABILITY)),
    limits: fields.required('limits', amounts(LIMITS)),
    prices: fields.required('prices', amounts(PRICES)),
  };
}

const FIELDS = [
  'topology',
  'instance',
  'traffic',
  'storage',
  'heartbeats',
  'observability',
  'limits',
  'prices',
] as const;
const STORAGE = {
  averageToPeak: share,
  packedEventBytes: amount,
  unpackedEventBytes: amount,
  retentionDays: amount,
  unpackedDays: amount,
  otherBytes: amount,
  backupCopies: amount,
};
const OBSERVABILITY = { seriesPerProcess: amount, scrapeIntervalMs: positive, logBytesPerRead: amount };
const HEARTBEATS = ['tables', 'shards', 'evidence', 'intervalMs', 'processesPerMachine'] as const;
const evidence = jsonString(/^row(\+shard)?$/, '`row` or `row+shard`');
const LIMITS = {
  nodeReadsPerSecond: positive,
  nodeWritesPerSecond: positive,
  nodeScanBytesPerSecond: positive,
  nodeStorageBytes: positive,
  nodeUtilisation: utilisation,
  storageUtilisation: utilisation,
  processUtilisation: utilisation,
  processMemoryGib: positive,
  batchHoursPerDay: jsonNumber(0.1, 24),
};
const PRICES = {
  nodeHour: amount,
  storageGibMonth: amount,
  cpuHour: amount,
  memoryGibHour: amount,
  replicationGib: amount,
  pubsubGib: amount,
  backupGibMonth: amount,
  metricSamplesMillion: amount,
  logGib: amount,
};
const TRAFFIC = ['regionShares', 'reads', 'events', 'hedgedShare', 'originLookupShare'] as const;
const READ = { perSecond: amount, cpuMicros: amount, rowBytes: amount };
const EVENT = { perSecond: amount, cpuMicros: amount, mutationBytes: amount };

/** Reads an object of numbers, all of which are required. */
function amounts<Name extends string>(
  readers: Readonly<Record<Name, JsonReader<number>>>,
): JsonReader<Readonly<Record<Name, number>>> {
  const names = Object.keys(readers) as Name[];
  return (value, path) => {
    const fields = new Fields(value, path, names);
    const entries = names.map((name) => [name, fields.required(name, readers[name])] as const);
    return Object.fromEntries(entries) as Record<Name, number>;
  };
}

/**
 * Reads heartbeats, with the paces that follow from the evidence and the interval. An interval of 0 turns heartbeats
 * off.
 */
const heartbeatsIn: JsonReader<Fleet['heartbeats']> = (value, path) => {
  const fields = new Fields(value, path, HEARTBEATS);
  const intervalMs = fields.required('intervalMs', amount);
  if (intervalMs > 0 && intervalMs < 1)
    throw invalidArgument(fields.pathOf('intervalMs'), 'must be 0, or 1 ms or more');
  const proves = fields.required('evidence', evidence) === 'row+shard';
  if (proves && intervalMs === 0)
    throw invalidArgument(
      fields.pathOf('intervalMs'),
      'must not be 0 with the evidence row+shard, which reads heartbeats',
    );
  const slow = proves ? {} : DEFAULTS.slowHeartbeats;
  const shards = fields.required('shards', jsonNumber(2, SHARDS));
  const paces = heartbeatSchedules(
    { ...DEFAULTS.heartbeats, ...slow, intervalMs },
    ALL_SHARDS.slice(0, Math.floor(shards)),
  );
  return {
    tables: fields.required('tables', amount),
    paces: paces.map(({ remotePollIntervalMs, ...pace }) => ({
      shards: pace.shards.length,
      intervalMs: pace.intervalMs,
      remotePollIntervalMs,
    })),
    processesPerMachine: fields.required('processesPerMachine', jsonNumber(1, 1e6)),
  };
};

function trafficIn(regions: readonly string[]): JsonReader<Fleet['traffic']> {
  return (value, path) => {
    const fields = new Fields(value, path, TRAFFIC);
    const regionShares = fields.required('regionShares', byName(share));
    checkShares(regionShares, regions, fields.pathOf('regionShares'));
    return {
      regionShares,
      reads: fields.required('reads', byName(amounts(READ))),
      events: fields.required('events', byName(amounts(EVENT))),
      hedgedShare: fields.required('hedgedShare', share),
      originLookupShare: fields.required('originLookupShare', amount),
    };
  };
}

function byName<T>(reader: JsonReader<T>): JsonReader<Readonly<Record<string, T>>> {
  const entries = jsonEntries(anyText, (name, value, path) => [name, reader(value, path)] as const);
  return (value, path) => Object.fromEntries(entries(value, path));
}

/**
 * Throws when the shares do not add up to 1, or name a region without serving clusters, which could not serve its
 * share.
 */
function checkShares(
  shares: Readonly<Record<string, number>>,
  regions: readonly string[],
  path: string,
): void {
  for (const region of Object.keys(shares)) {
    if (regions.includes(region)) continue;
    throw invalidArgument(`${path}.${region}`, 'is not a region with serving clusters in the topology');
  }
  const sum = Object.values(shares).reduce((total, each) => total + each, 0);
  if (Math.abs(sum - 1) > 1e-6)
    throw invalidArgument(path, `must add up to 1, not ${Number(sum.toFixed(6))}`);
}

/** Returns the clusters of the named instance, or of the only one. */
function clustersOf({ instances }: Topology, id: string | undefined): readonly FleetCluster[] {
  const ids = instances.map(({ name }) => instanceId(name));
  if (id === undefined && instances.length !== 1)
    throw invalidArgument('instance', `is required, since the topology has several: ${ids.join(', ')}`);
  const instance = id === undefined ? instances[0] : instances[ids.indexOf(id)];
  if (instance === undefined)
    throw invalidArgument('instance', `"${id}" is not in the topology${didYouMean(id!, ids)}`);
  return instance.clusters.map(({ id: cluster, region, role }) => ({ id: cluster, region, workload: role }));
}

function regionsOf(clusters: readonly FleetCluster[]): readonly string[] {
  const serving = clusters.filter(({ workload }) => workload === 'serving');
  return [...new Set(serving.map(({ region }) => region))];
}

/** Returns the nearest other region of each region, in the order of the router. */
function nearestOf(clusters: readonly FleetCluster[], { links }: Topology): Readonly<Record<string, string>> {
  const regions = regionsOf(clusters);
  const entries = regions.flatMap((region) => {
    const [, next] = groupByRegion(regions, (each) => each, distanceFrom(region, links));
    return next === undefined ? [] : [[region, next[0]!] as const];
  });
  return Object.fromEntries(entries);
}
