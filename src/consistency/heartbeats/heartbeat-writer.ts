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
  /** Where this process is: the clusters there are its own to keep beating. */
  readonly region: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly limits?: Partial<HeartbeatLimits>;
  /** Default: all. */
  readonly shards?: readonly number[];
  /** Sent along, for batch work to hear how serving does. */
  readonly servingLatencyMs?: () => number | undefined;
  readonly observer?: HeartbeatObserver | undefined;
}

/** `suppressed`: somebody else's is fresh enough. `failed`: for some shard at least. */
export type HeartbeatOutcome = 'sent' | 'suppressed' | 'failed';

export interface HeartbeatObserver {
  onHeartbeat(origin: Cluster, outcome: HeartbeatOutcome): void;
}

/**
 * Writes the heartbeats of every origin: about one each interval of a pace where this process is, and one in several in
 * other regions, so that a region without processes has them too. Any number of processes may do so: each keeps still
 * where another's heartbeat is fresh enough, and each has its own pace.
 */
export class HeartbeatWriter {
  readonly #options: HeartbeatWriterOptions;
  readonly #limits: HeartbeatLimits;
  readonly #paces: readonly HeartbeatSchedule[];
  #tasks: TaskGroup | undefined;

  constructor(options: HeartbeatWriterOptions) {
    this.#options = options;
    this.#limits = { ...DEFAULTS.heartbeats, ...options.limits };
    this.#paces = heartbeatSchedules(this.#limits, options.shards);
  }

  start(): void {
    const { clock, random, logger } = this.#options;
    this.#tasks ??= new TaskGroup({
      name: 'heartbeats',
      intervalMs: followIntervalMs(this.#paces),
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

  /** A task for each origin and pace, so that one that is slow or away holds up no other. */
  #wanted(): TaskSpec[] {
    const ids = new Set(this.#options.scopes().flatMap(({ origins }) => origins.map(({ id }) => id)));
    return this.#paces.flatMap((pace) => [...ids].map((id) => this.#beating(id, pace)));
  }

  #beating(id: string, pace: HeartbeatSchedule): TaskSpec {
    const { jitter, callTimeoutMs, backoffMaxMs } = this.#limits;
    const { name, intervalMs } = pace;
    return {
      name: `${name} of ${id}`,
      intervalMs,
      jitter,
      timeoutMs: 3 * callTimeoutMs,
      firstRunWithinMs: firstRunWithinMs(pace),
      backoffMaxMs: Math.max(intervalMs, Math.min(16 * intervalMs, backoffMaxMs)),
      run: (signal) => this.#beatAll(id, pace, signal),
    };
  }

  /** By its id, as the task: after a reload another cluster may have it. */
  async #beatAll(id: string, pace: HeartbeatSchedule, signal: AbortSignal): Promise<void> {
    const beats = this.#options.scopes().flatMap(({ table, origins }) => {
      const origin = origins.find((each) => each.id === id);
      return origin === undefined ? [] : [this.#beat(origin, { table, pace }, signal)];
    });
    for (const result of await Promise.allSettled(beats)) {
      if (result.status === 'rejected') throw result.reason;
    }
  }

  async #beat(origin: Cluster<'serving'>, due: DueHeartbeat, signal: AbortSignal): Promise<void> {
    const { observer } = this.#options;
    const call = { timeoutMs: this.#limits.callTimeoutMs, signal };
    try {
      const isNeeded = !this.#isFresh(origin, due) && !(await this.#isFreshThere(origin, due, call));
      if (isNeeded) await this.#send(origin, due, call);
      observer?.onHeartbeat(origin, isNeeded ? 'sent' : 'suppressed');
    } catch (error) {
      if (signal.aborted) throw error;
      observer?.onHeartbeat(origin, 'failed');
      if (!isRetryable(error)) throw error;
    }
  }

  #isFresh(origin: Cluster<'serving'>, { table, pace }: DueHeartbeat): boolean {
    const key = heartbeatKey(sampleShard(pace), this.#options.clock.nowMs());
    const newestMs = this.#options.tracker.newestCommitted(origin, { table, key });
    return this.#isRecent(origin, newestMs, pace);
  }

  /**
   * The tracker looks about as often as heartbeats are due, so before one is sent a row is read to see who was faster. What
   * stands there counts even if nobody believes it: behind a heartbeat from ahead of time all others are out of sight, and
   * no process needs to send any.
   */
  async #isFreshThere(
    origin: Cluster<'serving'>,
    { table, pace }: DueHeartbeat,
    call: CallOptions,
  ): Promise<boolean> {
    const { clients, tracker, clock } = this.#options;
    // Not by readRow: the latency of point reads is that of reads for people who wait.
    const ranges = [heartbeatRange(sampleShard(pace), clock.nowMs())];
    const read = { table, ranges, filter: HEARTBEAT_FILTER };
    let newestMs = -Infinity;
    const rows: Row[] = [];
    for await (const row of clients.of(origin).readRows(read, call)) rows.push(row);
    for (const row of announcementsFirst(rows)) {
      tracker.observe(origin, table, row);
      const own = row.cells.filter((cell) => heartbeatOrigin(cell) === origin.code);
      newestMs = Math.max(newestMs, maxOf(own.map(heartbeatMs)));
    }
    return this.#isRecent(origin, newestMs, pace);
  }

  /**
   * Rounded to the nearest tick: what is younger by half an interval is left for the next one, so that the one process
   * there is need not wait for its own heartbeat to grow old.
   */
  #isRecent({ region }: Cluster, atMs: number, { intervalMs }: HeartbeatSchedule): boolean {
    const intervals = region === this.#options.region ? 1 : this.#limits.farIntervals;
    return this.#options.clock.nowMs() - atMs < (intervals - 0.5) * intervalMs;
  }

  /**
   * The clock is read before the heartbeat is sent: what was acknowledged until then was committed before it. After the
   * clock has gone back so do heartbeats, which then claim less than they could. To repeat the latest time instead would
   * let a moment's wrong clock go on being told, to every origin, until that time has come.
   */
  async #send(origin: Cluster<'serving'>, { table, pace }: DueHeartbeat, call: CallOptions): Promise<void> {
    const { clients, clock, servingLatencyMs } = this.#options;
    const heartbeat = { origin: origin.code, atMs: clock.nowMs(), servingLatencyMs: servingLatencyMs?.() };
    const rows = heartbeatRows(pace.shards, heartbeat);
    const failures = await clients.of(origin).mutateRows(table, rows, call);
    const failure = failures.find((each) => each !== undefined);
    if (failure !== undefined) throw failure;
  }
}

/** A table's heartbeats of one pace, whose time has come. */
interface DueHeartbeat {
  readonly table: string;
  readonly pace: HeartbeatSchedule;
}

/** Every heartbeat is for all shards of its pace, so one shard tells of the others. */
const sampleShard = ({ shards }: HeartbeatSchedule): number => shards[0]!;

/** Such a failure is no reason for a longer pause: the next tick is the next try. */
function isRetryable(error: unknown): boolean {
  return error instanceof TidemarkError && error.retryable;
}
