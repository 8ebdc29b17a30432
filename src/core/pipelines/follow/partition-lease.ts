/**
 * Lease of a partition that a worker follows, and its progress. Pure: each function returns the next record, or undefined
 * where the present record does not allow it. The record is changed by transactions of its row, so of two workers that change
 * it at once, one fails and decides again.
 */
import type { Successor } from './layout';

/** Stored state of a partition; see `FollowedPartition`. Absent until a worker takes the partition. */
export interface PartitionRecord {
  /** Worker that reads the partition; undefined if none does. */
  readonly holder: string | undefined;
  /** Number of the lease; greater than those of all earlier leases of the partition. */
  readonly term: number;
  /** Time without a renewal after which another worker may take the lease, in milliseconds. */
  readonly leaseMs: number;
  /** Worker to which the holder is asked to pass the partition on. */
  readonly requestedBy: string | undefined;
  /** Token behind the processed changes. Undefined: still at the start of the partition. */
  readonly token: string | undefined;
  /** See `PartPosition`. Undefined: that of the start of the partition. */
  readonly lowWatermarkMicros: number | undefined;
  /** Time of the last change of the record by the holder's clock, in milliseconds. For people only. */
  readonly writtenAtMs: number;
  /** Continuation, once the stream has ended and all its changes are processed. */
  readonly successors: readonly Successor[] | undefined;
}

/** The lease as its holder knows it. */
export interface LeaseClaim {
  readonly holder: string;
  readonly term: number;
}

/** Progress of the holder: everything before the token is processed. */
export interface PartitionProgress {
  readonly token: string;
  readonly lowWatermarkMicros: number;
}

interface LeaseTimes {
  readonly leaseMs: number;
  readonly nowMs: number;
}

/**
 * Takes the partition. `isExpired`: the present lease has not been renewed for its duration. A partition that another worker
 * has asked for is left to that worker, unless its lease expired.
 */
export function acquire(
  record: PartitionRecord | undefined,
  holder: string,
  { isExpired, leaseMs, nowMs }: LeaseTimes & { readonly isExpired: boolean },
): PartitionRecord | undefined {
  const taken = { holder, leaseMs, requestedBy: undefined, writtenAtMs: nowMs };
  if (record === undefined)
    return { ...taken, term: 1, token: undefined, lowWatermarkMicros: undefined, successors: undefined };
  const isFree = record.holder === undefined || record.holder === holder || isExpired;
  const isPromised = record.requestedBy !== undefined && record.requestedBy !== holder;
  if (!isFree || (isPromised && !isExpired)) return undefined;
  return { ...record, ...taken, term: record.term + 1 };
}

/** Renews the lease, and records progress if there is any. Undefined: another worker has the lease. */
export function renew(
  record: PartitionRecord | undefined,
  claim: LeaseClaim,
  { progress, leaseMs, nowMs }: LeaseTimes & { readonly progress?: PartitionProgress | undefined },
): PartitionRecord | undefined {
  if (!isHeld(record, claim)) return undefined;
  const lowWatermarkMicros = Math.max(record.lowWatermarkMicros ?? 0, progress?.lowWatermarkMicros ?? 0);
  return {
    ...record,
    leaseMs,
    writtenAtMs: nowMs,
    token: progress?.token ?? record.token,
    lowWatermarkMicros: lowWatermarkMicros === 0 ? undefined : lowWatermarkMicros,
  };
}

/** Gives the lease up. A worker that has asked for the partition gets it. */
export function releasePartition(
  record: PartitionRecord | undefined,
  claim: LeaseClaim,
  nowMs: number,
): PartitionRecord | undefined {
  return isHeld(record, claim) ? { ...record, holder: undefined, writtenAtMs: nowMs } : undefined;
}

/** Asks the holder to pass the partition on. Undefined if no worker holds it, or another one has asked. */
export function request(record: PartitionRecord | undefined, by: string): PartitionRecord | undefined {
  if (record?.holder === undefined || record.holder === by || record.requestedBy !== undefined)
    return undefined;
  return { ...record, requestedBy: by };
}

/** Records that the stream has ended and where it continues. The record then never changes again, and is removed. */
export function close(
  record: PartitionRecord | undefined,
  claim: LeaseClaim,
  { successors, nowMs }: { readonly successors: readonly Successor[]; readonly nowMs: number },
): PartitionRecord | undefined {
  if (!isHeld(record, claim)) return undefined;
  return { ...record, holder: undefined, writtenAtMs: nowMs, successors };
}

function isHeld(
  record: PartitionRecord | undefined,
  { holder, term }: LeaseClaim,
): record is PartitionRecord {
  return record?.holder === holder && record.term === term && record.successors === undefined;
}
