import type { OriginCode } from '../core/row-watermark';
import type { Cluster, Workload } from '../routing/cluster';
import { SHARDS } from './heartbeat-row';
import type { HeartbeatScope } from './heartbeat-scope';

/** What one replica has shown of one origin's heartbeats in one table. */
export interface Series {
  readonly table: string;
  readonly replica: Cluster;
  readonly origin: Cluster;
  /** By shard, milliseconds by the senders' clocks. */
  readonly times: Float64Array;
  /** When it was begun: before that nothing can be missing. */
  sinceMs: number;
  /** As the last look at the replica has found it: the heartbeat of the shard that is furthest behind, or `sinceMs`. */
  oldestMs: number;
  isStale: boolean;
  /** Looks in a row that found it stale when another replica had shown much newer heartbeats. */
  looksBehind: number;
  /** Heartbeats of long ago have been looked for. */
  isSearched: boolean;
}

type SeriesByOrigin = Map<OriginCode, Series>;

/** The latest heartbeats by table, replica, origin and shard: 2 KB for each table, replica and origin. */
export class TrackedHeartbeats {
  #tables = new Map<string, Map<OriginCode, SeriesByOrigin>>();

  /** On the path of every read, so it makes nothing. */
  get(table: string, replica: OriginCode, origin: OriginCode): Series | undefined {
    return this.#tables.get(table)?.get(replica)?.get(origin);
  }

  /** The origin's in all replicas. */
  *of(table: string, origin: OriginCode): Iterable<Series> {
    for (const origins of this.#tables.get(table)?.values() ?? []) {
      const series = origins.get(origin);
      if (series !== undefined) yield series;
    }
  }

  /** Of all origins in the replica. */
  shownBy(table: string, replica: OriginCode): Iterable<Series> {
    return this.#tables.get(table)?.get(replica)?.values() ?? [];
  }

  *all(): Iterable<Series> {
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
          (origin) => this.#kept(table, replica, origin) ?? begun(table, { replica, origin }, nowMs),
        );
        byReplica.set(replica.code, new Map(series.map((each) => [each.origin.code, each])));
      }
      tables.set(table, byReplica);
    }
    this.#tables = tables;
  }

  /** The clusters of a series are as the topology has them now. */
  #kept(table: string, replica: Cluster, origin: Cluster): Series | undefined {
    const known = this.get(table, replica.code, origin.code);
    return known === undefined ? undefined : { ...known, replica, origin };
  }
}

export function forget(series: Series): void {
  series.times.fill(-Infinity);
  series.isStale = false;
}

function begun(
  table: string,
  { replica, origin }: { readonly replica: Cluster; readonly origin: Cluster },
  sinceMs: number,
): Series {
  const times = new Float64Array(SHARDS).fill(-Infinity);
  return {
    ...{ table, replica, origin, times, sinceMs, oldestMs: sinceMs },
    ...{ isStale: false, looksBehind: 0, isSearched: false },
  };
}
