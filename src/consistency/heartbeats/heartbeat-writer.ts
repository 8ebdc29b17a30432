import type { CallOptions, Row } from '../../bigtable/client/types';
import { maxOf } from '../../core/shared/lists';
import { DEFAULTS } from '../../config/defaults';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import type { Logger } from '../../platform/telemetry/logger';
import type { Random } from '../../platform/random';
import type { TaskStatus } from '../../platform/tasks/supervisor';
import { TaskGroup, type TaskSpec } from '../../platform/tasks/task-group';
import type { Cluster } from '../../routing/topology/cluster';
import type { ClusterClients } from '../../routing/clients/cluster-clients';
import { announcementsFirst } from '../origins/control-row';
import {
  HEARTBEAT_FILTER,
  heartbeatKey,
  heartbeatMs,
  heartbeatOrigin,
  heartbeatRange,
  heartbeatRows,
} from './heartbeat-row';
import {
  firstRunWithinMs,
  followIntervalMs,
  heartbeatSchedules,
  type HeartbeatSchedule,
} from './heartbeat-schedules';
import type { HeartbeatLimits, HeartbeatScopes } from './heartbeat-scope';
import type { HeartbeatTracker } from './heartbeat-tracker';

export interface HeartbeatWriterOptions {
  readonly clients: ClusterClients<'serving'>;
  readonly scopes: HeartbeatScopes<'serving'>;
  readonly tracker: Pick<HeartbeatTracker<'serving'>, 'newestCommitted' | 'observe'>;
  /** Region of this process. It writes the heartbeats of the clusters there at every interval. */
  readonly region: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits?: Partial<HeartbeatLimits>;
  /** Shards that have heartbeats. @default all */
  readonly shards?: readonly number[];
  /** Returns the serving latency that is sent with heartbeats, for the admission of batch work. Milliseconds. */
  readonly servingLatencyMs?: () => number | undefined;
  readonly observer?: HeartbeatObserver | undefined;
}

/** `suppressed`: another process's heartbeat is fresh enough. `failed`: for one shard at least. */
export type HeartbeatOutcome = 'sent' | 'suppressed' | 'failed';

export interface HeartbeatObserver {
  onHeartbeat(origin: Cluster, outcome: HeartbeatOutcome): void;
}

/**
 * Writes the heartbeats of every origin: about one per interval of a schedule in the region of this process, and one
 * per several intervals in other regions, so that a region without processes has heartbeats too. Any number of
 * processes may do so: each one skips a heartbeat where another process's is fresh enough, and each has its own pace.
 */
export class HeartbeatWriter {
  readonly #options: HeartbeatWriterOptions;
  readonly #limits: HeartbeatLimits;
  readonly #schedules: readonly HeartbeatSchedule[];
  #tasks: TaskGroup | undefined;

  constructor(options: HeartbeatWriterOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULTS.heartbeats, ...options.limits };
    this.#schedules = heartbeatSchedules(this.#limits, options.shards);
  }

  start(): void {
    const { clock, random, logger } = this.#options;
    this.#tasks ??= new TaskGroup({
      name: 'heartbeats',
      intervalMs: followIntervalMs(this.#schedules),
      clock,
      random,
      desiredTasks: () => this.#wanted(),
      onError: (error, task) => logger.error({ err: error, task }, 'heartbeats could not be written'),
    });
  }

  async stop(): Promise<void> {
    await this.#tasks?.stop();
  }

  status(): readonly TaskStatus[] {
    return this.#tasks?.status() ?? [];
  }

  /** Returns a task per origin and schedule, so that a slow or unavailable origin delays no other. */
  #wanted(): TaskSpec[] {
    const ids = new Set(this.#options.scopes().flatMap(({ origins }) => origins.map(({ id }) => id)));
    return this.#schedules.flatMap((schedule) => [...ids].map((id) => this.#taskOf(id, schedule)));
  }

  #taskOf(id: string, schedule: HeartbeatSchedule): TaskSpec {
    const { jitter, callTimeoutMs, backoffMaxMs } = this.#limits;
    const { name, intervalMs } = schedule;
    return {
      name: `${name} of ${id}`,
      intervalMs,
      jitter,
      timeoutMs: 3 * callTimeoutMs,
      firstRunWithinMs: firstRunWithinMs(schedule),
      backoffMaxMs: Math.max(intervalMs, Math.min(16 * intervalMs, backoffMaxMs)),
      run: (signal) => this.#writeAll(id, schedule, signal),
    };
  }

  /** Writes the heartbeats of the origin with this id: after a reload another cluster may have it. */
  async #writeAll(id: string, schedule: HeartbeatSchedule, signal: AbortSignal): Promise<void> {
    const writes = this.#options.scopes().flatMap(({ table, origins }) => {
      const origin = origins.find((each) => each.id === id);
      return origin === undefined ? [] : [this.#writeIfDue(origin, { table, schedule }, signal)];
    });
    for (const result of await Promise.allSettled(writes)) {
      if (result.status === 'rejected') throw result.reason;
    }
  }

  async #writeIfDue(origin: Cluster<'serving'>, due: DueHeartbeat, signal: AbortSignal): Promise<void> {
    const { observer } = this.#options;
    const call = { timeoutMs: this.#limits.callTimeoutMs, signal };
    try {
      const isNeeded = !this.#isFresh(origin, due) && !(await this.#isFreshThere(origin, due, call));
      if (isNeeded) await this.#send(origin, due, call);
      observer?.onHeartbeat(origin, isNeeded ? 'sent' : 'suppressed');
    } catch (error) {
      if (signal.aborted) throw error;
      observer?.onHeartbeat(origin, 'failed');
      if (!isRetryableError(error)) throw error;
    }
  }

  #isFresh(origin: Cluster<'serving'>, { table, schedule }: DueHeartbeat): boolean {
    const key = heartbeatKey(sampleShard(schedule), this.#options.clock.nowMs());
    const newestMs = this.#options.tracker.newestCommitted(origin, { table, key });
    return this.#isRecent(origin, newestMs, schedule);
  }

  /**
   * Reads a heartbeat row at the origin before a heartbeat is sent, because another process may have been faster: the
   * tracker polls about as often as heartbeats are due. What the row has counts even if it is not trusted: a heartbeat
   * from ahead of time hides all later ones, so no process needs to send any.
   */
  async #isFreshThere(
    origin: Cluster<'serving'>,
    { table, schedule }: DueHeartbeat,
    call: CallOptions,
  ): Promise<boolean> {
    const { clients, tracker, clock } = this.#options;
    // Not by readRow, which measures the latency of point reads that users wait for.
    const ranges = [heartbeatRange(sampleShard(schedule), clock.nowMs())];
    const read = { table, ranges, filter: HEARTBEAT_FILTER };
    let newestMs = -Infinity;
    const rows: Row[] = [];
    for await (const row of clients.of(origin).readRows(read, call)) rows.push(row);
    for (const row of announcementsFirst(rows)) {
      tracker.observe(origin, table, row);
      const own = row.cells.filter((cell) => heartbeatOrigin(cell) === origin.code);
      newestMs = Math.max(newestMs, maxOf(own.map(heartbeatMs)));
    }
    return this.#isRecent(origin, newestMs, schedule);
  }

  /**
   * Whether a heartbeat is recent enough to skip the next one, rounded to the nearest interval: one that is younger by
   * half an interval is left to the next run, so that a single process need not wait for its own heartbeat to age.
   */
  #isRecent({ region }: Cluster, atMs: number, { intervalMs }: HeartbeatSchedule): boolean {
    const intervals = region === this.#options.region ? 1 : this.#limits.farIntervals;
    return this.#options.clock.nowMs() - atMs < (intervals - 0.5) * intervalMs;
  }

  /**
   * Sends the heartbeat. The clock is read before: what was acknowledged until then was committed before it. After the
   * clock has gone back so do heartbeats, which then claim less than they could. To repeat the latest time instead
   * would keep publishing the reading of a wrong clock, to every origin, until that time has come.
   */
  async #send(
    origin: Cluster<'serving'>,
    { table, schedule }: DueHeartbeat,
    call: CallOptions,
  ): Promise<void> {
    const { clients, clock, servingLatencyMs } = this.#options;
    const heartbeat = { origin: origin.code, atMs: clock.nowMs(), servingLatencyMs: servingLatencyMs?.() };
    const rows = heartbeatRows(schedule.shards, heartbeat);
    const failures = await clients.of(origin).mutateRows(table, rows, call);
    const failure = failures.find((each) => each !== undefined);
    if (failure !== undefined) throw failure;
  }
}

/** A table's heartbeats of one schedule that are due. */
interface DueHeartbeat {
  readonly table: string;
  readonly schedule: HeartbeatSchedule;
}

/** Returns one shard of the schedule. Every heartbeat is for all of them, so one is enough. */
const sampleShard = ({ shards }: HeartbeatSchedule): number => shards[0]!;

/** Whether the next interval is the next attempt. Such a failure needs no longer pause. */
function isRetryableError(error: unknown): boolean {
  return error instanceof TidemarkError && error.retryable;
}
