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
  /** Region of this process: the clusters of the nearest region are polled most often. Without a region, all are. */
  readonly region: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly clockSkewMaxMs: number;
  readonly limits?: Partial<HeartbeatLimits>;
  /** Shards that have heartbeats. @default all */
  readonly shards?: readonly number[];
  readonly observer?: HeartbeatAlarmObserver | undefined;
  /** Called with what each poll has found, for processes that follow it and do not poll themselves. */
  readonly onPolled?: ((poll: SharedPoll) => void) | undefined;
  /** Records the announcements in the control rows behind the heartbeats. */
  readonly announced?: AnnouncedOrigins | undefined;
}

/** Lag of a replica behind an origin, over all tables, as heartbeats show it. */
export interface HeartbeatLag {
  readonly origin: string;
  readonly replica: string;
  /**
   * Age of the heartbeat of the shard that was furthest behind at the last poll, in milliseconds. Undefined while some
   * shard has no heartbeat.
   */
  readonly lagMs: number | undefined;
}

export interface HeartbeatTrackerStatus {
  readonly lags: readonly HeartbeatLag[];
  readonly alarms: readonly HeartbeatAlarm[];
  readonly tasks: readonly TaskStatus[];
}

/**
 * The heartbeats that replicas have shown, from periodic polls and from reads that show them in passing. Times never go
 * back, except for an origin whose clocks are distrusted (see `ClockSkewMonitor`).
 */
export class HeartbeatTracker<W extends Workload> implements ShardWatermarks {
  readonly #options: HeartbeatTrackerOptions<W>;
  readonly #limits: HeartbeatLimits;
  readonly #schedules: readonly HeartbeatSchedule[];
  readonly #heartbeats: TrackedHeartbeats;
  readonly #skew: ClockSkewMonitor;
  readonly #alarms: HeartbeatAlarms;
  /** Latest latency of serving reads that a sender at each origin reported. */
  readonly #latencies = new Map<OriginCode, { readonly atMs: number; readonly latencyMs: number }>();
  readonly #publisher = new HeartbeatPublisher();
  #polls = false;
  #tasks: TaskGroup | undefined;

  constructor(options: HeartbeatTrackerOptions<W>) {
    const { clock, clockSkewMaxMs, logger, observer } = options;
    this.#options = options;
    this.#limits = { ...DEFAULTS.heartbeats, ...options.limits };
    this.#schedules = heartbeatSchedules(this.#limits, options.shards);
    this.#heartbeats = new TrackedHeartbeats(this.#schedules.map(({ name }) => name));
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
      if (series === undefined || !this.#recordTime(series, shard, heartbeatMs(cell))) continue;
      if (shard === LATENCY_SHARD) this.#recordLatency(series.origin.code, heartbeatMs(cell), cell.value);
    }
  }

  /**
   * Returns the latest heartbeat that was certainly committed at the origin: a heartbeat that any replica shows was.
   * -Infinity if none is known.
   */
  newestCommitted(origin: Cluster, shard: ShardRef): number {
    let newestMs = -Infinity;
    for (const { times } of this.#heartbeats.ofOrigin(shard.table, origin.code)) {
      newestMs = Math.max(newestMs, times[shardOf(shard.key)] ?? -Infinity);
    }
    return newestMs;
  }

  /**
   * Returns the worst latency of serving reads that fresh heartbeats report, in milliseconds; undefined if they report
   * none.
   */
  servingLatencyMs(): number | undefined {
    const schedule = this.#schedules.find(({ shards }) => shards.includes(LATENCY_SHARD));
    const sinceMs = this.#options.clock.nowMs() - (schedule?.staleAfterMs ?? 0);
    const fresh = [...this.#latencies.values()].filter(({ atMs }) => atMs >= sinceMs);
    return fresh.length === 0 ? undefined : maxOf(fresh.map(({ latencyMs }) => latencyMs));
  }

  /**
   * Starts to poll the replicas, or, where another process does so, only to follow the topology. May be called again by
   * a process that is to poll after all.
   */
  start({ polls } = { polls: true }): void {
    const { clock, random, logger } = this.#options;
    this.#polls ||= polls;
    this.#tasks ??= new TaskGroup({
      name: 'heartbeat tracker',
      intervalMs: followIntervalMs(this.#schedules),
      clock,
      random,
      desiredTasks: () => this.#follow(),
      onError: (error, task) => logger.warn({ err: error, task }, 'heartbeats could not be read'),
    });
  }

  async stop(): Promise<void> {
    await this.#tasks?.stop();
  }

  /** Applies what another process of the machine has found, by the same rules as what this one finds itself. */
  applyShared({ replica, schedule: name, heartbeats, isComplete }: SharedPoll): void {
    for (const heartbeat of heartbeats) {
      const { table, origin, atMs, isAhead } = heartbeat;
      const series = this.#heartbeats.get(table, heartbeat.replica, origin);
      // The clock has moved on: a heartbeat that was ahead when it was seen would no longer seem to be.
      if (isAhead) this.#distrust(origin, atMs);
      else if (series !== undefined) {
        for (const shard of shardsOf(heartbeat)) this.#recordTime(series, shard, atMs);
      }
    }
    const schedule = this.#schedules.find((each) => each.name === name);
    if (isComplete && schedule !== undefined) this.#updateFindings(replica, schedule);
  }

  /**
   * Publishes everything that is known, for processes that have just started to listen: the next poll may be far away.
   */
  shareAll(): void {
    const { onPolled } = this.#options;
    if (onPolled === undefined) return;
    this.#publisher.reset();
    const all = [...this.#heartbeats.all()];
    for (const id of new Set(all.map(({ replica }) => replica.id))) {
      const series = all.filter(({ replica }) => replica.id === id);
      this.#publisher
        .takeUnshared(id, '', series)
        .forEach((poll) => onPolled({ ...poll, isComplete: false }));
    }
  }

  status(): HeartbeatTrackerStatus {
    return { lags: this.lags(), alarms: this.#alarms.list(), tasks: this.#tasks?.status() ?? [] };
  }

  /** Returns the lag of each replica and origin. */
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

  /** Follows the topology, and returns the polls that there should be. */
  #follow(): TaskSpec[] {
    const scopes = this.#options.scopes();
    this.#heartbeats.follow(scopes, this.#options.clock.nowMs());
    this.#alarms.replaceAll(this.#currentAlarms());
    if (!this.#polls) return [];
    const tracked = scopes.filter(({ origins }) => origins.length > 0);
    const near = nearReplicas(tracked, this.#options.region);
    const ids = new Set(tracked.flatMap(({ replicas }) => replicas.map(({ id }) => id)));
    return this.#schedules.flatMap((schedule) =>
      [...ids].map((id) => this.#pollTaskOf(id, schedule, near.has(id))),
    );
  }

  #pollTaskOf(id: string, schedule: HeartbeatSchedule, isNear: boolean): TaskSpec {
    const { jitter, callTimeoutMs } = this.#limits;
    const { name, intervalMs, remotePollIntervalMs } = schedule;
    return {
      name: `${name} shown by ${id}${isNear ? '' : ', far'}`,
      intervalMs: isNear ? intervalMs : remotePollIntervalMs,
      // Spread over an interval, so that processes that start together do not poll all replicas at once.
      firstRunWithinMs: isNear ? firstRunWithinMs(schedule) : intervalMs,
      jitter,
      timeoutMs: 3 * callTimeoutMs,
      backoffMaxMs: 4 * intervalMs,
      run: (signal) => this.#poll(id, schedule, signal),
    };
  }

  /**
   * Polls the replica with this id: after a reload another cluster may have it. The findings are updated even if the
   * poll fails: a replica that cannot be read shows in the age of its heartbeats.
   */
  async #poll(id: string, schedule: HeartbeatSchedule, signal: AbortSignal): Promise<void> {
    const polls = this.#options.scopes().flatMap(({ table, replicas, origins }) => {
      const replica = origins.length === 0 ? undefined : replicas.find((each) => each.id === id);
      return replica === undefined ? [] : [this.#read(replica, { table, schedule }, signal)];
    });
    const results = await Promise.allSettled(polls);
    this.#updateFindings(id, schedule);
    this.#publishPoll(id, schedule);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  #publishPoll(id: string, { name }: HeartbeatSchedule): void {
    const { onPolled } = this.#options;
    if (onPolled === undefined) return;
    const series = [...this.#heartbeats.all()].filter(({ replica }) => replica.id === id);
    this.#publisher.takeUnshared(id, name, series).forEach(onPolled);
  }

  /**
   * Polls a replica. Where an origin has shown no heartbeat for hours, everything there is is read once, so that its
   * lag is known. Only once, even if that times out, as it may where nothing has been compacted for days: then each
   * attempt would.
   */
  async #read(
    replica: Cluster<W>,
    { table, schedule: { name, shards } }: { readonly table: string; readonly schedule: HeartbeatSchedule },
    signal: AbortSignal,
  ): Promise<void> {
    const nowMs = this.#options.clock.nowMs();
    await this.#readRanges(replica, table, {
      signal,
      ranges: shards.map((shard) => heartbeatRange(shard, nowMs)),
    });
    const silent = [...this.#heartbeats.shownBy(table, replica.code)].flatMap(({ times, findings }) => {
      const finding = findings.get(name)!;
      return !finding.isHistorySearched && oldest(times, shards) === -Infinity ? [finding] : [];
    });
    if (silent.length === 0) return;
    for (const finding of silent) finding.isHistorySearched = true;
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

  /** Records the heartbeat. Returns whether it is trusted. */
  #recordTime(series: HeartbeatSeries, shard: number, atMs: number): boolean {
    if (this.#skew.isAhead(atMs)) {
      if (this.#options.onPolled !== undefined) this.#publisher.noteAhead(series, shard, atMs);
      this.#distrust(series.origin.code, atMs);
      return false;
    }
    if (!this.#skew.isTrusted(series.origin.code, atMs)) return false;
    if (atMs > series.times[shard]!) series.times[shard] = atMs;
    return true;
  }

  #recordLatency(origin: OriginCode, atMs: number, value: Buffer): void {
    const latencyMs = decodeLatency(value);
    if (latencyMs === undefined || atMs < (this.#latencies.get(origin)?.atMs ?? -Infinity)) return;
    this.#latencies.set(origin, { atMs, latencyMs });
  }

  /** Drops the origin's heartbeats: what they have proven until now may have been wrong too. */
  #distrust(origin: OriginCode, atMs: number): void {
    if (!this.#skew.recordAhead(origin, atMs)) return;
    for (const series of this.#heartbeats.all()) if (series.origin.code === origin) resetSeries(series);
    this.#latencies.delete(origin);
    this.#alarms.replaceAll(this.#currentAlarms());
  }

  /** Updates the findings after a poll of the replica. */
  #updateFindings(replicaId: string, schedule: HeartbeatSchedule): void {
    const nowMs = this.#options.clock.nowMs();
    const cleared = this.#skew.restoreTrust();
    for (const series of this.#heartbeats.all()) {
      if (cleared.includes(series.origin.code)) series.sinceMs = nowMs;
      if (series.replica.id === replicaId) this.#updateSeries(series, schedule, nowMs);
    }
    this.#alarms.replaceAll(this.#currentAlarms());
  }

  #updateSeries(
    series: HeartbeatSeries,
    { name, shards, staleAfterMs }: HeartbeatSchedule,
    nowMs: number,
  ): void {
    const { table, origin, times, sinceMs } = series;
    const finding = series.findings.get(name)!;
    finding.polledMs = nowMs;
    finding.oldestMs = Math.max(sinceMs, oldest(times, shards));
    finding.isStale = nowMs - finding.oldestMs > staleAfterMs && !this.#skew.isDistrusted(origin.code);
    const all = this.#heartbeats.ofOrigin(table, origin.code);
    const frontMs = maxOf(Array.from(all, (each) => each.findings.get(name)!.oldestMs));
    const isBehind = finding.isStale && frontMs - finding.oldestMs > staleAfterMs;
    finding.pollsBehind = isBehind ? finding.pollsBehind + 1 : 0;
  }

  #currentAlarms(): HeartbeatAlarm[] {
    const all = [...this.#heartbeats.all()];
    const distrusted = new Set(
      all.map(({ origin }) => origin).filter(({ code }) => this.#skew.isDistrusted(code)),
    );
    const ids = new Set([...distrusted].map(({ id }) => id));
    return [...stalenessAlarms(all), ...[...ids].map((origin) => ({ kind: 'clock-skew' as const, origin }))];
  }

  /**
   * Returns the lag at the last poll, because a remote replica is polled rarely and does not lag by that much. A
   * replica that is no longer polled does lag.
   */
  #lagOf({ origin, replica, times, findings }: HeartbeatSeries): HeartbeatLag {
    const nowMs = this.#options.clock.nowMs();
    const lags = this.#schedules.map(({ name, shards, remotePollIntervalMs }) => {
      const atMs = Math.max(findings.get(name)!.polledMs, nowMs - LATE_POLLS * remotePollIntervalMs);
      return Math.max(0, Math.min(nowMs, atMs) - oldest(times, shards));
    });
    const lagMs = maxOf(lags);
    return { origin: origin.id, replica: replica.id, lagMs: Number.isFinite(lagMs) ? lagMs : undefined };
  }
}

/** Poll intervals after which a missing poll counts as lag. */
const LATE_POLLS = 2;

function oldest(times: Float64Array, shards: readonly number[]): number {
  return shards.reduce((oldestMs, shard) => Math.min(oldestMs, times[shard]!), Infinity);
}

/** Returns the larger lag of two tables; unknown if either is. */
function worseLag(a: HeartbeatLag, b: HeartbeatLag): HeartbeatLag {
  const isUnknown = a.lagMs === undefined || b.lagMs === undefined;
  return { ...a, lagMs: isUnknown ? undefined : Math.max(a.lagMs, b.lagMs) };
}
