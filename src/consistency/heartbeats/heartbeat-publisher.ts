/** Publishes the heartbeats that one process has seen to the other processes of its machine. */
import type { OriginCode } from '../../core/consistency/row-watermark';
import { SHARDS } from './heartbeat-row';
import type { HeartbeatSeries } from './tracked-heartbeats';

/** One heartbeat time that a replica has shown of an origin, and the shards for which it was shown. */
export interface SharedHeartbeat {
  readonly table: string;
  readonly replica: OriginCode;
  readonly origin: OriginCode;
  readonly atMs: number;
  /** One bit per shard; the lowest bit of the first byte is shard 0. */
  readonly shards: Uint8Array;
  /** Whether it was ahead of the clock of the process that saw it by more than allowed. */
  readonly isAhead: boolean;
}

/** The new heartbeats of one poll of a replica. Bounded, so that a poll may need several messages. */
export interface SharedPoll {
  /** Id of the replica's cluster. */
  readonly replica: string;
  /** Name of the schedule. */
  readonly schedule: string;
  readonly heartbeats: readonly SharedHeartbeat[];
  /** False: more messages of the poll follow, or it is no poll but everything that is known of the replica. */
  readonly isComplete: boolean;
}

/** Remembers which heartbeats were published, so that each poll publishes only new ones. */
export class HeartbeatPublisher {
  #shared = new WeakMap<Float64Array, Float64Array>();
  /** Heartbeats ahead of their time, by replica, then by table and origin. */
  readonly #ahead = new Map<string, Map<string, SharedHeartbeat>>();

  /** Makes the next publication complete, for a process that has just started to listen. */
  reset(): void {
    this.#shared = new WeakMap();
  }

  /**
   * Records a heartbeat that is ahead of its time. It is published after each poll that finds it, because each poll
   * renews the distrust.
   */
  noteAhead({ table, replica, origin }: HeartbeatSeries, shard: number, atMs: number): void {
    const ahead = this.#ahead.get(replica.id) ?? new Map<string, SharedHeartbeat>();
    this.#ahead.set(replica.id, ahead);
    const key = `${table} ${origin.code}`;
    const known = ahead.get(key);
    if (known !== undefined && known.atMs >= atMs) return;
    const codes = { replica: replica.code, origin: origin.code };
    ahead.set(key, { table, ...codes, atMs, shards: bitsOf([shard]), isAhead: true });
  }

  /** Returns the heartbeats of the replica's series that have not been published, and marks them as published. */
  takeUnshared(replicaId: string, pace: string, series: readonly HeartbeatSeries[]): readonly SharedPoll[] {
    const ahead = this.#ahead.get(replicaId)?.values() ?? [];
    const heartbeats = [...ahead, ...series.flatMap((each) => this.#newOf(each))];
    this.#ahead.delete(replicaId);
    const parts = Math.max(1, Math.ceil(heartbeats.length / HEARTBEATS_PER_POLL_MESSAGE_MAX));
    return Array.from({ length: parts }, (_, part) => ({
      replica: replicaId,
      schedule: pace,
      isComplete: part === parts - 1,
      heartbeats: heartbeats.slice(
        part * HEARTBEATS_PER_POLL_MESSAGE_MAX,
        (part + 1) * HEARTBEATS_PER_POLL_MESSAGE_MAX,
      ),
    }));
  }

  /** Groups the new heartbeats by time, because a sender reports one time for many shards. */
  #newOf({ table, replica, origin, times }: HeartbeatSeries): readonly SharedHeartbeat[] {
    const shared = this.#sharedOf(times);
    const shardsByTime = new Map<number, number[]>();
    for (let shard = 0; shard < SHARDS; shard++) {
      const atMs = times[shard]!;
      if (!(atMs > shared[shard]!)) continue;
      shared[shard] = atMs;
      const known = shardsByTime.get(atMs);
      if (known === undefined) shardsByTime.set(atMs, [shard]);
      else known.push(shard);
    }
    const codes = { replica: replica.code, origin: origin.code };
    return [...shardsByTime].map(([atMs, shards]) => ({
      table,
      ...codes,
      atMs,
      shards: bitsOf(shards),
      isAhead: false,
    }));
  }

  #sharedOf(times: Float64Array): Float64Array {
    const known = this.#shared.get(times);
    if (known !== undefined) return known;
    const shared = new Float64Array(SHARDS).fill(-Infinity);
    this.#shared.set(times, shared);
    return shared;
  }
}

/** Largest number of heartbeats in a message. A heartbeat has about 110 bytes: 60 KB. */
export const HEARTBEATS_PER_POLL_MESSAGE_MAX = 512;

function bitsOf(shards: readonly number[]): Uint8Array {
  const bits = new Uint8Array(SHARDS / 8);
  for (const shard of shards) bits[shard >> 3]! |= 1 << (shard & 7);
  return bits;
}

export function* shardsOf({ shards }: SharedHeartbeat): Iterable<number> {
  for (let shard = 0; shard < SHARDS; shard++) {
    if ((shards[shard >> 3]! & (1 << (shard & 7))) !== 0) yield shard;
  }
}
