/** How often heartbeats are written and read, by shard: pure. */
import { ALL_SHARDS, LATENCY_SHARD } from './heartbeat-row';
import type { HeartbeatLimits } from './heartbeat-scope';
import { maxOf, minOf } from '../../core/shared/lists';

/** Shards whose heartbeats are written and read together. */
export interface HeartbeatSchedule {
  /** Of its tasks: no two paces of a process have the same. */
  readonly name: string;
  /** At least one. */
  readonly shards: readonly number[];
  readonly intervalMs: number;
  /** From one look at a far replica to the next, milliseconds. */
  readonly remotePollIntervalMs: number;
  /** A heartbeat that is older raises an alarm. */
  readonly staleAfterMs: number;
}

/**
 * The paces of heartbeats, none where they are off. The shard that carries the serving latency has a pace of its own where
 * the others are slower than the latency may be old: one row, so it costs next to nothing.
 */
export function heartbeatSchedules(
  limits: HeartbeatLimits,
  shards: readonly number[] = ALL_SHARDS,
): readonly HeartbeatSchedule[] {
  const { intervalMs, latencyIntervalMs } = limits;
  if (intervalMs === 0) return [];
  const others = shards.filter((shard) => shard !== LATENCY_SHARD);
  const isOnePace = latencyIntervalMs >= intervalMs || others.length === shards.length || others.length === 0;
  if (isOnePace) return [scheduleOf('heartbeats', shards, intervalMs, limits)];
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

/** The age in milliseconds that a heartbeat may reach while nothing lags; 0 where there are none. */
export function heartbeatAgeMaxMs(limits: HeartbeatLimits): number {
  return Math.max(0, maxOf(heartbeatSchedules(limits).map(({ staleAfterMs }) => staleAfterMs)));
}

/** How soon tasks and series follow a change of the topology, however slow heartbeats are. */
export function followIntervalMs(paces: readonly HeartbeatSchedule[]): number {
  return Math.min(FOLLOW_INTERVAL_MAX_MS, minOf(paces.map(({ intervalMs }) => intervalMs)));
}

const FOLLOW_INTERVAL_MAX_MS = 5_000;

/** A process that has just started writes and looks within a second, not after half an interval. */
export function firstRunWithinMs({ intervalMs }: HeartbeatSchedule): number {
  return Math.min(FIRST_RUN_MAX_MS, intervalMs);
}

const FIRST_RUN_MAX_MS = 1_000;
