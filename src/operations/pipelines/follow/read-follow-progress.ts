import { BigtableError } from '../../../bigtable/client/bigtable-error';
import { cellsPerColumnLimit, chain, familyIs } from '../../../bigtable/read/filters';
import type { CallOptions, Filter } from '../../../bigtable/client/types';
import type { FollowProgress } from '../../../core/lag/follow-progress';
import { EMPTY_LAYOUT, type FollowLayout } from '../../../core/pipelines/follow/layout';
import { lowWatermarkOf } from '../../../core/pipelines/follow/low-watermark';
import type { PartitionRecord } from '../../../core/pipelines/follow/partition-lease';
import { PIPELINE_FAMILY, PIPELINES_TABLE } from '../../../core/pipelines/pipelines-table';
import { GrpcStatus } from '../../../platform/network/grpc';
import type { Scanner } from '../../../consistency/store';
import { followCodec, followRowOf, followRows, stateCell, WITHOUT_KEYS } from './follow-rows';

const STATE: Filter = chain(familyIs(PIPELINE_FAMILY), cellsPerColumnLimit(1));
const MICROS_PER_MS = 1_000;
const CODEC = followCodec(WITHOUT_KEYS);

interface Found {
  layout: FollowLayout;
  readonly records: Map<number, PartitionRecord>;
}

/**
 * Returns the progress of all pipelines that follow changes, or have done so, as the nearest cluster shows it: it may be
 * understated, and is never overstated. A store that has no table for pipelines yet has none.
 */
export async function readFollowProgress(
  scanner: Pick<Scanner, 'scan'>,
  call: CallOptions = {},
): Promise<readonly FollowProgress[]> {
  const found = new Map<string, Found>();
  try {
    const scan = { table: PIPELINES_TABLE, ranges: [followRows()], filter: STATE };
    for await (const row of scanner.scan(scan, call)) {
      const cell = stateCell(row);
      if (cell === undefined) continue;
      const { pipeline, id } = followRowOf(row.key);
      const of = found.get(pipeline) ?? { layout: EMPTY_LAYOUT, records: new Map<number, PartitionRecord>() };
      found.set(pipeline, of);
      if (id === undefined) of.layout = CODEC.layouts.decode(cell.value);
      else of.records.set(id, CODEC.records.decode(cell.value));
    }
  } catch (error) {
    if (error instanceof BigtableError && error.grpcStatus === GrpcStatus.NOT_FOUND) return [];
    throw error;
  }
  return [...found].flatMap(([pipeline, { layout, records }]) => {
    const { partitions } = layout;
    if (partitions.length === 0) return [];
    const processedUpToMs = Math.floor(lowWatermarkOf(layout, records) / MICROS_PER_MS);
    const workers = new Set([...records.values()].flatMap(({ holder }) => holder ?? []));
    return [{ pipeline, processedUpToMs, partitions: partitions.length, workers: workers.size }];
  });
}

/** Returns the commit time up to which a pipeline has processed all changes, in milliseconds; undefined if it follows none. */
export async function followedUpToMs(
  scanner: Pick<Scanner, 'scan'>,
  pipeline: string,
  call: CallOptions = {},
): Promise<number | undefined> {
  const all = await readFollowProgress(scanner, call);
  return all.find((each) => each.pipeline === pipeline)?.processedUpToMs;
}
