import type { OriginCode } from '../../core/consistency/row-watermark';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import { SHARDS } from './heartbeat-row';
import type { HeartbeatScope } from './heartbeat-scope';

/** The heartbeats of one origin that one replica has shown in one table. */
export interface HeartbeatSeries {
  readonly table: string;
  readonly replica: Cluster;
  readonly origin: Cluster;
  /** Latest heartbeat by shard, in milliseconds by the senders' clocks; -Infinity if none is known. */
  readonly times: Float64Array;
  /** Start of the series: nothing before it can be missing. Milliseconds. */
  sinceMs: number;
  /** Findings of the last poll of the replica, by name of the schedule. */
  readonly findings: ReadonlyMap<string, SeriesFinding>;
}

/** Findings of the polls of a replica about one origin's heartbeats of one schedule. */
interface SeriesFinding {
  /** Heartbeat of the shard that is furthest behind, or `sinceMs` of the series. Milliseconds. */
  oldestMs: number;
  isStale: boolean;
  /** Successive polls that found it stale while another replica had shown much newer heartbeats. */
  pollsBehind: number;
  /** Time of the last poll of the replica, successful or not; -Infinity before the first. Milliseconds. */
  polledMs: number;
  /** Whether heartbeats of long ago have been searched for. */
  isHistorySearched: boolean;
}

type SeriesByOrigin = Map<OriginCode, HeartbeatSeries>;

/** The latest heartbeats by table, replica, origin and shard: 2 KB per table, replica and origin. */
export class TrackedHeartbeats {
  readonly #schedules: readonly string[];
  #tables = new Map<string, Map<OriginCode, SeriesByOrigin>>();

  constructor(schedules: readonly string[]) {
    this.#schedules = schedules;
  }

  /** Returns the series, if there is one. Allocates nothing, because every read calls it. */
  get(table: string, replica: OriginCode, origin: OriginCode): HeartbeatSeries | undefined {
    return this.#tables.get(table)?.get(replica)?.get(origin);
  }

  /** Returns the origin's series in all replicas. */
  *ofOrigin(table: string, origin: OriginCode): Iterable<HeartbeatSeries> {
    for (const origins of this.#tables.get(table)?.values() ?? []) {
      const series = origins.get(origin);
      if (series !== undefined) yield series;
    }
  }

  /** Returns the series of all origins in the replica. */
  shownBy(table: string, replica: OriginCode): Iterable<HeartbeatSeries> {
    return this.#tables.get(table)?.get(replica)?.values() ?? [];
  }

  *all(): Iterable<HeartbeatSeries> {
    for (const replicas of this.#tables.values()) {
      for (const origins of replicas.values()) yield* origins.values();
    }
  }

  /** Keeps the series of the scopes, starts new ones, and drops the rest. */
  follow(scopes: readonly HeartbeatScope<Workload>[], nowMs: number): void {
    const tables = new Map<string, Map<OriginCode, SeriesByOrigin>>();
    for (const { table, replicas, origins } of scopes) {
      const byReplica = new Map<OriginCode, SeriesByOrigin>();
      for (const replica of replicas) {
        const series = origins.map(
          (origin) =>
            this.#existing(table, replica, origin) ??
            this.#newSeries({ table, replica, origin, sinceMs: nowMs }),
        );
        byReplica.set(replica.code, new Map(series.map((each) => [each.origin.code, each])));
      }
      tables.set(table, byReplica);
    }
    this.#tables = tables;
  }

  /** Returns the existing series with the clusters as the topology has them now. */
  #existing(table: string, replica: Cluster, origin: Cluster): HeartbeatSeries | undefined {
    const known = this.get(table, replica.code, origin.code);
    return known === undefined ? undefined : { ...known, replica, origin };
  }

  #newSeries(of: Pick<HeartbeatSeries, 'table' | 'replica' | 'origin' | 'sinceMs'>): HeartbeatSeries {
    const initial = { oldestMs: of.sinceMs, isStale: false, pollsBehind: 0, polledMs: -Infinity };
    return {
      ...of,
      times: new Float64Array(SHARDS).fill(-Infinity),
      findings: new Map(
        this.#schedules.map((schedule) => [schedule, { ...initial, isHistorySearched: false }]),
      ),
    };
  }
}

export function resetSeries({ times, findings }: HeartbeatSeries): void {
  times.fill(-Infinity);
  for (const finding of findings.values()) finding.isStale = false;
}
