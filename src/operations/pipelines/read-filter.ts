import {
  cellsPerColumnLimit,
  chain,
  familyIs,
  interleave,
  timestampRange,
} from '../../bigtable/read/filters';
import type { Filter } from '../../bigtable/client/types';
import type { Pipeline } from '../../core/pipelines/pipeline';
import type { DataType } from '../../core/schema/schema';
import { planUserEventsRead, type UserEventsLimits } from '../events/read-user-events';

/** Times and limits of the reads of a pipeline. */
export interface PipelineReadOptions {
  /** Logical time of the run, in milliseconds since the Unix epoch: periods of events end there. */
  readonly runTimeMs: number;
  /** Current time, which retention depends on, in milliseconds since the Unix epoch. */
  readonly nowMs: number;
  readonly limits: UserEventsLimits;
  /** Number of versions of each cell besides the newest one, to replace those that are deleted but still stored. */
  readonly extraVersions: number;
}

const MICROS_PER_MS = 1_000;

/**
 * Returns the filter for what the pipeline reads of a row: the newest versions of its objects with their delete markers,
 * and its periods of events. Undefined if its events are past the retention and it reads nothing else.
 */
export function pipelineFilter(pipeline: Pipeline, options: PipelineReadOptions): Filter | undefined {
  const objects = Array.from(pipeline.objects.values(), (dataType) => objectsFilter(dataType, options));
  const { runTimeMs, nowMs, limits } = options;
  const events = Array.from(pipeline.events.values(), ({ dataType, windowMs, actions }) => {
    const period = { fromMs: runTimeMs - windowMs, toMs: runTimeMs };
    return planUserEventsRead({ dataType, actions, ...period }, limits, nowMs).filter;
  });
  const filters = [...objects, ...events.filter((filter) => filter !== undefined)];
  return filters.length === 0 ? undefined : interleave(...filters);
}

function objectsFilter(
  { family, retention }: DataType,
  { nowMs, extraVersions }: PipelineReadOptions,
): Filter {
  const { maxAgeMs } = retention;
  return chain(
    familyIs(family),
    ...(maxAgeMs === undefined ? [] : [timestampRange(Math.max(0, nowMs - maxAgeMs) * MICROS_PER_MS)]),
    cellsPerColumnLimit(1 + extraVersions),
  );
}
