/** Puts together what the map shows, from the topology and the latest snapshot. */
import type { ConsoleContext, ConsoleSnapshot } from '../../../client/types';

export interface MapCluster {
  readonly id: string;
  readonly role: 'serving' | 'batch';
  readonly writes: string;
  /** Health as the server sees it. Undefined: it has not used the cluster. */
  readonly phase: string | undefined;
  readonly lookupsPerSecond: number;
  readonly writesPerSecond: number;
  /** State of the embedded Bigtable. */
  readonly stopped: boolean;
  readonly slowMs: number;
}

export interface MapRegion {
  readonly name: string;
  /** Whether the server is in this region. */
  readonly isHome: boolean;
  readonly clusters: readonly MapCluster[];
}

/** Replication between two regions, in both directions. */
export interface MapLink {
  readonly between: readonly [string, string];
  /** Delay that the topology declares. */
  readonly delayMs: number | undefined;
  /** Age of the oldest commit on its way, of an embedded Bigtable. */
  readonly lagMs: number | undefined;
  /** Commits on their way. */
  readonly backlog: number | undefined;
  /** Age of the oldest heartbeat that has arrived. */
  readonly heartbeatAgeMs: number | undefined;
  readonly isCut: boolean;
}

export interface MapModel {
  readonly regions: readonly MapRegion[];
  readonly links: readonly MapLink[];
}

type EmbeddedInstances = NonNullable<ConsoleSnapshot['embedded']>;

export function mapModel(context: ConsoleContext, snapshot: ConsoleSnapshot | undefined): MapModel {
  const names = [...new Set(context.clusters.map(({ region }) => region))];
  const regions = names.map((name) => ({
    name,
    isHome: name === context.region,
    clusters: clustersOf(name, context, snapshot),
  }));
  const links = names.flatMap((a, index) =>
    names.slice(index + 1).map((b) => linkBetween([a, b], context, snapshot)),
  );
  return { regions, links };
}

function clustersOf(
  region: string,
  { clusters }: ConsoleContext,
  snapshot: ConsoleSnapshot | undefined,
): readonly MapCluster[] {
  const embedded = snapshot?.embedded?.flatMap((each) => each.clusters) ?? [];
  return clusters
    .filter((each) => each.region === region)
    .map(({ id, role, writes }) => {
      const seen = snapshot?.clusters.find((each) => each.id === id);
      const state = embedded.find((each) => each.id === bareId(id));
      return {
        id,
        role,
        writes,
        phase: seen?.phase,
        lookupsPerSecond: seen?.lookups.perSecond ?? 0,
        writesPerSecond: seen?.writes.perSecond ?? 0,
        stopped: state?.stopped ?? false,
        slowMs: state?.slowMs ?? 0,
      };
    });
}

function linkBetween(
  between: readonly [string, string],
  context: ConsoleContext,
  snapshot: ConsoleSnapshot | undefined,
): MapLink {
  const regionOf = new Map(context.clusters.map(({ id, region }) => [id, region]));
  const joins = (a: string | undefined, b: string | undefined): boolean =>
    a !== b && a !== undefined && b !== undefined && between.includes(a) && between.includes(b);
  const declared = context.links.find((each) => joins(each.between[0], each.between[1]));
  const beats = snapshot?.replication.lags.filter(({ origin, replica }) =>
    joins(regionOf.get(origin), regionOf.get(replica)),
  );
  const embedded = embeddedLinks(snapshot?.embedded, joins);
  const alive = embedded?.filter(({ isStopped }) => !isStopped);
  return {
    between,
    delayMs: declared?.delayMs,
    lagMs: embedded && maxOf(embedded.map(({ lagMs }) => lagMs)),
    backlog: embedded?.reduce((sum, { backlog }) => sum + backlog, 0),
    heartbeatAgeMs: beats && maxOf(beats.map(({ heartbeatAgeMs }) => heartbeatAgeMs)),
    isCut: alive !== undefined && alive.length > 0 && alive.every(({ blocked }) => blocked),
  };
}

/** Returns the links of an embedded Bigtable between two regions. A link at a stopped cluster is no cut one. */
function embeddedLinks(
  instances: EmbeddedInstances | undefined,
  joins: (a: string | undefined, b: string | undefined) => boolean,
) {
  return instances?.flatMap(({ clusters, links }) => {
    const byId = new Map(clusters.map((each) => [each.id, each]));
    return links
      .filter(({ from, to }) => joins(byId.get(from)?.region, byId.get(to)?.region))
      .map((link) => ({
        ...link,
        isStopped: [link.from, link.to].some((id) => byId.get(id)?.stopped === true),
      }));
  });
}

function maxOf(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((max, each) => Math.max(max, each));
}

/** The embedded Bigtable names clusters without their instance. */
function bareId(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}
