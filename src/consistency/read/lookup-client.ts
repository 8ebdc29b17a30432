import { toBigtableError, type BigtableError } from '../../bigtable/client/bigtable-error';
import { interleave } from '../../bigtable/read/filters';
import type { CallOptions, Filter, ReadRowsRequest, Row } from '../../bigtable/client/types';
import {
  NO_WATERMARK,
  WATERMARK_FAMILY,
  watermarkOf,
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
import { cellsOfFamily, withoutFamily } from '../../core/rows/row-parts';
import { Cancellation } from '../../platform/tasks/cancellation';
import type { Tracing } from '../../platform/telemetry/tracing';
import type { Clock } from '../../platform/time/clock';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { HeartbeatTimes, ReplicaState } from './proof';
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
import type { LookupKind, LookupOutcome, LookupSubject, ReadObserver } from './read-observer';
import type { OrderObserver } from '../audit/order-observer';
import type { ShardWatermarks } from '../heartbeats/shard-watermarks';
import type { RowRead } from '../store';

/** A row as one replica showed it. */
export interface ReplicaAnswer<W extends Workload> extends ReplicaState {
  readonly replica: Cluster<W>;
  readonly kind: LookupKind;
  /** Cells of the row's watermark chains; empty if none were fetched. */
  readonly links: ChainLinks;
  /** The row without its watermarks; undefined if nothing of it passed the filter. */
  readonly row: Row | undefined;
}

/** One request of a read, to one cluster. */
export interface Lookup<W extends Workload> {
  readonly cluster: Cluster<W>;
  readonly kind: LookupKind;
}

/** A row to look up. Its filter comes from `LookupClient.filterFor`. */
export interface LookupRequest extends Omit<RowRead, 'bytesMax' | 'allowsJoin'>, ChainRequest {
  readonly bytesMax?: number | undefined;
  /** Clusters that may have writes which are not in every cluster. */
  readonly origins: readonly Cluster[];
  /** Whether lookups at origins also fetch the announcements of the row's shard. */
  readonly readsAnnouncements: boolean;
}

/** Part of a row's watermark that a lookup fetches. */
export interface ChainRequest {
  /** Newest cells of each column that the filter fetches, with their predecessors. 0: one cell, without its predecessor. */
  readonly chainDepth: number;
  /** Wall clock at the start of the read, in milliseconds. */
  readonly nowMs: number;
}

export interface LookupDependencies<W extends Workload> {
  readonly clients: ClusterClients<W>;
  readonly shards: ShardWatermarks;
  readonly horizon: Horizon;
  /** Records each announcement that a lookup shows. */
  readonly announced?: AnnouncedOrigins | undefined;
  readonly tracing: Tracing;
  /** Receives each proof that a replica applied writes out of order. */
  readonly order?: OrderObserver | undefined;
}

const NO_HEARTBEAT_TIMES: HeartbeatTimes = new Map();

/** Returns a filter that passes what the data filter passes, and the watermark that one of the filters of `Horizon` passes. */
export function withWatermarks(filter: Filter, watermarks: Filter): Filter {
  return interleave(filter, watermarks);
}

/** Sends lookups, each as one request to one cluster. */
export class LookupClient<W extends Workload> {
  readonly #options: LookupDependencies<W>;

  constructor(options: LookupDependencies<W>) {
    this.#options = options;
  }

  /** Returns the filter of a lookup: with watermark chains of this depth, or, with depth 0, only the newest watermarks. */
  filterFor(dataFilter: Filter, nowMs: number, chainDepth = 0): Filter {
    const { horizon } = this.#options;
    return withWatermarks(
      dataFilter,
      chainDepth === 0 ? horizon.newestFilter(nowMs) : horizon.chainFilter(nowMs, chainDepth),
    );
  }

  /** Reads the row at the cluster. */
  async row(lookup: Lookup<W>, read: LookupRequest, call: CallOptions): Promise<ReplicaAnswer<W>> {
    // Before the lookup is sent: a heartbeat that the replica shows later may be newer than the row that it has read.
    const heartbeats = this.heartbeats(lookup.cluster, read);
    const row = includesAnnouncements(lookup.cluster, read)
      ? await this.#rowAndControl(lookup, { ...read, keys: [read.key] }, call)
      : await this.#traced(lookup, () => this.#client(lookup).readRow(read, call));
    return this.toAnswer(lookup, row, { read, heartbeats });
  }

  /** Reads the row and its shard's heartbeats. Heartbeats come first in the request, so the row is no older than they are. */
  async rowWithHeartbeats(
    lookup: Lookup<W>,
    read: LookupRequest,
    call: CallOptions,
  ): Promise<ReplicaAnswer<W>> {
    const { table, key, filter, bytesMax, nowMs } = read;
    const ranges = [heartbeatRange(shardOf(key), nowMs)];
    let heartbeats = this.heartbeats(lookup.cluster, read);
    const rows = await this.rows(lookup, { table, ranges, keys: [key], filter, rowBytesMax: bytesMax }, call);
    const found = rows.find((row) => !isHeartbeatKey(row.key));
    // After the announcements, which `rows` has recorded: a heartbeat must not prove anything before the announcements behind it are known.
    for (const shard of rows.filter((row) => isHeartbeatKey(row.key)))
      heartbeats = this.#withHeartbeatsOf(heartbeats, { ...lookup, read, shard });
    return this.toAnswer(lookup, found, { read, heartbeats });
  }

  /** Returns the replica's answer, and reports writes that it shows out of order. */
  toAnswer(
    { cluster, kind }: Lookup<W>,
    found: Row | undefined,
    of: { readonly read: ChainRequest & { readonly table: string }; readonly heartbeats: HeartbeatTimes },
  ): ReplicaAnswer<W> {
    const { read, heartbeats } = of;
    const { watermark, complete, gaps, shown: links } = this.#chainsIn(found, read);
    if (gaps.length > 0) this.#options.order?.onOrderGaps({ replica: cluster, table: read.table, gaps });
    const row = found === undefined ? undefined : withoutFamily(found, WATERMARK_FAMILY);
    return { replica: cluster, kind, row, watermark, complete, gaps, heartbeats, links };
  }

  #chainsIn(row: Row | undefined, { chainDepth, nowMs }: ChainRequest): RowChains {
    if (row === undefined) return NO_CHAINS;
    const cells = cellsOfFamily(row, WATERMARK_FAMILY);
    if (chainDepth === 0) return withoutChains(watermarkOf(cells));
    const replicatedBeforeMs = this.#options.horizon.replicatedBeforeMs(nowMs);
    return chainsOf(cells, { replicatedBeforeMs, depth: chainDepth });
  }

  /** Reads a row at an origin, and records the announcements that the origin has acknowledged. */
  async #rowAndControl(
    lookup: Lookup<W>,
    { table, keys, filter, bytesMax }: RowsWithControlRows,
    call: CallOptions,
  ): Promise<Row | undefined> {
    const request = { table, keys: withControlKeys(keys), filter, rowBytesMax: bytesMax };
    const [found] = await this.rows(lookup, request, call);
    return found;
  }

  /**
   * Reads several rows, and records announcements instead of returning them. Nothing is recorded before the end of the answer, which
   * names the cluster that gave it. `onArrival` is called with each row as it arrives, and may throw to end the request.
   */
  async rows(
    lookup: Lookup<W>,
    request: ReadRowsRequest,
    call: CallOptions,
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

  /** Reads the part of the row's watermark that the cluster's own writes have left. */
  async watermark(
    lookup: Lookup<W>,
    read: Pick<LookupRequest, 'table' | 'key' | 'nowMs' | 'readsAnnouncements' | 'origins'>,
    call: CallOptions,
  ): Promise<RowWatermark> {
    const { table, key } = read;
    const filter = this.watermarkFilter(lookup.cluster, read);
    const row = includesAnnouncements(lookup.cluster, read)
      ? await this.#rowAndControl(lookup, { table, keys: [key], filter }, call)
      : await this.#traced(lookup, () => this.#client(lookup).readRow({ table, key, filter }, call));
    return row === undefined ? NO_WATERMARK : watermarkOf(row.cells);
  }

  /** Returns the filter of a watermark lookup at the origin. */
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

  /** Returns the heartbeats that the replica is known to have shown so far. */
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
   * Returns the heartbeats that this answer proves: those that it shows itself, as far as they are trusted. Heartbeats that the
   * replica has shown meanwhile in other answers do not count, because they may come from a request that was served later. A
   * heartbeat that was trusted until this answer showed a wrong clock does not count either.
   */
  #withHeartbeatsOf(
    known: HeartbeatTimes,
    { cluster, read, shard }: { cluster: Cluster; read: LookupRequest; shard: Row },
  ): HeartbeatTimes {
    this.#options.shards.observe(cluster, read.table, shard);
    const shown = new Map(shard.cells.map((cell) => [heartbeatOrigin(cell), heartbeatMs(cell)]));
    const trusted = this.heartbeats(cluster, read);
    const heartbeats = new Map(known);
    for (const [origin, trustedMs] of trusted) {
      const shownMs = Math.max(known.get(origin) ?? -Infinity, shown.get(origin) ?? -Infinity);
      heartbeats.set(origin, Math.min(trustedMs, shownMs));
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

/** Whether a lookup at the cluster also fetches the announcements that it has acknowledged. */
export function includesAnnouncements(
  { code }: Cluster,
  { readsAnnouncements, origins }: Pick<LookupRequest, 'readsAnnouncements' | 'origins'>,
): boolean {
  return readsAnnouncements && origins.some((origin) => origin.code === code);
}

/** Returns the keys, and the keys of the control rows of their shards. */
export function withControlKeys(keys: readonly Buffer[]): readonly Buffer[] {
  return [...new Set(keys.map(controlKeyOf)), ...keys];
}

/** Receives the outcome of each lookup, unless the lookups have been ended. */
export interface LookupListener<W extends Workload> {
  onRow(answer: ReplicaAnswer<W>): void;
  onWatermark(cluster: Cluster<W>, watermark: RowWatermark): void;
  onFailure(cluster: Cluster<W>, subject: LookupSubject, error: BigtableError): void;
}

/** A row lookup in flight, and the means to cancel it. */
export interface PendingLookup<W extends Workload> {
  readonly lookup: Lookup<W>;
  readonly answer: Promise<ReplicaAnswer<W>>;
  readonly cancellation: Cancellation;
}

export interface InFlightLookupsDependencies<W extends Workload> {
  readonly lookups: LookupClient<W>;
  readonly clock: Clock;
  readonly limits: { readonly deadlineMarginMs: number };
  readonly observer: ReadObserver | undefined;
}

/** The row that the lookups read. `deadlineMs`: end of the read's time, monotonic milliseconds. */
type TimedLookupRequest = LookupRequest & { readonly deadlineMs: number };

/** The lookups of one row's read: sent, counted and cancelled together. */
export class InFlightLookups<W extends Workload> {
  readonly #dependencies: InFlightLookupsDependencies<W>;
  readonly #request: TimedLookupRequest;
  readonly #listener: LookupListener<W>;
  #cancellation = new Cancellation();
  #inFlight = 0;
  #sent: number;
  #isOver = false;

  /** `sentBefore`: lookups that this read has sent already. */
  constructor(
    dependencies: InFlightLookupsDependencies<W>,
    request: TimedLookupRequest,
    listener: LookupListener<W>,
    sentBefore: number,
  ) {
    this.#dependencies = dependencies;
    this.#request = request;
    this.#listener = listener;
    this.#sent = sentBefore;
  }

  /** Number of lookups that this read has sent, those before it included. */
  get sent(): number {
    return this.#sent;
  }

  /** Takes over a lookup in flight, which is then cancelled with the others. To be called before any other is sent. */
  adopt({ lookup, answer, cancellation }: PendingLookup<W>): void {
    this.#cancellation = cancellation;
    this.#followRow(lookup, answer);
  }

  sendRow(cluster: Cluster<W>, kind: LookupKind, withHeartbeats: boolean): void {
    const { lookups } = this.#dependencies;
    const lookup = { cluster, kind };
    const answer = withHeartbeats
      ? lookups.rowWithHeartbeats(lookup, this.#request, this.#call())
      : lookups.row(lookup, this.#request, this.#call());
    this.#followRow(lookup, answer);
  }

  sendWatermark(cluster: Cluster<W>): void {
    const lookup = { cluster, kind: 'watermark' as const };
    const answer = this.#dependencies.lookups.watermark(lookup, this.#request, this.#call());
    this.#follow(lookup, 'watermark', answer, (watermark) => this.#listener.onWatermark(cluster, watermark));
  }

  /**
   * Ends the lookups. `isLate`: the read's time is up. Then lookups in flight are not cancelled: they end by their own deadlines a
   * moment later, and so count as failures of clusters that do not answer.
   */
  end(isLate: boolean): void {
    this.#isOver = true;
    if (this.#inFlight > 0 && !isLate) this.#cancellation.abort(new Error('the read is over'));
  }

  /** Returns call options that last until the caller's own deadline, which is after the read's deadline. */
  #call(): CallOptions {
    const { clock, limits } = this.#dependencies;
    return {
      timeoutMs: this.#request.deadlineMs - clock.monotonicMs() + limits.deadlineMarginMs,
      signal: this.#cancellation,
    };
  }

  #followRow(lookup: Lookup<W>, answer: Promise<ReplicaAnswer<W>>): void {
    this.#follow(lookup, 'row', answer, (row) => this.#listener.onRow(row));
  }

  #follow<T>(
    { cluster, kind }: Lookup<W>,
    subject: LookupSubject,
    answer: Promise<T>,
    onAnswer: (answer: T) => void,
  ): void {
    this.#sent += 1;
    this.#inFlight += 1;
    const ended = (outcome: LookupOutcome): void => {
      this.#inFlight -= 1;
      this.#dependencies.observer?.onLookup({ cluster, kind, outcome });
    };
    answer.then(
      (value) => {
        ended('answered');
        if (!this.#isOver) onAnswer(value);
      },
      (error: unknown) => {
        ended(this.#isOver ? 'cancelled' : 'failed');
        if (!this.#isOver) this.#listener.onFailure(cluster, subject, toBigtableError(error));
      },
    );
  }
}
