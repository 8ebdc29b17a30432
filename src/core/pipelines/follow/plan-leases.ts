import { isReady, type FollowedPartition } from './layout';
import type { PartitionRecord } from './partition-lease';

/** Knowledge of a worker about the partitions. */
export interface LeaseView {
  readonly worker: string;
  readonly partitions: readonly FollowedPartition[];
  /** Records by the id of the partition. */
  readonly records: ReadonlyMap<number, PartitionRecord>;
  /** Whether the lease of the partition has not been renewed for its duration. */
  readonly isExpired: (id: number) => boolean;
}

export interface LeasePlan {
  /** Ids of the partitions to take, in this order. */
  readonly acquire: readonly number[];
  /** Id of a partition to ask its holder for. */
  readonly request: number | undefined;
  /** Ids of partitions that have ended: the layout is to be changed. */
  readonly closed: readonly number[];
}

/**
 * Plans which partitions a worker takes, so that all workers have about the same number. It takes free ones up to its share,
 * and otherwise asks the worker that has the most, one at a time, so that partitions do not move in circles. Partitions whose
 * holder has died are taken beyond the share, since no other worker may be there.
 */
export function planLeases({ worker, partitions, records, isExpired }: LeaseView): LeasePlan {
  const closed = partitions.filter(({ id }) => records.get(id)?.successors !== undefined).map(({ id }) => id);
  const open = partitions.filter((each) => isReady(each) && !closed.includes(each.id)).map(({ id }) => id);
  const byHolder = new Map<string, number[]>([[worker, []]]);
  const free: number[] = [];
  for (const id of open) {
    const record = records.get(id);
    const isPromised = record?.requestedBy !== undefined && record.requestedBy !== worker;
    if (record?.holder === undefined ? !isPromised || isExpired(id) : isExpired(id)) free.push(id);
    else if (record?.holder !== undefined)
      byHolder.set(record.holder, [...(byHolder.get(record.holder) ?? []), id]);
  }
  const share = Math.ceil(open.length / byHolder.size);
  const own = byHolder.get(worker)!.length;
  const acquire = free.slice(0, Math.max(share - own, 0));
  const request =
    acquire.length > 0 ? undefined : requested({ worker, byHolder, records, count: open.length });
  return { acquire, request, closed };
}

interface Shares {
  readonly worker: string;
  readonly byHolder: ReadonlyMap<string, readonly number[]>;
  readonly records: ReadonlyMap<number, PartitionRecord>;
  readonly count: number;
}

/** Returns a partition of the worker that has the most, if it has more than its share and this one has less. */
function requested({ worker, byHolder, records, count }: Shares): number | undefined {
  const least = Math.floor(count / byHolder.size);
  const own = byHolder.get(worker)!;
  const asked = [...records.values()].filter(({ requestedBy }) => requestedBy === worker).length;
  if (own.length + asked >= least) return undefined;
  const [most] = [...byHolder.values()].sort((a, b) => b.length - a.length);
  if (most === undefined || most.length <= least) return undefined;
  return most.find((id) => records.get(id)?.requestedBy === undefined);
}
