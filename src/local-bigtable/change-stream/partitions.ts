import { intersectSpans } from '../store/key-span';
import type { StoredRow } from '../store/stored-row';
import type { KeySpan } from '../store/stored-table';

/** Returns the partitions that begin at these keys. Together they cover the whole table. */
export function partitionsAt(splits: readonly string[]): KeySpan[] {
  return ['', ...splits].map((start, index) => ({ start, end: splits[index] }));
}

/** Divides a span at partition boundaries. Returns the parts in order, each with its whole partition. */
export function intersectPartitions(
  span: KeySpan,
  partitions: readonly KeySpan[],
): { part: KeySpan; partition: KeySpan }[] {
  return partitions.flatMap((partition) => {
    const part = intersectSpans(span, partition);
    return part === undefined ? [] : [{ part, partition }];
  });
}

/** Returns whether two spans are equal. */
export const sameSpan = (a: KeySpan, b: KeySpan): boolean => a.start === b.start && a.end === b.end;

/**
 * Computes new partition boundaries from the current ones. Like a tablet, a partition splits when it has twice the
 * target size, and merges with its neighbour when both are small. Others remain, so that their readers continue. Fixed
 * boundaries are never removed.
 */
export function repartition(
  rows: Iterable<StoredRow>,
  splits: readonly string[],
  options: RepartitionOptions,
): string[] {
  const { sectionBytes, fixedSplits } = options;
  const sections = sectionsOf(rows, splits, sectionBytes);
  const boundaries: string[] = [];
  let previousBytes = Infinity;
  for (const { start, bytes } of sections) {
    const joins = previousBytes + bytes < sectionBytes / 2 && !fixedSplits.includes(start);
    if (!joins && start !== '') boundaries.push(start);
    previousBytes = joins ? previousBytes + bytes : bytes;
  }
  return boundaries;
}

export interface RepartitionOptions {
  /** Target size of a partition, in bytes. */
  readonly sectionBytes: number;
  /** Keys at which a partition always begins. */
  readonly fixedSplits: readonly string[];
}

interface Section {
  readonly start: string;
  bytes: number;
}

/**
 * Returns the current partitions with their sizes. Those that are too large are divided into sections of the target
 * size.
 */
function sectionsOf(rows: Iterable<StoredRow>, splits: readonly string[], sectionBytes: number): Section[] {
  const partitions = partitionsAt(splits);
  const sections: Section[][] = partitions.map(({ start }) => [{ start, bytes: 0 }]);
  let index = 0;
  for (const row of rows) {
    while (row.key >= (partitions[index]!.end ?? PAST_ALL_KEYS)) index++;
    const inPartition = sections[index]!;
    const section = inPartition.at(-1)!;
    if (section.bytes >= sectionBytes) inPartition.push({ start: row.key, bytes: row.bytes });
    else section.bytes += row.bytes;
  }
  return sections.flatMap((parts) => (bytesOf(parts) >= 2 * sectionBytes ? parts : [joined(parts)]));
}

const bytesOf = (sections: readonly Section[]): number => sections.reduce((sum, { bytes }) => sum + bytes, 0);
const joined = (sections: readonly Section[]): Section => ({
  start: sections[0]!.start,
  bytes: bytesOf(sections),
});

/** Greater than any key, because keys consist of bytes. */
const PAST_ALL_KEYS = '\uffff';
