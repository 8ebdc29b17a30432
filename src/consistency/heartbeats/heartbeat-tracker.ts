import type { Row, RowRange } from '../../bigtable/client/types';
import { maxOf } from '../../core/shared/lists';
import type { OriginCode } from '../../core/consistency/row-watermark';
import { DEFAULTS } from '../../config/defaults';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Random } from '../../platform/random';
import type { TaskStatus } from '../../platform/tasks/supervisor';
import { TaskGroup, type TaskSpec } from '../../platform/tasks/task-group';
import type { Cluster, Workload } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import type { AnnouncedOrigins } from '../origins/announced-origins';
import { ClockSkewMonitor } from './clock-skew-monitor';
import { announcementsFirst } from '../origins/control-row';
import {
  HeartbeatAlarms,
  stalenessAlarms,
  type HeartbeatAlarmObserver,
  type HeartbeatAlarm,
} from './heartbeat-alarms';
import {
  firstRunWithinMs,
  followIntervalMs,
  heartbeatSchedules,
  type HeartbeatSchedule,
} from './heartbeat-schedules';
import {
  decodeLatency,
  HEARTBEAT_FILTER,
  heartbeatMs,
  heartbeatOrigin,
  heartbeatRange,
  isHeartbeatKey,
  shardOf,
  LATENCY_SHARD,
} from './heartbeat-row';
import { nearReplicas, type HeartbeatLimits, type HeartbeatScopes } from './heartbeat-scope';
import { HeartbeatPublisher, shardsOf, type SharedPoll } from './heartbeat-publisher';
import type { ShardRef, ShardWatermarks } from './shard-watermarks';
import { resetSeries, TrackedHeartbeats, type HeartbeatSeries } from './tracked-heartbeats';

export interface HeartbeatTrackerOptions<W extends Workload> {
  readonly clients: ClusterClients<W>;
  readonly scopes: HeartbeatScopes<W>;
  /** Where this process is: the clusters of the nearest region are asked most often. Without one, all are. */
  readonly region: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly clockSkewMaxMs: number;
  readonly limits?: Partial<HeartbeatLimits>;
  /** Those that have heartbeats. Default: all. */
  readonly shards?: readonly number[];
  readonly observer?: HeartbeatAlarmObserver | undefined;
  /** Called with what each look has found, for processes that follow it and do not look themselves. */
  readonly onPolled?: ((look: SharedPoll) => void) | undefined;
  /** Is told of the announcements in the control rows that stand behind the heartbeats. */
  readonly announced?: AnnouncedOrigins | undefined;
}

/** How far a replica is behind an origin as its heartbeats tell, over all tables. */
export interface HeartbeatLag {
  readonly origin: string;
  readonly replica: string;
  /**
   * Age of the heartbeat of the shard that is furthest behind when the replica was looked at last; undefined while some
   * shard has none. Milliseconds.
   */
  readonly lagMs: number | undefined;
}

export interface HeartbeatTrackerStatus {
  readonly lags: readonly HeartbeatLag[];
  readonly alarms: readonly HeartbeatAlarm[];
  readonly tasks: readonly TaskStatus[];
}

/**
 * Knows the heartbeats that replicas have shown, by looking at them again and again, and by what reads show in passing.
 * Never goes back, but for an origin whose clocks are in doubt (see `ClockSkew`).
 */
export class HeartbeatTracker<W extends Workload> implements ShardWatermarks {
  readonly #options: HeartbeatTrackerOptions<W>;
  readonly #limits: HeartbeatLimits;
  readonly #paces: readonly HeartbeatSchedule[];
  readonly #heartbeats: TrackedHeartbeats;
  readonly #skew: ClockSkewMonitor;
  readonly #alarms: HeartbeatAlarms;
  /** What the senders at each origin told last of their reads' latency. */
  readonly #latencies = new Map<OriginCode, { readonly atMs: number; readonly latencyMs: number }>();
  readonly #share = new HeartbeatPublisher();
  #looks = false;
  #tasks: TaskGroup | undefined;

  constructor(options: HeartbeatTrackerOptions<W>) {
    const { clock, clockSkewMaxMs, logger, observer } = options;
    this.#options = options;
    this.#limits = { ...DEFAULTS.heartbeats, ...options.limits };
    this.#paces = heartbeatSchedules(this.#limits, options.shards);
    this.#heartbeats = new TrackedHeartbeats(this.#paces.map(({ name }) => name));
    this.#skew = new ClockSkewMonitor({ clock, clockSkewMaxMs, quietMs: this.#limits.skewQuietMs });
    this.#alarms = new HeartbeatAlarms(logger, observer);
    this.#follow();
  }

  latestHeartbeatMs(replica: Cluster, origin: Cluster, { table, key }: ShardRef): number {
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
      if (shard === LATENCY_SHARD) this.#takeLatency(series.origin.code, heartbeatMs(cell), cell.value);
    }
  }

  /**
   * The latest heartbeat that was certainly committed at the origin: one that any replica shows has been. -Infinity when
   * none is known.
   */
  newestCommitted(origin: Cluster, shard: ShardRef): number {
    let newestMs = -Infinity;
    for (const { times } of this.#heartbeats.ofOrigin(shard.table, origin.code)) {
      newestMs = Math.max(newestMs, times[shardOf(shard.key)] ?? -Infinity);
    }
    return newestMs;
  }

  /** The worst that fresh heartbeats tell of the latency of reads for people who wait; undefined when they tell nothing. */
  servingLatencyMs(): number | undefined {
    const pace = this.#paces.find(({ shards }) => shards.includes(LATENCY_SHARD));
    const sinceMs = this.#options.clock.nowMs() - (pace?.staleAfterMs ?? 0);
    const fresh = [...this.#latencies.values()].filter(({ atMs }) => atMs >= sinceMs);
    return fresh.length === 0 ? undefined : maxOf(fresh.map(({ latencyMs }) => latencyMs));
  }

  /**
   * Begins to look at the replicas or, where another process does so, only to follow the topology. May be called again, by
   * a process that is to look after all.
   */
  start({ looks } = { looks: true }): void {
    const { clock, random, logger } = this.#options;
    this.#looks ||= looks;
    this.#tasks ??= new TaskGroup({
      name: 'heartbeat tracker',
      intervalMs: followIntervalMs(this.#paces),
      clock,
      random,
      desiredTasks: () => this.#follow(),
      onError: (error, task) => logger.warn({ err: error, task }, 'heartbeats could not be read'),
    });
  }

  async stop(): Promise<void> {
    await this.#tasks?.stop();
  }

  /** Takes in what another process of the machine has found, by the same rules as what this one finds itself. */
  applyShared({ replica, schedule: name, heartbeats, isComplete }: SharedPoll): void {
    for (const heartbeat of heartbeats) {
      const { table, origin, atMs, isAhead } = heartbeat;
      const series = this.#heartbeats.get(table, heartbeat.replica, origin);
      // A clock reads later by now: what was ahead when it was seen would seem not to be.
      if (isAhead) this.#doubt(origin, atMs);
      else if (series !== undefined) {
        for (const shard of shardsOf(heartbeat)) this.#take(series, shard, atMs);
      }
    }
    const pace = this.#paces.find((each) => each.name === name);
    if (isComplete && pace !== undefined) this.#judge(replica, pace);
  }

  /** Shares everything that is known, for processes that have just begun to listen: the next look may be far away. */
  shareAll(): void {
    const { onPolled: onLooked } = this.#options;
    if (onLooked === undefined) return;
    this.#share.reset();
    const all = [...this.#heartbeats.all()];
    for (const id of new Set(all.map(({ replica }) => replica.id))) {
      const series = all.filter(({ replica }) => replica.id === id);
      this.#share.takeUnshared(id, '', series).forEach((look) => onLooked({ ...look, isComplete: false }));
    }
  }

  status(): HeartbeatTrackerStatus {
    return { lags: this.lags(), alarms: this.#alarms.list(), tasks: this.#tasks?.status() ?? [] };
  }

  /** Of each replica and origin. */
  lags(): readonly HeartbeatLag[] {
    const lags = new Map<string, HeartbeatLag>();
    for (const series of this.#heartbeats.all()) {
      const lag = this.#lagOf(series);
      const key = `${lag.replica} ${lag.origin}`;
      const known = lags.get(key);
      lags.set(key, known === undefined ? lag : worseLag(known, lag));
    }
    return [...lags.values()];
  }

  /** Brings everything in line with the topology, and returns the looks that there should be. */
  #follow(): TaskSpec[] {
    const scopes = this.#options.scopes();
    this.#heartbeats.follow(scopes, this.#options.clock.nowMs());
    this.#alarms.replaceAll(this.#whatIsWrong());
    if (!this.#looks) return [];
    const tracked = scopes.filter(({ origins }) => origins.length > 0);
    const near = nearReplicas(tracked, this.#options.region);
    const ids = new Set(tracked.flatMap(({ replicas }) => replicas.map(({ id }) => id)));
    return this.#paces.flatMap((pace) => [...ids].map((id) => this.#lookingAt(id, pace, near.has(id))));
  }

  #lookingAt(id: string, pace: HeartbeatSchedule, isNear: boolean): TaskSpec {
    const { jitter, callTimeoutMs } = this.#limits;
    const { name, intervalMs, remotePollIntervalMs } = pace;
    return {
      name: `${name} shown by ${id}${isNear ? '' : ', far'}`,
      intervalMs: isNear ? intervalMs : remotePollIntervalMs,
      // So many processes that start together do not all look at all replicas at once.
      firstRunWithinMs: isNear ? firstRunWithinMs(pace) : intervalMs,
      jitter,
      timeoutMs: 3 * callTimeoutMs,
      backoffMaxMs: 4 * intervalMs,
      run: (signal) => this.#lookAt(id, pace, signal),
    };
  }

  /**
   * By the replica's id, as the task: after a reload another cluster may have it. Judged whatever becomes of the look: that
   * a replica cannot be read shows in the age of what it has shown.
   */
  async #lookAt(id: string, pace: HeartbeatSchedule, signal: AbortSignal): Promise<void> {
    const looks = this.#options.scopes().flatMap(({ table, replicas, origins }) => {
      const replica = origins.length === 0 ? undefined : replicas.find((each) => each.id === id);
      return replica === undefined ? [] : [this.#read(replica, { table, pace }, signal)];
    });
    const results = await Promise.allSettled(looks);
    this.#judge(id, pace);
    this.#shareLook(id, pace);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  #shareLook(id: string, { name }: HeartbeatSchedule): void {
    const { onPolled: onLooked } = this.#options;
    if (onLooked === undefined) return;
    const series = [...this.#heartbeats.all()].filter(({ replica }) => replica.id === id);
    this.#share.takeUnshared(id, name, series).forEach(onLooked);
  }

  /**
   * Where an origin has not been heard of for hours, all that there is is read once: how long ago it was is told as its lag.
   * Once also if that takes too long, as it may where nothing has been compacted for days, and then would each time.
   */
  async #read(
    replica: Cluster<W>,
    { table, pace: { name, shards } }: { readonly table: string; readonly pace: HeartbeatSchedule },
    signal: AbortSignal,
  ): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    await this.#readRanges(replica, table, {
      signal,
      ranges: shards.map((shard) => heartbeatRange(shard, nowMs)),
    });
    const unheard = [...this.#heartbeats.shownBy(table, replica.code)].flatMap(
      ({ times, findings: found }) => {
        const finding = found.get(name)!;
        return !finding.isHistorySearched && oldest(times, shards) === -Infinity ? [finding] : [];
      },
    );
    if (unheard.length === 0) return;
    for (const finding of unheard) finding.isHistorySearched = true;
    await this.#readRanges(replica, table, { signal, ranges: shards.map((shard) => heartbeatRange(shard)) });
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
  #take(series: HeartbeatSeries, shard: number, atMs: number): boolean {
    if (this.#skew.isAhead(atMs)) {
      if (this.#options.onPolled !== undefined) this.#share.noteAhead(series, shard, atMs);
      this.#doubt(series.origin.code, atMs);
      return false;
    }
    if (!this.#skew.isTrusted(series.origin.code, atMs)) return false;
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
    if (!this.#skew.recordAhead(origin, atMs)) return;
    for (const series of this.#heartbeats.all()) if (series.origin.code === origin) resetSeries(series);
    this.#latencies.delete(origin);
    this.#alarms.replaceAll(this.#whatIsWrong());
  }

  /** After a look at the replica. */
  #judge(replicaId: string, pace: HeartbeatSchedule): void {
    const nowMs = this.#options.clock.nowMs();
    const cleared = this.#skew.restoreTrust();
    for (const series of this.#heartbeats.all()) {
      if (cleared.includes(series.origin.code)) series.sinceMs = nowMs;
      if (series.replica.id === replicaId) this.#judgeSeries(series, pace, nowMs);
    }
    this.#alarms.replaceAll(this.#whatIsWrong());
  }

  #judgeSeries(
    series: HeartbeatSeries,
    { name, shards, staleAfterMs }: HeartbeatSchedule,
    nowMs: number,
  ): void {
    const { table, origin, times, sinceMs } = series;
    const found = series.findings.get(name)!;
    found.polledMs = nowMs;
    found.oldestMs = Math.max(sinceMs, oldest(times, shards));
    found.isStale = nowMs - found.oldestMs > staleAfterMs && !this.#skew.isDistrusted(origin.code);
    const all = this.#heartbeats.ofOrigin(table, origin.code);
    const frontMs = maxOf(Array.from(all, (each) => each.findings.get(name)!.oldestMs));
    const isBehind = found.isStale && frontMs - found.oldestMs > staleAfterMs;
    found.pollsBehind = isBehind ? found.pollsBehind + 1 : 0;
  }

  #whatIsWrong(): HeartbeatAlarm[] {
    const all = [...this.#heartbeats.all()];
    const doubted = new Set(
      all.map(({ origin }) => origin).filter(({ code }) => this.#skew.isDistrusted(code)),
    );
    const ids = new Set([...doubted].map(({ id }) => id));
    return [...stalenessAlarms(all), ...[...ids].map((origin) => ({ kind: 'clock-skew' as const, origin }))];
  }

  /** A far replica is looked at rarely, and does not lag by as much. One that is not looked at any more does. */
  #lagOf({ origin, replica, times, findings: found }: HeartbeatSeries): HeartbeatLag {
    const nowMs = this.#options.clock.nowMs();
    const lags = this.#paces.map(({ name, shards, remotePollIntervalMs }) => {
      const atMs = Math.max(found.get(name)!.polledMs, nowMs - LATE_POLLS * remotePollIntervalMs);
      return Math.max(0, Math.min(nowMs, atMs) - oldest(times, shards));
    });
    const lagMs = maxOf(lags);
    return { origin: origin.id, replica: replica.id, lagMs: Number.isFinite(lagMs) ? lagMs : undefined };
  }
}

/** A look that is late by more is not waited for. */
const LATE_POLLS = 2;

function oldest(times: Float64Array, shards: readonly number[]): number {
  return shards.reduce((oldestMs, shard) => Math.min(oldestMs, times[shard]!), Infinity);
}

/** Of two tables: the larger lag of the two, and unknown when either is. */
function worseLag(a: HeartbeatLag, b: HeartbeatLag): HeartbeatLag {
  const isUnknown = a.lagMs === undefined || b.lagMs === undefined;
  return { ...a, lagMs: isUnknown ? undefined : Math.max(a.lagMs, b.lagMs) };
}
