/**
 * Layout of a followed table: which partitions of its change stream are read, and from where. Pure.
 *
 * Bigtable splits and merges partitions at any time. A stream that is affected ends, and names the partitions at which to
 * continue, with a token for each part of its own range. A new partition can be read when the tokens of all its parts are
 * there, which may come from several streams. The parts of all partitions of a layout are disjoint and cover the table, and
 * no operation changes that: so no change is skipped, and none is read by two partitions.
 */

/** Range of row keys. */
export interface KeyRange {
  /** First key, inclusive. Empty: the beginning of the table. */
  readonly start: Buffer;
  /** Exclusive end. Empty: the end of the table. */
  readonly end: Buffer;
}

/** Position in the stream of a range. */
export interface PartPosition extends KeyRange {
  readonly token: string;
  /** Commit time up to which the changes of the range are processed, in microseconds since the Unix epoch. */
  readonly lowWatermarkMicros: number;
}

export interface FollowedPartition extends KeyRange {
  /** Number of the partition within the layout, which is never used again. */
  readonly id: number;
  /** Table of the store: the corpus, or the corpus in a placement, such as `users@eu`. */
  readonly table: string;
  /** Positions at which to start, in the order of their keys. */
  readonly parts: readonly PartPosition[];
  /** Time at which the partition was added, in milliseconds since the Unix epoch. */
  readonly addedAtMs: number;
}

export interface FollowLayout {
  readonly nextId: number;
  readonly partitions: readonly FollowedPartition[];
}

/** Position at which a stream ended, and the partition that continues it. */
export interface Successor {
  readonly from: PartPosition;
  readonly partition: KeyRange;
}

/** A partition that lacks parts for this long is divided into those that it has, in milliseconds. */
export const PENDING_MS_MAX = 30_000;

export const EMPTY_LAYOUT: FollowLayout = { nextId: 1, partitions: [] };

/** Adds a table, given the positions at which its partitions start. Has no effect if the layout has the table. */
export function withTable(
  layout: FollowLayout,
  {
    table,
    parts,
    nowMs,
  }: { readonly table: string; readonly parts: readonly PartPosition[]; readonly nowMs: number },
): FollowLayout {
  if (layout.partitions.some((each) => each.table === table)) return layout;
  return parts.reduce<FollowLayout>(
    (next, part) => add(next, { table, start: part.start, end: part.end, parts: [part], addedAtMs: nowMs }),
    layout,
  );
}

/** Removes a table that the store no longer has. */
export function withoutTable(layout: FollowLayout, table: string): FollowLayout {
  const partitions = layout.partitions.filter((each) => each.table !== table);
  return partitions.length === layout.partitions.length ? layout : { ...layout, partitions };
}

/**
 * Replaces a partition whose stream has ended by its successors. Returns undefined if the layout no longer has the
 * partition: then another worker has replaced it. Throws if the successors do not cover the partition.
 */
export function replacePartition(
  layout: FollowLayout,
  id: number,
  { successors, nowMs }: { readonly successors: readonly Successor[]; readonly nowMs: number },
): FollowLayout | undefined {
  const closed = layout.partitions.find((each) => each.id === id);
  if (closed === undefined) return undefined;
  if (
    !covers(
      successors.map(({ from }) => from),
      closed,
    )
  )
    throw new Error(`the successors of partition ${id} do not cover it`);
  const rest = { ...layout, partitions: layout.partitions.filter((each) => each !== closed) };
  return successors.reduce<FollowLayout>((next, { from, partition }) => {
    const { table } = closed;
    const pending = next.partitions.find(
      (each) => each.table === table && sameRange(each, partition) && !isReady(each),
    );
    if (pending === undefined)
      return add(next, {
        table,
        start: partition.start,
        end: partition.end,
        parts: [from],
        addedAtMs: nowMs,
      });
    const parts = [...pending.parts, from].sort(byStart);
    const partitions = next.partitions.map((each) => (each === pending ? { ...each, parts } : each));
    return { ...next, partitions };
  }, rest);
}

/**
 * Divides partitions that have lacked parts for too long. Where the table was divided again meanwhile, the streams of the
 * other parts never name them. Each contiguous section of their parts becomes a partition: its stream ends at once, and names
 * the present partitions. Returns the layout itself if there are none.
 */
export function dividePending(layout: FollowLayout, nowMs: number): FollowLayout {
  const stuck = layout.partitions.filter((each) => !isReady(each) && nowMs - each.addedAtMs > PENDING_MS_MAX);
  if (stuck.length === 0) return layout;
  const rest = { ...layout, partitions: layout.partitions.filter((each) => !stuck.includes(each)) };
  return stuck.reduce<FollowLayout>(
    (next, { table, parts }) =>
      parts.reduce<FollowLayout>(
        (each, part) =>
          add(each, { table, start: part.start, end: part.end, parts: [part], addedAtMs: nowMs }),
        next,
      ),
    rest,
  );
}

/** Returns whether the positions of a partition cover it, so that it can be read. */
export const isReady = (partition: FollowedPartition): boolean => covers(partition.parts, partition);

/** Returns the commit time up to which all changes before the partition's start are processed, in microseconds. */
export const startWatermark = ({ parts }: FollowedPartition): number =>
  parts.reduce((least, { lowWatermarkMicros }) => Math.min(least, lowWatermarkMicros), Infinity);

function add(layout: FollowLayout, partition: Omit<FollowedPartition, 'id'>): FollowLayout {
  const { nextId, partitions } = layout;
  return { nextId: nextId + 1, partitions: [...partitions, { id: nextId, ...partition }] };
}

/** Returns whether the ranges are disjoint and together are the whole one. */
function covers(ranges: readonly KeyRange[], whole: KeyRange): boolean {
  const sorted = [...ranges].sort(byStart);
  const touching = sorted.every(
    ({ start }, index) =>
      index === 0 || (sorted[index - 1]!.end.length > 0 && sorted[index - 1]!.end.equals(start)),
  );
  const [first, last] = [sorted[0], sorted.at(-1)];
  return first !== undefined && touching && first.start.equals(whole.start) && last!.end.equals(whole.end);
}

const sameRange = (a: KeyRange, b: KeyRange): boolean => a.start.equals(b.start) && a.end.equals(b.end);
const byStart = (a: KeyRange, b: KeyRange): number => a.start.compare(b.start);
