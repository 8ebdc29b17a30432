import type { Row, RowRange } from '../bigtable/types';
import type { OriginCode } from '../core/row-watermark';
import { DEFAULTS } from '../defaults';
import type { Clock } from '../platform/clock';
import type { Logger } from '../platform/logger';
import type { Random } from '../platform/random';
import type { TaskStatus } from '../platform/supervisor';
import { TaskGroup, type TaskSpec } from '../platform/task-group';
import type { Cluster, Workload } from '../routing/cluster';
import type { ClusterClients } from '../routing/cluster-clients';
import type { AnnouncedOrigins } from './announced-origins';
import { ClockSkew } from './clock-skew';
import { announcementsFirst } from './control-row';
import { HeartbeatAlarms, staleAlarms, type AlarmObserver, type HeartbeatAlarm } from './heartbeat-alarms';
import {
  ALL_SHARDS,
  decodeLatency,
  HEARTBEAT_FILTER,
  heartbeatMs,
  heartbeatOrigin,
  heartbeatRange,
  isHeartbeatKey,
  shardOf,
  TELLING_SHARD,
} from './heartbeat-row';
import type { HeartbeatLimits, HeartbeatScopes } from './heartbeat-scope';
import type { ShardOf, ShardWatermarks } from './shard-watermarks';
import { forget, TrackedHeartbeats, type Series } from './tracked-heartbeats';

export interface TrackerOptions<W extends Workload> {
  readonly clients: ClusterClients<W>;
  readonly scopes: HeartbeatScopes<W>;
  /** Where this process is: the clusters there are asked most often. Where there are none, all are. */
  readonly region: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly clockSkewMaxMs: number;
  readonly limits?: Partial<HeartbeatLimits>;
  /** Those that have heartbeats. Default: all. */
  readonly shards?: readonly number[];
  readonly observer?: AlarmObserver;
  /** Is told of the announcements in the control rows that stand behind the heartbeats. */
  readonly announced?: AnnouncedOrigins | undefined;
}

/** How far a replica is behind an origin as its heartbeats tell, over all tables. */
export interface HeartbeatLag {
  readonly origin: string;
  readonly replica: string;
  /** Age of the heartbeat of the shard that is furthest behind; undefined while some shard has none. Milliseconds. */
  readonly lagMs: number | undefined;
}

export interface TrackerStatus {
  readonly lags: readonly HeartbeatLag[];
  readonly alarms: readonly HeartbeatAlarm[];
  readonly tasks: readonly TaskStatus[];
}

/**
 * Knows the heartbeats that replicas have shown, by looking at them again and again, and by what reads show in passing.
 * Never goes back, but for an origin whose clocks are in doubt (see `ClockSkew`).
 */
export class Tracker<W extends Workload> implements ShardWatermarks {
  readonly #options: TrackerOptions<W>;
  readonly #limits: HeartbeatLimits;
  readonly #shards: readonly number[];
  readonly #heartbeats = new TrackedHeartbeats();
  readonly #skew: ClockSkew;
  readonly #alarms: HeartbeatAlarms;
  /** What the senders at each origin told last of their reads' latency. */
  readonly #latencies = new Map<OriginCode, { readonly atMs: number; readonly latencyMs: number }>();
  #tasks: TaskGroup | undefined;

  constructor(options: TrackerOptions<W>) {
    const { clock, clockSkewMaxMs, logger, observer, shards = ALL_SHARDS } = options;
    this.#options = options;
    this.#limits = { ...DEFAULTS.heartbeats, ...options.limits };
    this.#shards = shards;
    this.#skew = new ClockSkew({ clock, clockSkewMaxMs, quietMs: this.#limits.skewQuietMs });
    this.#alarms = new HeartbeatAlarms(logger, observer);
    this.#follow();
  }

  seen(replica: Cluster, origin: Cluster, { table, key }: ShardOf): number {
    return this.#heartbeats.get(table, replica.code, origin.code)?.times[shardOf(key)] ?? -Infinity;
  }

  observe(replica: Cluster, table: string, row: Row): void {
    const { key, cells } = row;
    if (!isHeartbeatKey(key)) return this.#options.announced?.observe(table, row);
    const shard = shardOf(key);
    for (const cell of cells) {
      const origin = heartbeatOrigin(cell);
      const series = origin === undefined ? undefined : this.#heartbeats.get(table, replica.code, origin);
      if (series === undefined || !this.#take(series, shard, heartbeatMs(cell))) continue;
      if (shard === TELLING_SHARD) this.#takeLatency(series.origin.code, heartbeatMs(cell), cell.value);
    }
  }

  /**
   * The latest heartbeat that was certainly committed at the origin: one that any replica shows has been. -Infinity when
   * none is known.
   */
  newest(origin: Cluster, shard: ShardOf): number {
    let newestMs = -Infinity;
    for (const { times } of this.#heartbeats.of(shard.table, origin.code)) {
      newestMs = Math.max(newestMs, times[shardOf(shard.key)] ?? -Infinity);
    }
    return newestMs;
  }

  /** The worst that fresh heartbeats tell of the latency of reads for people who wait; undefined when they tell nothing. */
  servingLatencyMs(): number | undefined {
    const { clock } = this.#options;
    const sinceMs = clock.nowMs() - this.#limits.staleAfterMs;
    const fresh = [...this.#latencies.values()].filter(({ atMs }) => atMs >= sinceMs);
    return fresh.length === 0 ? undefined : Math.max(...fresh.map(({ latencyMs }) => latencyMs));
  }

  /** Begins to look at the replicas. */
  start(): void {
    const { clock, random, logger } = this.#options;
    this.#tasks ??= new TaskGroup({
      ...{ name: 'heartbeat tracker', intervalMs: this.#limits.intervalMs, clock, random },
      wanted: () => this.#follow(),
      onError: (error, task) => logger.warn({ err: error, task }, 'heartbeats could not be read'),
    });
  }

  async stop(): Promise<void> {
    await this.#tasks?.stop();
  }

  status(): TrackerStatus {
    return { lags: this.lags(), alarms: this.#alarms.list(), tasks: this.#tasks?.status() ?? [] };
  }

  /** Of each replica and origin. */
  lags(): readonly HeartbeatLag[] {
    const lags = new Map<string, HeartbeatLag>();
    for (const series of this.#heartbeats.all()) {
      const lag = this.#lagOf(series);
      const key = `${lag.replica} ${lag.origin}`;
      const known = lags.get(key);
      lags.set(key, known === undefined ? lag : worse(known, lag));
    }
    return [...lags.values()];
  }

  /** Brings everything in line with the topology, and says whom to look at. */
  #follow(): TaskSpec[] {
    const scopes = this.#options.scopes();
    this.#heartbeats.follow(scopes, this.#options.clock.nowMs());
    this.#alarms.become(this.#whatIsWrong());
    const replicas = scopes.flatMap((scope) => (scope.origins.length === 0 ? [] : scope.replicas));
    const isAnyNear = replicas.some(({ region }) => region === this.#options.region);
    return [...new Map(replicas.map((replica) => [replica.id, replica])).values()].map((replica) =>
      this.#lookingAt(replica, !isAnyNear || replica.region === this.#options.region),
    );
  }

  #lookingAt({ id }: Cluster<W>, isNear: boolean): TaskSpec {
    const { intervalMs, farIntervals, jitter, callTimeoutMs } = this.#limits;
    return {
      name: `heartbeats shown by ${id}${isNear ? '' : ', far'}`,
      intervalMs: isNear ? intervalMs : farIntervals * intervalMs,
      jitter,
      timeoutMs: 3 * callTimeoutMs,
      backoffMaxMs: 4 * intervalMs,
      run: (signal) => this.#lookAt(id, signal),
    };
  }

  /**
   * By the replica's id, as the task: after a reload another cluster may have it. Judged whatever becomes of the look: that
   * a replica cannot be read shows in the age of what it has shown.
   */
  async #lookAt(id: string, signal: AbortSignal): Promise<void> {
    const looks = this.#options.scopes().flatMap(({ table, replicas, origins }) => {
      const replica = origins.length === 0 ? undefined : replicas.find((each) => each.id === id);
      return replica === undefined ? [] : [this.#read(replica, table, signal)];
    });
    const results = await Promise.allSettled(looks);
    this.#judge(id);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  /**
   * Where an origin has not been heard of for hours, all that there is is read once: how long ago it was is told as its lag.
   * Once also if that takes too long, as it may where nothing has been compacted for days, and then would each time.
   */
  async #read(replica: Cluster<W>, table: string, signal: AbortSignal): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    await this.#readRanges(replica, table, {
      signal,
      ranges: this.#shards.map((shard) => heartbeatRange(shard, nowMs)),
    });
    const isUnheard = ({ times, isSearched }: Series): boolean =>
      !isSearched && oldest(times, this.#shards) === -Infinity;
    const unheard = [...this.#heartbeats.shownBy(table, replica.code)].filter(isUnheard);
    if (unheard.length === 0) return;
    for (const series of unheard) series.isSearched = true;
    await this.#readRanges(replica, table, {
      signal,
      ranges: this.#shards.map((shard) => heartbeatRange(shard)),
    });
  }

  async #readRanges(
    replica: Cluster<W>,
    table: string,
    { signal, ranges }: { readonly signal: AbortSignal; readonly ranges: readonly RowRange[] },
  ): Promise<void> {
    const client = this.#options.clients.of(replica);
    const call = { timeoutMs: this.#limits.callTimeoutMs, signal };
    const rows: Row[] = [];
    for await (const row of client.readRows({ table, ranges, filter: HEARTBEAT_FILTER }, call))
      rows.push(row);
    for (const row of announcementsFirst(rows)) this.observe(replica, table, row);
  }

  /** Whether the heartbeat is believed. */
  #take(series: Series, shard: number, atMs: number): boolean {
    if (this.#skew.isAhead(atMs)) {
      this.#doubt(series.origin.code, atMs);
      return false;
    }
    if (!this.#skew.believes(series.origin.code, atMs)) return false;
    if (atMs > series.times[shard]!) series.times[shard] = atMs;
    return true;
  }

  #takeLatency(origin: OriginCode, atMs: number, value: Buffer): void {
    const latencyMs = decodeLatency(value);
    if (latencyMs === undefined || atMs < (this.#latencies.get(origin)?.atMs ?? -Infinity)) return;
    this.#latencies.set(origin, { atMs, latencyMs });
  }

  /** What the origin's heartbeats have proven until now may have been wrong, too. */
  #doubt(origin: OriginCode, atMs: number): void {
    if (!this.#skew.suspect(origin, atMs)) return;
    for (const series of this.#heartbeats.all()) if (series.origin.code === origin) forget(series);
    this.#latencies.delete(origin);
    this.#alarms.become(this.#whatIsWrong());
  }

  /** After a look at the replica. */
  #judge(replicaId: string): void {
    const nowMs = this.#options.clock.nowMs();
    const cleared = this.#skew.clear();
    for (const series of this.#heartbeats.all()) {
      if (cleared.includes(series.origin.code)) series.sinceMs = nowMs;
      if (series.replica.id === replicaId) this.#judgeSeries(series, nowMs);
    }
    this.#alarms.become(this.#whatIsWrong());
  }

  #judgeSeries(series: Series, nowMs: number): void {
    const { staleAfterMs } = this.#limits;
    const { table, origin, times, sinceMs } = series;
    series.oldestMs = Math.max(sinceMs, oldest(times, this.#shards));
    series.isStale = nowMs - series.oldestMs > staleAfterMs && !this.#skew.inDoubt(origin.code);
    const frontMs = Math.max(...Array.from(this.#heartbeats.of(table, origin.code), (each) => each.oldestMs));
    const isBehind = series.isStale && frontMs - series.oldestMs > staleAfterMs;
    series.looksBehind = isBehind ? series.looksBehind + 1 : 0;
  }

  #whatIsWrong(): HeartbeatAlarm[] {
    const all = [...this.#heartbeats.all()];
    const doubted = new Set(all.map(({ origin }) => origin).filter(({ code }) => this.#skew.inDoubt(code)));
    const ids = new Set([...doubted].map(({ id }) => id));
    return [...staleAlarms(all), ...[...ids].map((origin) => ({ kind: 'clock-skew' as const, origin }))];
  }

  #lagOf({ origin, replica, times }: Series): HeartbeatLag {
    const oldestMs = oldest(times, this.#shards);
    const lagMs = oldestMs === -Infinity ? undefined : this.#options.clock.nowMs() - oldestMs;
    return { origin: origin.id, replica: replica.id, lagMs };
  }
}

function oldest(times: Float64Array, shards: readonly number[]): number {
  return shards.reduce((oldestMs, shard) => Math.min(oldestMs, times[shard]!), Infinity);
}

/** Of two tables: the larger lag of the two, and unknown when either is. */
function worse(a: HeartbeatLag, b: HeartbeatLag): HeartbeatLag {
  const isUnknown = a.lagMs === undefined || b.lagMs === undefined;
  return { ...a, lagMs: isUnknown ? undefined : Math.max(a.lagMs, b.lagMs) };
}
