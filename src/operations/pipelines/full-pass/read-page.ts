import type { Row } from '../../../bigtable/client/types';
import type { Pipeline } from '../../../core/pipelines/pipeline';
import { hiddenEvents } from '../../../core/privacy/hidden-events';
import type { RowPrivacy } from '../../../core/privacy/row-privacy';
import { objectIdOf } from '../../../core/rows/row-key';
import { contentBytesOf } from '../../../core/rows/row-parts';
import type { Clock } from '../../../platform/time/clock';
import type { VisibleScannedRow, VisibleScanner } from '../../../consistency/store';
import { rowRangeOf, type KeySection } from '../../compaction/key-sections';
import type { UserEventsLimits } from '../../events/read-user-events';
import { pipelineFilter } from '../read-filter';
import { displacedVersions, type ReadObjectRow } from '../read-object-row';
import type { HiddenInRow } from '../threads/thread-messages';

export interface ReadPageDependencies {
  readonly scanner: VisibleScanner;
  /** Reads a row again whose deleted versions have displaced visible ones. */
  readonly readObjectRow: ReadObjectRow;
  readonly clock: Clock;
  readonly limits: UserEventsLimits & { readonly pageBytesMax: number; readonly callTimeoutMs: number };
}

/** Object of a page: its row, and the record of its user. */
export interface PageObject {
  readonly row: Row;
  readonly privacy: RowPrivacy | undefined;
}

export interface ObjectsPage {
  /** Objects of which something is visible. */
  readonly objects: readonly PageObject[];
  /** Key of the last row that was read; undefined if there was none. */
  readonly last: Buffer | undefined;
  /** Whether the section ends with this page. */
  readonly isEnd: boolean;
  /** Monotonic time before the read, in milliseconds. */
  readonly readAtMs: number;
}

export interface PageRead {
  readonly pipeline: Pipeline;
  readonly section: KeySection;
  readonly runTimeMs: number;
  readonly rowsMax: number;
  readonly signal: AbortSignal;
}

/** Number of versions that are read besides the newest one: late deletions of single versions are rare. */
const EXTRA_VERSIONS = 1;

/**
 * Reads a page completely before it is processed: an open scan occupies one of the limited batch calls, and that may be
 * the only one.
 */
export async function readObjectsPage(
  read: PageRead,
  dependencies: ReadPageDependencies,
): Promise<ObjectsPage> {
  const { pipeline, section, runTimeMs, rowsMax, signal } = read;
  const { scanner, clock, limits } = dependencies;
  const readAtMs = clock.monotonicMs();
  const options = { runTimeMs, nowMs: clock.nowMs(), limits, extraVersions: EXTRA_VERSIONS };
  const filter = pipelineFilter(pipeline, options);
  const objects: PageObject[] = [];
  let last: Buffer | undefined;
  let rows = 0;
  let bytes = 0;
  if (filter === undefined) return { objects, last, isEnd: true, readAtMs };
  const scan = { table: pipeline.corpus, ranges: [rowRangeOf(section)], filter, rowsMax };
  for await (const scanned of scanner.scan(scan, { signal })) {
    const { key, row } = scanned;
    last = key;
    rows += 1;
    if (!hasRow(scanned) || row === undefined || objectIdOf(key) === undefined) continue;
    objects.push(scanned);
    bytes += contentBytesOf(row);
    if (bytes >= limits.pageBytesMax) break;
  }
  const isEnd = rows < rowsMax && bytes < limits.pageBytesMax;
  return { objects: await complete(objects, read, dependencies), last, isEnd, readAtMs };
}

const hasRow = (scanned: VisibleScannedRow): scanned is VisibleScannedRow & PageObject =>
  scanned.row !== undefined;

/** Reads those rows again of which the scan may lack a visible version. */
async function complete(
  objects: readonly PageObject[],
  { pipeline, runTimeMs, signal }: PageRead,
  { readObjectRow, limits }: ReadPageDependencies,
): Promise<readonly PageObject[]> {
  if (objects.every(({ row }) => displacedVersions(row, pipeline) <= EXTRA_VERSIONS)) return objects;
  const all: PageObject[] = [];
  for (const object of objects) {
    if (displacedVersions(object.row, pipeline) <= EXTRA_VERSIONS) all.push(object);
    else {
      const call = { timeoutMs: limits.callTimeoutMs, signal };
      const { row, privacy } = await readObjectRow(pipeline, { key: object.row.key, runTimeMs }, call);
      if (row !== undefined) all.push({ row, privacy });
    }
  }
  return all;
}

/** Returns which events in blocks are hidden, of all rows of a page. */
export function hiddenInRows(objects: readonly PageObject[], { events }: Pipeline): readonly HiddenInRow[] {
  const hidden: HiddenInRow[] = [];
  objects.forEach(({ privacy }, row) => {
    for (const family of events.keys()) {
      const found = hiddenEvents(privacy, family);
      const named = privacy?.named(family);
      if (found !== undefined)
        hidden.push({
          row,
          family,
          upToMs: found.upToMs,
          named: named === undefined ? undefined : [...named.keys()],
        });
    }
  });
  return hidden;
}
