/** Describes the placements of a topology, as JSON and as text. */
import {
  aggregateRegions,
  isRegionWithin,
  placementsOfGroup,
  type Jurisdiction,
  type Placement,
  type PlacementGroup,
  type PlacementRules,
} from '../../core/residency/placement-rules';
import type { Corpus } from '../../core/schema/schema';
import type { Cluster } from '../../routing/topology/cluster';
import { missingForMoves } from '../../routing/topology/missing-for-moves';
import type { StoreTopology } from '../../routing/topology/store-topology';
import { regionsOf } from '../../store/region';
import { textTable } from '../shared/text-table';

export interface PlacementsReport {
  readonly jurisdictions: Readonly<Record<string, Omit<Jurisdiction, 'name'>>>;
  readonly placements: Readonly<Record<string, PlacementReport>>;
  readonly groups: Readonly<Record<string, GroupReport>>;
  readonly directory: { readonly instance: string; readonly clusters: readonly ClusterLocation[] };
}

interface PlacementReport {
  readonly jurisdiction: string | undefined;
  /** Instance ids by corpus. */
  readonly instances: Readonly<Record<string, string>>;
  /** Clusters of all instances. */
  readonly clusters: readonly ClusterLocation[];
  /** The part that the placement lacks for moves of rows to and from it. Absent if they can move. */
  readonly missingForMoves: string | undefined;
}

type ClusterLocation = Pick<Cluster, 'id' | 'region' | 'workload'>;

interface GroupReport {
  readonly corpora: readonly string[];
  /** Corpora of sketches, of which each placement has a part. */
  readonly sketches: readonly string[];
  readonly default: string;
  /** Placements that the group can use. */
  readonly placements: readonly string[];
  readonly requiresLocation: boolean;
}

export function describePlacements(topology: StoreTopology): PlacementsReport | undefined {
  const { placements: rules } = topology;
  if (rules === undefined) return undefined;
  const { directoryInstance: instance } = rules;
  return {
    jurisdictions: mapValues(rules.jurisdictions, ({ regions, countries, servedFrom, ...jurisdiction }) => ({
      regions,
      countries,
      servedFrom,
      aggregatesServedFrom: jurisdiction.aggregatesServedFrom,
    })),
    placements: mapValues(rules.placements, (placement) => reportPlacement(topology, placement)),
    groups: mapValues(rules.groups, (group) => ({
      corpora: group.corpora,
      sketches: group.sketches,
      default: group.defaultPlacement,
      placements: placementsOfGroup(rules, group).map(({ name }) => name),
      requiresLocation: group.requiresLocation,
    })),
    directory: { instance, clusters: clustersIn(topology, [instance]) },
  };
}

function mapValues<T, R>(entries: ReadonlyMap<string, T>, value: (entry: T) => R): Record<string, R> {
  return Object.fromEntries(Array.from(entries, ([name, entry]) => [name, value(entry)]));
}

function reportPlacement(topology: StoreTopology, placement: Placement): PlacementReport {
  const { jurisdiction, instances } = placement;
  return {
    jurisdiction,
    instances: Object.fromEntries(instances),
    clusters: clustersIn(topology, [...instances.values()]),
    missingForMoves: missingForMoves(topology, placement),
  };
}

/** Returns the clusters of the instances, without entries that stand for others. */
function clustersIn({ instances }: StoreTopology, ids: readonly string[]): readonly ClusterLocation[] {
  return instances
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ clusters }): readonly Cluster[] => [...clusters.serving, ...clusters.batch])
    .filter(({ indirect }) => indirect === undefined)
    .map(({ id, region, workload }) => ({ id, region, workload }));
}

/** Returns sentences about placements that are valid, but may be mistakes. */
export function placementRemarks(topology: StoreTopology): readonly string[] {
  const { placements: rules } = topology;
  if (rules === undefined) return [];
  return [
    ...Array.from(rules.placements.values(), (placement) => immovable(topology, placement)).flat(),
    ...Array.from(rules.jurisdictions.values(), (each) => jurisdictionRemarks(topology, rules, each)).flat(),
    ...Array.from(rules.groups.values(), (group) => divided(topology, rules, group)).flat(),
    ...directoryRemarks(topology, rules),
  ];
}

/** Campaign counts are complete, and campaigns are paced, only where the sketches of all placements may be processed. */
function divided(topology: StoreTopology, rules: PlacementRules, group: PlacementGroup): readonly string[] {
  if (group.sketches.length === 0) return [];
  const placements = placementsOfGroup(rules, group).map(({ name }) => name);
  const isComplete = (region: string): boolean =>
    placements.every((placement) => isRegionWithin(aggregateRegions(rules, placement), region));
  if (regionsOf(topology).some(isComplete)) return [];
  return [
    `placement group ${group.name}: no region may process the sketches of all placements, so campaign counts are partial ` +
      'and campaigns are not paced; aggregatesServedFrom allows it',
  ];
}

/** Returns sentences about sketches that are in one instance, although the events that they count are placed. */
export function sketchRemarks(
  { placements: rules }: StoreTopology,
  corpora: readonly Corpus[],
): readonly string[] {
  if (rules === undefined) return [];
  const events = corpora.flatMap(({ dataTypes }) => dataTypes);
  const remarks = events.flatMap(({ corpus, events: type }) => {
    const group = rules.groupByCorpus.get(corpus);
    if (group === undefined) return [];
    return (type?.sketches ?? [])
      .filter((sketches) => !rules.groupBySketches.has(sketches.corpus))
      .map((sketches) => [sketches.corpus, group.name] as const);
  });
  return [...new Map(remarks)].map(
    ([corpus, group]) =>
      `placement group ${group}: the sketches in ${corpus}, with hashes of its users and events, are in one instance for ` +
      'all placements; "sketches" of the group places them',
  );
}

function immovable(topology: StoreTopology, placement: Placement): readonly string[] {
  const missing = missingForMoves(topology, placement);
  if (missing === undefined) return [];
  return [`placement ${placement.name}: rows cannot move to or from it, since ${missing}`];
}

function jurisdictionRemarks(
  topology: StoreTopology,
  { placements }: PlacementRules,
  { name, servedFrom = [] }: Jurisdiction,
): readonly string[] {
  const regions = regionsOf(topology);
  const remarks = servedFrom
    .filter((region) => !regions.includes(region))
    .map((region) => `servedFrom has ${region}, which has neither clusters nor clients`);
  if (![...placements.values()].some(({ jurisdiction }) => jurisdiction === name))
    remarks.push('it has no placement, so users of its countries are in the default placement');
  return remarks.map((remark) => `jurisdiction ${name}: ${remark}`);
}

/** A process that looks users up in another region waits for the network. */
function directoryRemarks(topology: StoreTopology, rules: PlacementRules): readonly string[] {
  const serving = (ids: readonly string[]): Set<string> =>
    new Set(
      clustersIn(topology, ids).flatMap(({ workload, region }) => (workload === 'serving' ? [region] : [])),
    );
  const near = serving([rules.directoryInstance]);
  const used = serving([...rules.placements.values()].flatMap(({ instances }) => [...instances.values()]));
  return [...used]
    .filter((region) => !near.has(region))
    .map((region) => `directory: instance ${rules.directoryInstance} has no serving cluster in ${region}`);
}

export function placementLines({ jurisdictions, placements, groups, directory }: PlacementsReport): string[] {
  const jurisdictionRows = Object.entries(jurisdictions).map(([name, { servedFrom, ...of }]) => {
    const { regions, countries, aggregatesServedFrom = servedFrom } = of;
    return [
      name,
      regions.join(', '),
      servedFrom?.join(', ') ?? 'all regions',
      aggregatesServedFrom?.join(', ') ?? 'all regions',
      countries.join(' '),
    ];
  });
  const placementRows = Object.entries(placements).flatMap(([name, { jurisdiction, instances, clusters }]) =>
    Object.entries(instances).map(([corpus, instance]) => [
      name,
      jurisdiction ?? 'none',
      corpus,
      instance,
      clusters.map(({ id, region }) => `${id} (${region})`).join(', '),
    ]),
  );
  const groupRows = Object.entries(groups).map(([name, group]) => [
    name,
    group.corpora.join(', '),
    group.sketches.join(', ') || 'none',
    group.default,
    group.placements.join(', '),
    group.requiresLocation ? 'yes' : 'no',
  ]);
  return [
    ...(jurisdictionRows.length === 0 ? [] : [textTable(JURISDICTION_HEADER, jurisdictionRows), '']),
    textTable(PLACEMENT_HEADER, placementRows),
    '',
    textTable(GROUP_HEADER, groupRows),
    '',
    `The location directory is in ${directory.instance}: ${directory.clusters.map(({ id }) => id).join(', ')}`,
    '',
  ];
}

const JURISDICTION_HEADER = ['jurisdiction', 'regions', 'served from', 'aggregates served from', 'countries'];
const PLACEMENT_HEADER = ['placement', 'jurisdiction', 'corpus', 'instance', 'clusters'];
const GROUP_HEADER = [
  'placement group',
  'corpora',
  'sketches',
  'default',
  'placements',
  'requires a location',
];
