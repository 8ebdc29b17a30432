/** Schedules of heartbeats: how often those of each shard are written and read. Pure. */
import { ALL_SHARDS, LATENCY_SHARD } from './heartbeat-row';
import type { HeartbeatLimits } from './heartbeat-scope';
import { maxOf, minOf } from '../../core/shared/lists';

/** Shards whose heartbeats are written and read together, and how often. */
export interface HeartbeatSchedule {
  /** Name of its tasks, unique in a process. */
  readonly name: string;
  /** Never empty. */
  readonly shards: readonly number[];
  readonly intervalMs: number;
  /** Time between two polls of a replica in another region, in milliseconds. */
  readonly remotePollIntervalMs: number;
  /** Age of a heartbeat that raises an alarm, in milliseconds. */
  readonly staleAfterMs: number;
}

/**
 * Returns the schedules of heartbeats; none if heartbeats are off. The shard that carries the serving latency has a
 * schedule of its own if the other shards beat less often than the latency must be reported. It is one row, so it costs
 * next to nothing.
 */
export function heartbeatSchedules(
  limits: HeartbeatLimits,
  shards: readonly number[] = ALL_SHARDS,
): readonly HeartbeatSchedule[] {
  const { intervalMs, latencyIntervalMs } = limits;
  if (intervalMs === 0) return [];
  const others = shards.filter((shard) => shard !== LATENCY_SHARD);
  const hasOneSchedule =
    latencyIntervalMs >= intervalMs || others.length === shards.length || others.length === 0;
  if (hasOneSchedule) return [scheduleOf('heartbeats', shards, intervalMs, limits)];
  return [
    scheduleOf('heartbeats', others, intervalMs, limits),
    scheduleOf('latency', [LATENCY_SHARD], latencyIntervalMs, limits),
  ];
}

function scheduleOf(
  name: string,
  shards: readonly number[],
  intervalMs: number,
  { farLookIntervals, staleAfterIntervals, staleAfterMinMs }: HeartbeatLimits,
): HeartbeatSchedule {
  const remotePollIntervalMs = farLookIntervals * intervalMs;
  const staleAfterMs = Math.max(staleAfterMinMs, staleAfterIntervals * intervalMs);
  return { name, shards, intervalMs, remotePollIntervalMs, staleAfterMs };
}

/** Returns the age that a heartbeat may reach while nothing lags, in milliseconds; 0 if there are none. */
export function heartbeatAgeMaxMs(limits: HeartbeatLimits): number {
  return Math.max(0, maxOf(heartbeatSchedules(limits).map(({ staleAfterMs }) => staleAfterMs)));
}

/**
 * Returns the time until tasks and series follow a change of the topology, in milliseconds, however rare heartbeats
 * are.
 */
export function followIntervalMs(schedules: readonly HeartbeatSchedule[]): number {
  return Math.min(FOLLOW_INTERVAL_MAX_MS, minOf(schedules.map(({ intervalMs }) => intervalMs)));
}

const FOLLOW_INTERVAL_MAX_MS = 5_000;

/**
 * Returns the time within which a process that has just started writes and polls, in milliseconds: a second, instead of
 * half an interval.
 */
export function firstRunWithinMs({ intervalMs }: HeartbeatSchedule): number {
  return Math.min(FIRST_RUN_MAX_MS, intervalMs);
}

const FIRST_RUN_MAX_MS = 1_000;
