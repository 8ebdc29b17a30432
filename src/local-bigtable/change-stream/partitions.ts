import type { StoredRow } from '../store/stored-row';
import type { KeySpan } from '../store/stored-table';

/** The spans between the keys at which partitions begin: together they are the whole table. */
export function partitionsAt(splits: readonly string[]): KeySpan[] {
  return ['', ...splits].map((start, index) => ({ start, end: splits[index] }));
}

/** The parts of a span that lie in different partitions, in order, each with the whole of its partition. */
export function intersectPartitions(
  span: KeySpan,
  partitions: readonly KeySpan[],
): { part: KeySpan; partition: KeySpan }[] {
  return partitions.flatMap((partition) => {
    const start = span.start > partition.start ? span.start : partition.start;
    const end = earlierEnd(span.end, partition.end);
    return end === undefined || start < end ? [{ part: { start, end }, partition }] : [];
  });
}

export const sameSpan = (a: KeySpan, b: KeySpan): boolean => a.start === b.start && a.end === b.end;

/**
 * Where partitions should begin, given where they begin now. As tablets do, one splits when it has grown to twice the
 * size, and joins its neighbour when both are small; others stay, so that their readers can. Fixed ones never go.
 */
export function repartition(
  rows: Iterable<StoredRow>,
  splits: readonly string[],
  options: RepartitionOptions,
): string[] {
  const { sectionBytes, fixedSplits: fixed } = options;
  const sections = sectionsOf(rows, splits, sectionBytes);
  const kept: string[] = [];
  let previousBytes = Infinity;
  for (const { start, bytes } of sections) {
    const joins = previousBytes + bytes < sectionBytes / 2 && !fixed.includes(start);
    if (!joins && start !== '') kept.push(start);
    previousBytes = joins ? previousBytes + bytes : bytes;
  }
  return kept;
}

export interface RepartitionOptions {
  /** The size that a partition should have. */
  readonly sectionBytes: number;
  /** Keys at which a partition begins in any case. */
  readonly fixedSplits: readonly string[];
}

interface Section {
  readonly start: string;
  bytes: number;
}

/** The present partitions with their sizes; those that are too large as sections of the right size. */
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

function earlierEnd(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined) return b;
  return b === undefined || a < b ? a : b;
}

/** Keys are bytes, so no key is greater. */
const PAST_ALL_KEYS = '\uffff';
