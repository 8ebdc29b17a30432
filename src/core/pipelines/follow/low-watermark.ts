import { startWatermark, type FollowLayout } from './layout';
import type { PartitionRecord } from './partition-lease';

/**
 * Returns the commit time up to which all changes of the followed tables are processed, in microseconds since the Unix epoch:
 * the least of all partitions. It is an estimate, because the watermarks of change streams are. Infinity without partitions.
 */
export function lowWatermarkOf(
  { partitions }: FollowLayout,
  records: ReadonlyMap<number, Pick<PartitionRecord, 'lowWatermarkMicros'>>,
): number {
  return partitions.reduce((least, partition) => {
    const reached = records.get(partition.id)?.lowWatermarkMicros ?? startWatermark(partition);
    return Math.min(least, reached);
  }, Infinity);
}
