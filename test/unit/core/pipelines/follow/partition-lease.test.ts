import type { FollowedPartition } from '../../../../../src/core/pipelines/follow/layout';
import {
  acquire,
  close,
  releasePartition,
  renew,
  request,
  type PartitionRecord,
} from '../../../../../src/core/pipelines/follow/partition-lease';
import { planLeases } from '../../../../../src/core/pipelines/follow/plan-leases';

const times = { leaseMs: 10_000, nowMs: 5 };
const LIVE = { ...times, isExpired: false };
const EXPIRED = { ...times, isExpired: true };
const taken = (holder: string): PartitionRecord => acquire(undefined, holder, LIVE)!;
const claimOf = ({ holder, term }: PartitionRecord) => ({ holder: holder!, term });
const progress = { token: 'later', lowWatermarkMicros: 7 };

describe('the lease of a partition', () => {
  it('each lease has a greater term, and no other worker gets one that is renewed', () => {
    const first = taken('a');
    expect(first).toMatchObject({ holder: 'a', term: 1, token: undefined });
    expect(acquire(first, 'b', LIVE)).toBeUndefined();
    expect(acquire(first, 'b', EXPIRED)).toMatchObject({ holder: 'b', term: 2 });
    expect(acquire(first, 'a', LIVE)).toMatchObject({ holder: 'a', term: 2 });
  });

  it('a worker whose lease has passed to another one, or to a later run of its own, stores nothing', () => {
    const first = taken('a');
    for (const present of [acquire(first, 'b', EXPIRED)!, acquire(first, 'a', LIVE)!, undefined]) {
      expect(renew(present, claimOf(first), { ...times, progress })).toBeUndefined();
      expect(releasePartition(present, claimOf(first), 6)).toBeUndefined();
      expect(close(present, claimOf(first), { successors: [], nowMs: 6 })).toBeUndefined();
    }
  });

  it('a renewal stores the token, and the low watermark never decreases', () => {
    const first = taken('a');
    const renewed = renew(first, claimOf(first), { ...times, progress })!;
    expect(renewed).toMatchObject({ token: 'later', lowWatermarkMicros: 7 });
    const again = renew(renewed, claimOf(first), {
      ...times,
      progress: { token: 'x', lowWatermarkMicros: 3 },
    });
    expect(again).toMatchObject({ token: 'x', lowWatermarkMicros: 7 });
    expect(renew(renewed, claimOf(first), times)).toMatchObject({ token: 'later' });
  });

  it('a partition that a worker has asked for goes to this worker, unless that does not come', () => {
    const first = taken('a');
    const asked = request(first, 'b')!;
    expect(request(asked, 'c')).toBeUndefined();
    expect(request(first, 'a')).toBeUndefined();
    const free = releasePartition(asked, claimOf(first), 6)!;
    expect(acquire(free, 'c', LIVE)).toBeUndefined();
    expect(acquire(free, 'b', LIVE)).toMatchObject({ holder: 'b', requestedBy: undefined });
    expect(acquire(free, 'c', EXPIRED)).toMatchObject({ holder: 'c' });
  });

  it('a closed record keeps its successors and is not changed by its former holder', () => {
    const first = taken('a');
    const closed = close(first, claimOf(first), { successors: [], nowMs: 6 })!;
    expect(closed).toMatchObject({ holder: undefined, successors: [] });
    expect(renew({ ...closed, holder: 'a' }, claimOf(first), times)).toBeUndefined();
  });
});

describe('the plan of leases', () => {
  const partitions = Array.from({ length: 4 }, (_, index): FollowedPartition => {
    const [start, end] = [
      Buffer.from(index === 0 ? '' : String(index)),
      Buffer.from(index === 3 ? '' : String(index + 1)),
    ];
    const parts = [{ start, end, token: 't', lowWatermarkMicros: 1 }];
    return { id: index + 1, table: 't', start, end, parts, addedAtMs: 0 };
  });
  const plan = (records: [number, PartitionRecord][], isExpired = (_: number) => false) =>
    planLeases({ worker: 'a', partitions, records: new Map(records), isExpired });

  it('a worker alone takes all partitions, and those of a worker that has died', () => {
    expect(plan([]).acquire).toEqual([1, 2, 3, 4]);
    const dead: [number, PartitionRecord][] = [1, 2, 3, 4].map((id) => [id, taken('b')]);
    expect(plan(dead, () => true).acquire).toEqual([1, 2, 3, 4]);
  });

  it('a worker takes its share of free partitions, and asks the worker that has the most for one', () => {
    expect(plan([[1, taken('b')]]).acquire).toEqual([2, 3]);
    const all: [number, PartitionRecord][] = [1, 2, 3, 4].map((id) => [id, taken('b')]);
    expect(plan(all)).toMatchObject({ acquire: [], request: 1 });
    const asked = all.map(([id, record]): [number, PartitionRecord] =>
      id < 3 ? [id, request(record, 'a')!] : [id, record],
    );
    expect(plan(asked).request).toBeUndefined();
  });

  it('a partition whose parts are missing is not taken, and one that has ended is listed', () => {
    const closed = close(taken('b'), { holder: 'b', term: 1 }, { successors: [], nowMs: 1 })!;
    const pending = { ...partitions[1]!, parts: [] };
    const view = { worker: 'a', partitions: [partitions[0]!, pending], isExpired: () => false };
    const result = planLeases({ ...view, records: new Map([[1, closed]]) });
    expect(result).toEqual({ acquire: [], request: undefined, closed: [1] });
  });
});
