import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import { SHARDS } from './heartbeat-row';
import type { HeartbeatScope } from './heartbeat-scope';

/** What one replica has shown of one origin's heartbeats in one table. */
export interface HeartbeatSeries {
  readonly table: string;
  readonly replica: Cluster;
  readonly origin: Cluster;
  /** By shard, milliseconds by the senders' clocks. */
  readonly times: Float64Array;
  /** When it was begun: before that nothing can be missing. */
  sinceMs: number;
  /** By the name of the pace, as the last look at the replica has found it. */
  readonly findings: ReadonlyMap<string, SeriesFinding>;
}

/** What looks at a replica have found of one origin's heartbeats of one pace. */
export interface SeriesFinding {
  /** The heartbeat of the shard that is furthest behind, or the series' `sinceMs`. */
  oldestMs: number;
  isStale: boolean;
  /** Looks in a row that found it stale when another replica had shown much newer heartbeats. */
  pollsBehind: number;
  /** When the replica was looked at last, whatever became of it; -Infinity for never. */
  polledMs: number;
  /** Heartbeats of long ago have been looked for. */
  isHistorySearched: boolean;
}

type SeriesByOrigin = Map<OriginCode, HeartbeatSeries>;

/** The latest heartbeats by table, replica, origin and shard: 2 KB for each table, replica and origin. */
export class TrackedHeartbeats {
  readonly #paces: readonly string[];
  #tables = new Map<string, Map<OriginCode, SeriesByOrigin>>();

  constructor(paces: readonly string[]) {
    this.#paces = paces;
  }

  /** On the path of every read, so it makes nothing. */
  get(table: string, replica: OriginCode, origin: OriginCode): HeartbeatSeries | undefined {
    return this.#tables.get(table)?.get(replica)?.get(origin);
  }

  /** The origin's in all replicas. */
  *ofOrigin(table: string, origin: OriginCode): Iterable<HeartbeatSeries> {
    for (const origins of this.#tables.get(table)?.values() ?? []) {
      const series = origins.get(origin);
      if (series !== undefined) yield series;
    }
  }

  /** Of all origins in the replica. */
  shownBy(table: string, replica: OriginCode): Iterable<HeartbeatSeries> {
    return this.#tables.get(table)?.get(replica)?.values() ?? [];
  }

  *all(): Iterable<HeartbeatSeries> {
    for (const replicas of this.#tables.values()) {
      for (const origins of replicas.values()) yield* origins.values();
    }
  }

  /** Keeps what there is of the scopes, begins what is new, and forgets the rest. */
  follow(scopes: readonly HeartbeatScope<Workload>[], nowMs: number): void {
    const tables = new Map<string, Map<OriginCode, SeriesByOrigin>>();
    for (const { table, replicas, origins } of scopes) {
      const byReplica = new Map<OriginCode, SeriesByOrigin>();
      for (const replica of replicas) {
        const series = origins.map(
          (origin) =>
            this.#kept(table, replica, origin) ?? this.#begun({ table, replica, origin, sinceMs: nowMs }),
        );
        byReplica.set(replica.code, new Map(series.map((each) => [each.origin.code, each])));
      }
      tables.set(table, byReplica);
    }
    this.#tables = tables;
  }

  /** The clusters of a series are as the topology has them now. */
  #kept(table: string, replica: Cluster, origin: Cluster): HeartbeatSeries | undefined {
    const known = this.get(table, replica.code, origin.code);
    return known === undefined ? undefined : { ...known, replica, origin };
  }

  #begun(of: Pick<HeartbeatSeries, 'table' | 'replica' | 'origin' | 'sinceMs'>): HeartbeatSeries {
    const nothing = { oldestMs: of.sinceMs, isStale: false, pollsBehind: 0, polledMs: -Infinity };
    return {
      ...of,
      times: new Float64Array(SHARDS).fill(-Infinity),
      findings: new Map(this.#paces.map((pace) => [pace, { ...nothing, isHistorySearched: false }])),
    };
  }
}

export function resetSeries({ times, findings: found }: HeartbeatSeries): void {
  times.fill(-Infinity);
  for (const finding of found.values()) finding.isStale = false;
}
