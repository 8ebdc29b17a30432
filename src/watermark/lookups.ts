import { interleave } from '../bigtable/filters';
import type { ClientCallOptions, Filter, ReadRowsRequest, Row } from '../bigtable/types';
import {
  NO_WATERMARK,
  watermarkOf,
  withoutWatermarks,
  type OriginCode,
  type RowWatermark,
} from '../core/row-watermark';
import type { Tracing } from '../platform/tracing';
import type { Cluster, Workload } from '../routing/cluster';
import type { ClusterClients } from '../routing/cluster-clients';
import type { Shown } from './gate';
import { heartbeatMs, heartbeatOrigin, heartbeatRange, isHeartbeatKey, shardOf } from './heartbeat-row';
import type { Horizon } from './horizon';
import type { LookupKind } from './read-observer';
import type { ShardWatermarks } from './shard-watermarks';
import type { RowRead } from './store';

/** A row as one replica has shown it. */
export interface Answer<W extends Workload> extends Shown {
  readonly replica: Cluster<W>;
  readonly kind: LookupKind;
  /** Without watermarks. */
  readonly row: Row | undefined;
}

export interface Lookup<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly kind: LookupKind;
}

/** A row, whose filter is one that `Lookups.filterFor` made. */
export interface LookupRead extends Omit<RowRead, 'bytesMax' | 'joins'> {
  readonly bytesMax?: number | undefined;
  readonly origins: readonly Cluster[];
  /** Wall clock, when the read began. */
  readonly nowMs: number;
}

export interface LookupOptions<W extends Workload> {
  readonly clients: ClusterClients<W>;
  readonly shards: ShardWatermarks;
  readonly horizon: Horizon;
  readonly tracing: Tracing;
}

export type Heartbeats = ReadonlyMap<OriginCode, number>;

const NO_HEARTBEATS: Heartbeats = new Map();

/** What is wanted, and the watermark beside it, as `Horizon.newest` takes it. */
export function withWatermarks(filter: Filter, newest: Filter): Filter {
  return interleave(filter, newest);
}

/** One request each, to one cluster. */
export class Lookups<W extends Workload> {
  readonly #options: LookupOptions<W>;

  constructor(options: LookupOptions<W>) {
    this.#options = options;
  }

  /** By which a read asks for what is wanted. */
  filterFor(wanted: Filter, nowMs: number): Filter {
    return withWatermarks(wanted, this.#options.horizon.newest(nowMs));
  }

  async row(lookup: Lookup<W>, read: LookupRead, call: ClientCallOptions): Promise<Answer<W>> {
    // Before the lookup is sent: what the replica shows from now on, others may have been told after it read the row.
    const heartbeats = this.heartbeats(lookup.cluster, read);
    const row = await this.#traced(lookup, () => this.#client(lookup).readRow(read, call));
    return answerOf(lookup, row, heartbeats);
  }

  /** The row, and its shard's heartbeats, which come first in the same request: the row is no older than they are. */
  async rowAndShard(lookup: Lookup<W>, read: LookupRead, call: ClientCallOptions): Promise<Answer<W>> {
    const { table, key, filter, bytesMax, nowMs } = read;
    const ranges = [heartbeatRange(shardOf(key), nowMs)];
    let heartbeats = this.heartbeats(lookup.cluster, read);
    let found: Row | undefined;
    await this.#traced(lookup, async () => {
      const request = { table, ranges, keys: [key], filter, rowBytesMax: bytesMax };
      for await (const row of this.#client(lookup).readRows(request, call)) {
        if (isHeartbeatKey(row.key))
          heartbeats = this.#withShown(heartbeats, { ...lookup, read, shard: row });
        else found = row;
      }
    });
    return answerOf(lookup, found, heartbeats);
  }

  /** Several rows, each handed on as it comes. */
  rows(
    lookup: Lookup<W>,
    request: ReadRowsRequest,
    call: ClientCallOptions,
    take: (row: Row) => void,
  ): Promise<void> {
    return this.#traced(lookup, async () => {
      for await (const row of this.#client(lookup).readRows(request, call)) take(row);
    });
  }

  /** Of the row's watermark only what is the cluster's own. */
  async watermark(
    lookup: Lookup<W>,
    { table, key, nowMs }: Pick<RowRead, 'table' | 'key'> & { readonly nowMs: number },
    call: ClientCallOptions,
  ): Promise<RowWatermark> {
    const filter = this.#options.horizon.ownOf(lookup.cluster.code, nowMs);
    const request = { table, key, filter };
    const row = await this.#traced(lookup, () => this.#client(lookup).readRow(request, call));
    return row === undefined ? NO_WATERMARK : watermarkOf(row.cells);
  }

  /** Those that the replica is known to have shown until now. */
  heartbeats(replica: Cluster, { table, key, origins }: Omit<LookupRead, 'filter'>): Heartbeats {
    if (replica.indirect !== undefined) return NO_HEARTBEATS;
    let heartbeats: Map<OriginCode, number> | undefined;
    for (const origin of origins) {
      if (origin.code === replica.code) continue;
      heartbeats ??= new Map();
      heartbeats.set(origin.code, this.#options.shards.seen(replica, origin, { table, key }));
    }
    return heartbeats ?? NO_HEARTBEATS;
  }

  /**
   * What this very answer shows counts, if it is believed; not what the replica is known to have shown by now, which may
   * come from a request that was served later than this one. What was believed until one of its rows told of a clock that is
   * wrong, does not count.
   */
  #withShown(
    known: Heartbeats,
    { cluster, read, shard }: { cluster: Cluster; read: LookupRead; shard: Row },
  ): Heartbeats {
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

export function answerOf<W extends Workload>(
  { cluster, kind }: Lookup<W>,
  row: Row | undefined,
  heartbeats: Heartbeats,
): Answer<W> {
  const watermark = row === undefined ? NO_WATERMARK : watermarkOf(row.cells);
  const shown = row === undefined ? undefined : withoutWatermarks(row);
  return { replica: cluster, kind, row: shown, watermark, heartbeats };
}
