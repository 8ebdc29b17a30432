/** Reads users' events: one read of a row serves counts, caps and features. */
import { constantFilter } from '../../bigtable/read/filter-encoder';
import { cellsPerRowLimit, chain, interleave, qualifierRange } from '../../bigtable/read/filters';
import type { CallOptions, Cell, Filter } from '../../bigtable/client/types';
import { inArena, type ArrayArena } from '../../core/columns/array-arena';
import { countedFromMs } from '../../core/columns/counted-from';
import { readEventsInSteps, type StoredEvents } from '../../core/columns/read-events';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import {
  qualifierRanges,
  eventRange,
  type ColumnRange,
  type EventPeriod,
} from '../../core/counts/event-range';
import { hiddenEvents } from '../../core/privacy/hidden-events';
import { NO_OMISSIONS, omissionsOf, type ObserveOmission, type Omission } from '../../core/privacy/omissions';
import { rowKey } from '../../core/rows/row-key';
import { columnsOfFamily, withoutFamily } from '../../core/rows/row-parts';
import type { EventDataType } from '../../core/schema/schema';
import { timedSteps, type Steps } from '../../core/shared/steps';
import { EMPTY_TOKEN } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { runInSlices } from '../../platform/tasks/time-slices';
import type { Reader, RowAnswer } from '../../consistency/store';
import { mapped } from '../../core/shared/lists';

/** Period and actions to read, without the user. */
export interface EventsRequest extends EventPeriod {
  readonly dataType: EventDataType;
  /** Filter for cells of other families of the row to read in the same request. */
  readonly extraFilter?: Filter | undefined;
}

export interface UserEventsRequest extends EventsRequest {
  /** Canonical user id. */
  readonly userId: string;
  /** Memory of the decoded events. Default: none that is reused. */
  readonly arena?: ArrayArena | undefined;
}

/** Decoded events of one user. */
export interface DecodedUserEvents {
  /** At least the events of the period and the actions. */
  readonly events: StoredEvents;
  /** Cells selected by `extraFilter`. */
  readonly extraCells: readonly Cell[];
  /** The DataType of the events, if the user has not allowed its purpose; then there are no events. */
  readonly omitted: readonly Omission[];
  readonly decodeMs: number;
}

/** Metadata of one read, of one or several users. Times are milliseconds since the Unix epoch. */
export interface UserEventsReadInfo {
  /** Server time when the read began. */
  readonly readAtMs: number;
  /** Events before this time do not count, whether they are stored or not. */
  readonly countedFromMs: number;
  /** Columns that were read; undefined when the whole period is past the retention, so that nothing was read. */
  readonly range: ColumnRange | undefined;
  readonly evidence: ReadEvidence;
  readonly readMs: number;
}

export type UserEvents = DecodedUserEvents & UserEventsReadInfo;

/** Throws `too_many_events` when the user has more events than the limits allow, and the errors of failed reads. */
export type ReadUserEvents = (
  request: UserEventsRequest,
  consistency: Consistency,
  options?: CallOptions,
) => Promise<UserEvents>;

/** Limits of one user's events in one read. */
export interface UserEventsLimits {
  /** Maximum number of cells of one user in one read: single events and blocks. */
  readonly eventCellsMax: number;
  /** Maximum size of one user's events as transferred, in bytes. */
  readonly eventBytesMax: number;
}

/** Observer of reads, for metrics. */
export interface UserEventsObserver {
  /** Reports a user with more events than one read allows. */
  onTooManyEvents?(dataType: EventDataType): void;
  /** Reports events that were left out, or would be if the policy was `enforce`. */
  readonly onOmission?: ObserveOmission | undefined;
}

export interface UserEventsDependencies {
  readonly reader: Pick<Reader, 'readRow'>;
  readonly clock: Clock;
  readonly limits: UserEventsLimits;
  readonly observer?: UserEventsObserver | undefined;
}

/** Creates the operation that reads one user's events. */
export function createReadUserEvents(dependencies: UserEventsDependencies): ReadUserEvents {
  const { reader, clock, limits } = dependencies;
  return async (request, consistency, options) => {
    const plan = planUserEventsRead(request, limits, clock.nowMs());
    const { readAtMs, countedFromMs, range, filter } = plan;
    if (filter === undefined) {
      return { ...plan, ...NO_USER_EVENTS, ...withoutRead(consistency) };
    }
    const { corpus: table } = request.dataType;
    const key = rowKey(request.userId);
    const read = { table, key, filter, bytesMax: limits.eventBytesMax, allowsJoin: EVENTS_MAY_JOIN };
    const startedMs = clock.monotonicMs();
    try {
      const { evidence, ...stored } = await reader.readRow(read, consistency, options);
      const readMs = clock.monotonicMs() - startedMs;
      const found = inArena(request.arena, decodeUserEvents(stored, request, dependencies));
      const { events, extraCells, omitted, decodeMs } = await runInSlices(found, {
        clock,
        signal: options?.signal,
      });
      return {
        readAtMs,
        countedFromMs,
        range,
        evidence,
        readMs,
        events,
        extraCells,
        omitted,
        decodeMs,
      };
    } catch (error) {
      throw isAnswerTooLarge(error) ? tooManyEvents(request, dependencies) : error;
    }
  };
}

/**
 * Whether a user's row may be the union of several replicas' rows. Events are only added, so a union is safe: it may
 * restore events that were packed into a block, which contains them too, and released reservations, which then count
 * until they expire. A cap may hold back an ad for longer, but is never exceeded.
 */
export const EVENTS_MAY_JOIN = true;

/** Time, columns and filter of a read. */
export interface UserEventsReadPlan extends Pick<UserEventsReadInfo, 'readAtMs' | 'countedFromMs' | 'range'> {
  /** Undefined when there is nothing to read. */
  readonly filter: Filter | undefined;
}

/** Plans the read of users' events: one range of columns and one filter. */
export function planUserEventsRead(
  request: EventsRequest,
  { eventCellsMax }: UserEventsLimits,
  nowMs: number,
): UserEventsReadPlan {
  const { dataType, extraFilter: extraCells } = request;
  const fromMs = countedFromMs(dataType.events, dataType.retention, nowMs);
  const range = eventRange(request, { countedFromMs: fromMs, nowMs });
  if (range === undefined) return { readAtMs: nowMs, countedFromMs: fromMs, range, filter: extraCells };
  const spans = spanFilters({ family: dataType.family, range, eventCellsMax });
  const filter = interleave(...spans, ...(extraCells === undefined ? [] : [extraCells]));
  return { readAtMs: nowMs, countedFromMs: fromMs, range, filter };
}

/** Columns of one family to read, and the maximum number of their cells. */
interface LimitedRange {
  readonly family: string;
  readonly range: ColumnRange;
  readonly eventCellsMax: number;
}

let latest: (LimitedRange & { readonly spans: readonly Filter[] }) | undefined;

/**
 * Returns a filter for each span of the range. Those of the latest range are used again, with the bytes that they are
 * sent as: a range has whole seconds, so most reads of one second have the same.
 */
function spanFilters(limited: LimitedRange): readonly Filter[] {
  if (latest === undefined || !isSameRange(latest, limited)) {
    const { family, range, eventCellsMax } = limited;
    // One additional cell reveals that the limit is exceeded. Each span has its own limit: one for all of them would
    // need a second level of interleaves, which costs the store several times as much.
    const limit = cellsPerRowLimit(eventCellsMax + 1);
    const spans = mapped(qualifierRanges(range), (span) =>
      constantFilter(chain(qualifierRange({ family, ...span }), limit)),
    );
    latest = { family, range, eventCellsMax, spans };
  }
  return latest.spans;
}

function isSameRange(a: LimitedRange, b: LimitedRange): boolean {
  return (
    a.family === b.family &&
    a.eventCellsMax === b.eventCellsMax &&
    a.range.startSeconds === b.range.startSeconds &&
    a.range.endSeconds === b.range.endSeconds &&
    a.range.singlesFromSeconds === b.range.singlesFromSeconds &&
    a.range.dayCodeMax === b.range.dayCodeMax
  );
}

/** A row as a `Reader` returns it. */
export type ReadRow = Pick<RowAnswer, 'row' | 'privacy' | 'hiddenCells'>;

/** Decodes the cells of a row, in steps. Throws `too_many_events`. */
export function* decodeUserEvents(
  stored: ReadRow,
  request: EventsRequest,
  dependencies: UserEventsDependencies,
): Steps<DecodedUserEvents> {
  const { clock, limits, observer } = dependencies;
  const { family, events: type } = request.dataType;
  const { row, privacy } = stored;
  const omitted = omissionsOf(privacy, [family], observer?.onOmission);
  const hidden = hiddenEvents(privacy, family);
  const columns = row === undefined ? undefined : columnsOfFamily(row, family);
  const cells = columns === undefined ? 0 : columns.end - columns.start;
  // Hidden cells may have taken the places of others that the filter would have passed, unless all events are hidden.
  const hiddenCells = hidden?.upToMs === Infinity ? 0 : (stored.hiddenCells ?? 0);
  if (cells + hiddenCells > limits.eventCellsMax) throw tooManyEvents(request, dependencies);
  if (row === undefined || columns === undefined)
    return { events: NO_EVENTS, extraCells: NO_CELLS, omitted, decodeMs: 0 };
  const { value: events, ms: decodeMs } = yield* timedSteps(readEventsInSteps(columns, type, hidden), clock);
  const extraCells =
    request.extraFilter === undefined ? NO_CELLS : (withoutFamily(row, family)?.cells ?? NO_CELLS);
  return { events, extraCells, omitted, decodeMs };
}

/** Whether the reader ended the read because of its limit of bytes. */
export function isAnswerTooLarge(error: unknown): boolean {
  return error instanceof TidemarkError && error.code === 'answer_too_large';
}

/** Returns the error of a user with too many events, and reports it. */
function tooManyEvents(
  { dataType }: EventsRequest,
  { limits: { eventCellsMax, eventBytesMax }, observer }: UserEventsDependencies,
): TidemarkError {
  observer?.onTooManyEvents?.(dataType);
  const mib = Math.round(eventBytesMax / 2 ** 20);
  return new TidemarkError(
    'too_many_events',
    `has more than ${eventCellsMax} cells or ${mib} MiB of events in these windows: use shorter windows, or compact the table`,
    { field: 'userId' },
  );
}

/** Evidence for a period past the retention: no replica has its events, so no proof is needed. */
export function withoutRead({
  level,
  token = EMPTY_TOKEN,
}: Consistency): Pick<UserEventsReadInfo, 'evidence' | 'readMs'> {
  const evidence = {
    level,
    met: true,
    clusters: [],
    tier: 'nearest',
    lookups: 0,
    stalenessMs: 0,
    token,
  } as const;
  return { evidence, readMs: 0 };
}

export const NO_EVENTS: StoredEvents = Object.freeze({
  parts: [],
  stats: { rawCells: 0, rawBytes: 0, blocks: 0, blockBytes: 0, duplicates: 0 },
});

export const NO_CELLS: readonly Cell[] = Object.freeze([]);

/** Result without a read. */
export const NO_USER_EVENTS: DecodedUserEvents = Object.freeze({
  events: NO_EVENTS,
  extraCells: NO_CELLS,
  omitted: NO_OMISSIONS,
  decodeMs: 0,
});
