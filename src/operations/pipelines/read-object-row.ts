import type { CallOptions, Row } from '../../bigtable/client/types';
import { EVENTUAL } from '../../core/consistency/consistency';
import { MARKER_BYTE, visibleCells } from '../../core/objects/delete-markers';
import type { Pipeline } from '../../core/pipelines/pipeline';
import type { RowPrivacy } from '../../core/privacy/row-privacy';
import { QUALIFIER_START, SPANS_PER_CELL } from '../../core/rows/cell-columns';
import { cellsOfFamily, columnsOfFamily } from '../../core/rows/row-parts';
import type { Reader } from '../../consistency/store';
import type { Clock } from '../../platform/time/clock';
import type { UserEventsLimits } from '../events/read-user-events';
import { pipelineFilter } from './read-filter';

interface ReadObjectRowDependencies {
  /** Reader of the corpora, without what users' choices, erasures and deletions hide. */
  readonly reader: Pick<Reader, 'readRow'>;
  readonly clock: Clock;
  readonly limits: UserEventsLimits;
}

/** Part of one row that a pipeline reads. */
interface ObjectRow {
  /** The row without what is hidden; undefined if nothing is visible. */
  readonly row: Row | undefined;
  /** Evaluated record of the user. Undefined if rows of the corpus are not users. */
  readonly privacy: RowPrivacy | undefined;
}

/** Reads what the pipeline reads of one row, at the nearest replica. */
export type ReadObjectRow = (
  pipeline: Pipeline,
  read: { readonly key: Buffer; readonly runTimeMs: number },
  options?: CallOptions,
) => Promise<ObjectRow>;

/** The read is repeated while deleted versions that arrived late displace visible ones, which is rare. */
export function createReadObjectRow({ reader, clock, limits }: ReadObjectRowDependencies): ReadObjectRow {
  return async (pipeline, { key, runTimeMs }, options) => {
    const { corpus: table } = pipeline;
    for (let extraVersions = 0; ;) {
      const filter = pipelineFilter(pipeline, { runTimeMs, nowMs: clock.nowMs(), limits, extraVersions });
      if (filter === undefined) return { row: undefined, privacy: undefined };
      const bytesMax = limits.eventBytesMax;
      const read = { table, key, filter, bytesMax, allowsJoin: true };
      const { row, privacy } = await reader.readRow(read, EVENTUAL, options);
      const displaced = row === undefined ? 0 : displacedVersions(row, pipeline);
      if (displaced <= extraVersions) return { row, privacy };
      extraVersions = displaced;
    }
  };
}

/** Returns the maximum number of versions of one column of objects that version markers hide. */
export function displacedVersions(row: Row, { objects }: Pipeline): number {
  let displaced = 0;
  for (const family of objects.keys())
    if (beginsWithMarker(row, family))
      displaced = Math.max(displaced, visibleCells(cellsOfFamily(row, family)).versionsHidden);
  return displaced;
}

/** Delete markers come before all other columns of a family, and most rows have none. */
function beginsWithMarker(row: Row, family: string): boolean {
  const { bytes, spans, start, end } = columnsOfFamily(row, family);
  return start < end && bytes[spans[start * SPANS_PER_CELL + QUALIFIER_START]!] === MARKER_BYTE;
}
