import { TidemarkError } from '../../errors';
import type { EventColumns } from '../columns/event-columns';
import { splitByDimensions } from '../columns/refine';
import { runToCompletion, type Steps } from '../shared/steps';
import type { CountTable } from './count-table';
import { countSegments, SegmentCounts } from './count-segments';
import { CountTargets } from './count-targets';
import { segmentsOf, type Segments } from './segments';
import { buildCountTableInSteps } from './build-count-table';
import type { CountedQuery } from './count-query';
import { mapped } from '../shared/lists';

/**
 * Counts the events of disjoint parts in one pass: in every window, at every level, in every group of the query. Events
 * before `countedFromMs` do not count; see `columns/counted-from`.
 *
 * Windows are ranges of times, and events ascend by time. So the windows' edges divide each part into segments, an
 * event counts in its segment only, and windows are sums of segments. What an event counts for is looked up for its
 * combination.
 *
 * Throws `answer_too_large` before it allocates more than `countersMax` numbers: one per segment for each id, or for
 * each pair of id and group, that the events have, whether or not they lie in a window.
 */
export function countEvents(
  query: CountedQuery,
  parts: readonly EventColumns[],
  countedFromMs: number,
  countersMax = Infinity,
): CountTable {
  return runToCompletion(countEventsInSteps(query, parts, countedFromMs, countersMax));
}

/** Counts events like `countEvents`, in steps: one for each part, each tally's windows and each level's answer. */
export function* countEventsInSteps(
  query: CountedQuery,
  parts: readonly EventColumns[],
  countedFromMs: number,
  countersMax: number,
): Steps<CountTable> {
  const segments = segmentsOf(query.windows, countedFromMs);
  const targets = new CountTargets(query);
  const asked = askedDimensions(query);
  const resolved: { readonly part: EventColumns; readonly rows: readonly Uint32Array[] }[] = [];
  for (const each of parts) {
    if (!overlaps(each, segments)) continue;
    const part = splitByDimensions(each, asked);
    yield;
    resolved.push({ part, rows: targets.rowsOf(part) });
    yield;
  }
  const rows = targets.targets.reduce((sum, target) => sum + target.rows, 0);
  if (rows * segments.count > countersMax) throw tooManyCounters();
  const counts = mapped(targets.targets, ({ rows }) => new SegmentCounts(rows, segments.count));
  for (const { part, rows } of resolved) {
    countSegments(part, { rows, counts, segments });
    yield;
  }
  const ofWindows: Uint32Array[] = [];
  for (const one of counts) {
    ofWindows.push(one.windowCounts(segments));
    yield;
  }
  return yield* buildCountTableInSteps(query, targets, ofWindows);
}

function tooManyCounters(): TidemarkError {
  const message = 'requires too many counts: use fewer windows, groups or levels, or list the ids';
  return new TidemarkError('answer_too_large', message, { field: 'groupBy' });
}

function askedDimensions({ where, entities, groupBy }: CountedQuery): readonly number[] {
  const dimensions = [
    ...mapped(where, ({ dimension }) => dimension),
    ...mapped(entities, ({ level }) => level.dimension),
    ...groupBy.filter((key) => key !== 'action'),
  ];
  return [...new Set(mapped(dimensions, ({ index }) => index))];
}

function overlaps(part: EventColumns, { edgesMs }: Segments): boolean {
  const { count } = part;
  if (count === 0 || edgesMs.length === 0) return false;
  if (part.timesOfCombinations !== undefined) return true;
  const { timesMs } = part;
  return timesMs[0]! < edgesMs.at(-1)! && timesMs[count - 1]! >= edgesMs[0]!;
}
