import { interleave } from '../../bigtable/read/filters';
import type { ClientCallOptions, Filter, ReadRowsRequest, Row } from '../../bigtable/client/types';
import {
  NO_WATERMARK,
  watermarkOf,
  withoutWatermarks,
  type OriginCode,
  type RowWatermark,
} from '../../core/consistency/row-watermark';
import {
  chainsOf,
  NO_CHAINS,
  withoutChains,
  type RowChains,
  type ChainLinks,
} from '../../core/consistency/row-chains';
import type { Tracing } from '../../platform/telemetry/tracing';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { ReplicaState } from './proof';
import { controlKeyOf, isControlKey } from '../origins/control-row';
import type { AnnouncedOrigins } from '../origins/announced-origins';
import {
  heartbeatMs,
  heartbeatOrigin,
  heartbeatRange,
  isHeartbeatKey,
  shardOf,
} from '../heartbeats/heartbeat-row';
import type { Horizon } from './horizon';
import type { LookupKind } from './read-observer';
import type { OrderObserver } from '../audit/order-observer';
import type { ShardWatermarks } from '../heartbeats/shard-watermarks';
import type { RowRead } from '../store';

/** A row as one replica has shown it. */
export interface ReplicaAnswer<W extends Workload> extends ReplicaState {
  readonly replica: Cluster<W>;
  readonly kind: LookupKind;
  /** The cells that its chains consist of; empty where none were fetched. */
  readonly links: ChainLinks;
  /** Without watermarks. */
  readonly row: Row | undefined;
}

export interface Lookup<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly kind: LookupKind;
}

/** A row, whose filter is one that `Lookups` made. */
export interface LookupRequest extends Omit<RowRead, 'bytesMax' | 'allowsJoin'>, ChainRequest {
  readonly bytesMax?: number | undefined;
  readonly origins: readonly Cluster[];
  readonly readsAnnouncements: boolean;
}

/** How a row's watermark was asked for. */
export interface ChainRequest {
  /** Newest cells of each column that the filter fetches with their predecessors; 0: one, without. */
  readonly chainDepth: number;
  /** Wall clock, when the read began. */
  readonly nowMs: number;
}

export interface LookupDependencies<W extends Workload> {
  readonly clients: ClusterClients<W>;
  readonly shards: ShardWatermarks;
  readonly horizon: Horizon;
  /** Is told of each announcement that a lookup shows. */
  readonly announced?: AnnouncedOrigins | undefined;
  readonly tracing: Tracing;
  readonly order?: OrderObserver | undefined;
}

export type HeartbeatTimes = ReadonlyMap<OriginCode, number>;

const NO_HEARTBEAT_TIMES: HeartbeatTimes = new Map();

/** What is wanted, and the watermark beside it, as one of the filters of `Horizon` takes it. */
export function withWatermarks(filter: Filter, watermarks: Filter): Filter {
  return interleave(filter, watermarks);
}

/** One request each, to one cluster. */
export class LookupClient<W extends Workload> {
  readonly #options: LookupDependencies<W>;

  constructor(options: LookupDependencies<W>) {
    this.#options = options;
  }

  /** By which a read asks for what is wanted: without a depth where any answer will do, otherwise with chains. */
  filterFor(wanted: Filter, nowMs: number, chainDepth = 0): Filter {
    const { horizon } = this.#options;
    return withWatermarks(
      wanted,
      chainDepth === 0 ? horizon.newestFilter(nowMs) : horizon.chainFilter(nowMs, chainDepth),
    );
  }

  async row(lookup: Lookup<W>, read: LookupRequest, call: ClientCallOptions): Promise<ReplicaAnswer<W>> {
    // Before the lookup is sent: what the replica shows from now on, others may have been told after it read the row.
    const heartbeats = this.heartbeats(lookup.cluster, read);
    const row = includesAnnouncements(lookup.cluster, read)
      ? await this.#rowAndControl(lookup, { ...read, keys: [read.key] }, call)
      : await this.#traced(lookup, () => this.#client(lookup).readRow(read, call));
    return this.toAnswer(lookup, row, { read, heartbeats });
  }

  /** The row, and its shard's heartbeats, which come first in the same request: the row is no older than they are. */
  async rowWithHeartbeats(
    lookup: Lookup<W>,
    read: LookupRequest,
    call: ClientCallOptions,
  ): Promise<ReplicaAnswer<W>> {
    const { table, key, filter, bytesMax, nowMs } = read;
    const ranges = [heartbeatRange(shardOf(key), nowMs)];
    let heartbeats = this.heartbeats(lookup.cluster, read);
    const rows = await this.rows(lookup, { table, ranges, keys: [key], filter, rowBytesMax: bytesMax }, call);
    const found = rows.find((row) => !isHeartbeatKey(row.key));
    // Behind the announcements, which come after them: no read may stand on heartbeats that were shown with others.
    for (const shard of rows.filter((row) => isHeartbeatKey(row.key)))
      heartbeats = this.#withShown(heartbeats, { ...lookup, read, shard });
    return this.toAnswer(lookup, found, { read, heartbeats });
  }

  /** What a replica's row is to the read; reports where it shows writes out of order. */
  toAnswer(
    { cluster, kind }: Lookup<W>,
    found: Row | undefined,
    of: { readonly read: ChainRequest & { readonly table: string }; readonly heartbeats: HeartbeatTimes },
  ): ReplicaAnswer<W> {
    const { read, heartbeats } = of;
    const { watermark, complete, gaps, shown: links } = this.#chainsIn(found, read);
    if (gaps.length > 0) this.#options.order?.onOrderGaps({ replica: cluster, table: read.table, gaps });
    const row = found === undefined ? undefined : withoutWatermarks(found);
    return { replica: cluster, kind, row, watermark, complete, heartbeats, links };
  }

  #chainsIn(row: Row | undefined, { chainDepth, nowMs }: ChainRequest): RowChains {
    if (row === undefined) return NO_CHAINS;
    if (chainDepth === 0) return withoutChains(watermarkOf(row.cells));
    const replicatedBeforeMs = this.#options.horizon.replicatedBeforeMs(nowMs);
    return chainsOf(row.cells, { replicatedBeforeMs, depth: chainDepth });
  }

  /** A row that an origin is asked for, and the announcements that the origin had acknowledged by then. */
  async #rowAndControl(
    lookup: Lookup<W>,
    { table, keys, filter, bytesMax }: RowsWithControlRows,
    call: ClientCallOptions,
  ): Promise<Row | undefined> {
    const request = { table, keys: withControlKeys(keys), filter, rowBytesMax: bytesMax };
    const [found] = await this.rows(lookup, request, call);
    return found;
  }

  /**
   * Several rows; announcements are taken in, and not returned. Nothing is taken before the answer's end, which reports the
   * cluster that has given it. `onArrival` is told of each row as it comes, and may throw to have no more of them.
   */
  async rows(
    lookup: Lookup<W>,
    request: ReadRowsRequest,
    call: ClientCallOptions,
    onArrival: (row: Row) => void = () => undefined,
  ): Promise<readonly Row[]> {
    const arrived: Row[] = [];
    await this.#traced(lookup, async () => {
      for await (const row of this.#client(lookup).readRows(request, call)) {
        onArrival(row);
        arrived.push(row);
      }
    });
    return arrived.filter((row) => {
      const isControl = isControlKey(row.key);
      if (isControl) this.#options.announced?.observe(request.table, row);
      return !isControl;
    });
  }

  /** Of the row's watermark only what is the cluster's own. */
  async watermark(
    lookup: Lookup<W>,
    read: Pick<LookupRequest, 'table' | 'key' | 'nowMs' | 'readsAnnouncements' | 'origins'>,
    call: ClientCallOptions,
  ): Promise<RowWatermark> {
    const { table, key } = read;
    const filter = this.watermarkFilter(lookup.cluster, read);
    const row = includesAnnouncements(lookup.cluster, read)
      ? await this.#rowAndControl(lookup, { table, keys: [key], filter }, call)
      : await this.#traced(lookup, () => this.#client(lookup).readRow({ table, key, filter }, call));
    return row === undefined ? NO_WATERMARK : watermarkOf(row.cells);
  }

  /** By which an origin is asked what there is to show of its own writes. */
  watermarkFilter(
    origin: Cluster,
    read: Pick<LookupRequest, 'nowMs' | 'readsAnnouncements' | 'origins'>,
  ): Filter {
    const { horizon } = this.#options;
    const own = horizon.ownColumnsFilter(origin.code, read.nowMs);
    return includesAnnouncements(origin, read)
      ? interleave(own, horizon.announcementFilter(read.nowMs))
      : own;
  }

  /** Those that the replica is known to have shown until now. */
  heartbeats(
    replica: Cluster,
    { table, key, origins }: Pick<LookupRequest, 'table' | 'key' | 'origins'>,
  ): HeartbeatTimes {
    if (replica.indirect !== undefined) return NO_HEARTBEAT_TIMES;
    let heartbeats: Map<OriginCode, number> | undefined;
    for (const origin of origins) {
      if (origin.code === replica.code) continue;
      heartbeats ??= new Map();
      heartbeats.set(origin.code, this.#options.shards.latestHeartbeatMs(replica, origin, { table, key }));
    }
    return heartbeats ?? NO_HEARTBEAT_TIMES;
  }

  /**
   * What this very answer shows counts, if it is believed; not what the replica is known to have shown by now, which may
   * come from a request that was served later than this one. What was believed until one of its rows told of a clock that is
   * wrong, does not count.
   */
  #withShown(
    known: HeartbeatTimes,
    { cluster, read, shard }: { cluster: Cluster; read: LookupRequest; shard: Row },
  ): HeartbeatTimes {
    this.#options.shards.observe(cluster, read.table, shard);
    const shown = new Map(shard.cells.map((cell) => [heartbeatOrigin(cell), heartbeatMs(cell)]));
    const believed = this.heartbeats(cluster, read);
    const heartbeats = new Map(known);
    for (const [origin, beatMs] of believed) {
      const shownMs = Math.max(known.get(origin) ?? -Infinity, shown.get(origin) ?? -Infinity);
      heartbeats.set(origin, Math.min(beatMs, shownMs));
    }
    return heartbeats;
  }

  #client({ cluster }: Lookup<W>): ReturnType<ClusterClients<W>['of']> {
    return this.#options.clients.of(cluster);
  }

  #traced<T>({ cluster, kind }: Lookup<W>, task: () => Promise<T>): Promise<T> {
    const attributes = { 'tidemark.cluster': cluster.id, 'tidemark.lookup': kind };
    return this.#options.tracing.span('lookup', attributes, task);
  }
}

interface RowsWithControlRows {
  readonly table: string;
  readonly keys: readonly Buffer[];
  readonly filter: Filter;
  readonly bytesMax?: number | undefined;
}

/** Whether the cluster's answer is to show which clusters have been announced there. */
export function includesAnnouncements(
  { code }: Cluster,
  { readsAnnouncements, origins }: Pick<LookupRequest, 'readsAnnouncements' | 'origins'>,
): boolean {
  return readsAnnouncements && origins.some((origin) => origin.code === code);
}

/** The keys, and the control row of each of their shards. */
export function withControlKeys(keys: readonly Buffer[]): readonly Buffer[] {
  return [...new Set(keys.map(controlKeyOf)), ...keys];
}
