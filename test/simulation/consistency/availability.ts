import {
  covers,
  originOf,
  type OriginCode,
  type RowWatermark,
} from '../../../src/core/consistency/row-watermark';
import { type WriteToken, writesOf } from '../../../src/core/tokens/write-token';
import type { Region, World } from './world';

export interface ClusterReachability {
  /** Whether every call of the process to the cluster has succeeded since then. */
  wereHealthy(cluster: string, sinceMs: number): boolean;
  /**
   * Whether the process has ejected the cluster for a reason, so that it does not wait for what only that cluster could prove.
   */
  hasEjected(cluster: string): boolean;
}

export interface ObservedRead {
  readonly key: string;
  /** The row as tokens name it. */
  readonly row: string;
  readonly region: Region;
  readonly begunMs: number;
  readonly token: WriteToken;
  /** Whether the writes of every origin are needed, as with `bounded` and `strict`. */
  readonly needsAllOrigins: boolean;
}

/** Clusters of the read's workload, as its process's topology has them. */
export interface Candidates {
  readonly replicas: readonly string[];
  /** Ids of the clusters that may have acknowledged writes which are not in every cluster, by code. */
  readonly origins: ReadonlyMap<OriginCode, string>;
  readonly byCode: ReadonlyMap<OriginCode, string>;
}

/**
 * Timeout from which on failed reads are checked, in milliseconds. In half of a shorter time a reader could not query each
 * replica again, between pauses that grow to a quarter of a second.
 */
export const CHECKED_TIMEOUT_MS = 2_000;
const ROUND_TRIP_MAX_MS = 300;

/**
 * Computes whether a read could have been answered: what an omniscient reader knows in the middle of the read's time.
 *
 * A replica could have answered if every call to it succeeded from the begin of the read to its end, and if, from the middle of
 * that time on, for each origin of which something was required: it was that origin; or it showed the versions that the token
 * named; or, where the token named none, every call to the origin succeeded too, and it showed all that the origin showed in the
 * middle; unless the process has ejected the origin, which it does not wait for. (After a delete of the row no replica may show
 * what a token names.)
 */
export class Availability {
  readonly #world: World;
  readonly #read: ObservedRead;
  readonly #candidates: Candidates;
  /** Watermark of its own writes that each origin shows when the read begins; `#shownMid`: in the middle of its time. */
  readonly #shownFirst: ReadonlyMap<string, RowWatermark>;
  #shownMid: ReadonlyMap<string, RowWatermark> = new Map();
  #ableMid: readonly string[] = [];

  constructor(world: World, read: ObservedRead, candidates: Candidates) {
    this.#world = world;
    this.#read = read;
    this.#candidates = candidates;
    this.#shownFirst = this.#shown();
  }

  /** Records the state in the middle of the read's time, or when it fails if that is earlier. */
  look(ways: ClusterReachability): void {
    this.#shownMid = this.#shown();
    this.#ableMid = this.#able(this.#candidates.replicas, ways);
  }

  /**
   * Returns the replicas that could have answered a failed read. None if a delete of the row removed what the origins had shown,
   * because the reader may have received these versions before.
   */
  couldHaveAnswered(ways: ClusterReachability): readonly string[] {
    const shownLast = this.#shown();
    for (const [id, mid] of this.#shownMid) {
      if (!covers(mid, this.#shownFirst.get(id)!) || !covers(shownLast.get(id)!, mid)) return [];
    }
    return this.#able(this.#ableMid, ways);
  }

  #shown(): ReadonlyMap<string, RowWatermark> {
    const { byCode } = this.#candidates;
    return new Map(
      [...byCode.values()].map((id) => {
        const own = [...this.#world.chains(id, this.#read.key).watermark];
        return [id, new Map(own.filter(([column]) => byCode.get(originOf(column)) === id))];
      }),
    );
  }

  #able(replicas: readonly string[], ways: ClusterReachability): readonly string[] {
    return replicas.filter((replica) => {
      const { complete } = this.#world.chains(replica, this.#read.key);
      const meets = (demand: Demand): boolean => this.#meets(replica, complete, demand, ways);
      return this.#isFine(replica, ways) && this.#demanded().every(meets);
    });
  }

  #meets(
    replica: string,
    complete: RowWatermark,
    { cluster, needed }: Demand,
    ways: ClusterReachability,
  ): boolean {
    if (needed !== undefined) return cluster === replica || covers(complete, needed);
    if (cluster === undefined || ways.hasEjected(cluster)) return false;
    const mid = this.#shownMid.get(cluster);
    return cluster === replica || (this.#isFine(cluster, ways) && mid !== undefined && covers(complete, mid));
  }

  #isFine(cluster: string, ways: ClusterReachability): boolean {
    const { region, begunMs } = this.#read;
    return (
      this.#world.roundTripMaxMs(region, cluster) <= ROUND_TRIP_MAX_MS && ways.wereHealthy(cluster, begunMs)
    );
  }

  #demanded(): readonly Demand[] {
    const { token, row, needsAllOrigins } = this.#read;
    const { origins, byCode } = this.#candidates;
    const needed = new Map<OriginCode, Map<string, number>>();
    for (const { column, versionMs } of writesOf(token, row)) {
      const ofOrigin = needed.get(originOf(column)) ?? new Map<string, number>();
      needed.set(originOf(column), ofOrigin.set(column, versionMs));
    }
    const everything = new Set([
      ...(needsAllOrigins ? origins.keys() : []),
      ...token.times.map(({ origin }) => origin),
    ]);
    return [
      ...[...everything].map((code) => ({ cluster: byCode.get(code), needed: undefined })),
      ...[...needed].map(([code, versions]) => ({ cluster: byCode.get(code), needed: versions })),
    ];
  }
}

interface Demand {
  /** Undefined where the origin is of another workload, or gone. */
  readonly cluster: string | undefined;
  readonly needed: RowWatermark | undefined;
}
