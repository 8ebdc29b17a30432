/** Reads of users' events: one read of a row has all that counts, caps and features are made of. */
import { cellsPerRowLimit, chain, interleave, qualifierRange } from '../bigtable/filters';
import type { CallOptions, Cell, Filter, Row } from '../bigtable/types';
import { countedFromMs } from '../core/columns/counted-from';
import { eventsOf, type StoredEvents } from '../core/columns/read-events';
import type { Consistency, ReadEvidence } from '../core/consistency';
import { eventRange, secondsPrefix, type ColumnRange, type EventPeriod } from '../core/counting/event-range';
import { rowKey } from '../core/row-key';
import type { EventDataType } from '../core/schema';
import { EMPTY_TOKEN } from '../core/write-token';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/clock';
import type { Reader, RowRead } from '../watermark/store';

export interface UserEventsRequest extends EventPeriod {
  readonly dataType: EventDataType;
  /** Canonical. */
  readonly userId: string;
  /** More of the row that is wanted in the same read, of other families than the events'. */
  readonly besides?: Filter;
}

export interface UserEvents {
  /** At least those of the period and the actions. */
  readonly events: StoredEvents;
  /** What passed the filter `besides`. */
  readonly besides: readonly Cell[];
  /** Events from before then don't count, whether they are there or not. Milliseconds since the Unix epoch. */
  readonly countedFromMs: number;
  readonly evidence: ReadEvidence;
  /** What was read; undefined where nothing of the period counts any longer, so that no event was. */
  readonly range: ColumnRange | undefined;
  /** How long the read and the decoding took. */
  readonly readMs: number;
  readonly decodeMs: number;
}

/** Throws `too_many_events` for a user with more than the limits allow, and what failed reads throw. */
export type ReadUserEvents = (
  request: UserEventsRequest,
  consistency: Consistency,
  options?: CallOptions,
) => Promise<UserEvents>;

export interface UserEventsLimits {
  /** Of one user in one read: single events and blocks. */
  readonly eventCellsMax: number;
  /** As they are sent. */
  readonly eventBytesMax: number;
}

export interface UserEventsObserver {
  /** A user has more events than are read. */
  onTooManyEvents(dataType: EventDataType): void;
}

export interface UserEventsDependencies {
  readonly reader: Reader;
  readonly clock: Clock;
  readonly limits: UserEventsLimits;
  readonly observer?: UserEventsObserver | undefined;
}

export function createReadUserEvents(dependencies: UserEventsDependencies): ReadUserEvents {
  const { reader, clock, limits } = dependencies;
  return async (request, consistency, options) => {
    const plan = planOf(request, limits, clock.nowMs());
    if (plan.filter === undefined) return nothingOf(plan, consistency);
    const startedMs = clock.monotonicMs();
    let row: Row | undefined;
    let evidence: ReadEvidence;
    try {
      ({ row, evidence } = await reader.readRow(rowRead(request, plan.filter, limits), consistency, options));
    } catch (error) {
      throw isTooLarge(error) ? tooManyEvents(request, dependencies) : error;
    }
    const readMs = clock.monotonicMs();
    const decoded = decode(request, row, dependencies);
    return {
      events: decoded.events,
      besides: decoded.besides,
      countedFromMs: plan.countedFromMs,
      evidence,
      range: plan.range,
      readMs: readMs - startedMs,
      decodeMs: clock.monotonicMs() - readMs,
    };
  };
}

interface Plan {
  readonly countedFromMs: number;
  readonly range: ColumnRange | undefined;
  /** Undefined where there is nothing to ask for. */
  readonly filter: Filter | undefined;
}

function planOf(
  request: Omit<UserEventsRequest, 'userId'>,
  { eventCellsMax }: UserEventsLimits,
  nowMs: number,
): Plan {
  const { dataType, besides } = request;
  const fromMs = countedFromMs(dataType.events, dataType.retention, nowMs);
  const range = eventRange(request, { countedFromMs: fromMs, nowMs });
  if (range === undefined) return { countedFromMs: fromMs, range, filter: besides };
  const start = secondsPrefix(range.startSeconds);
  const columns = qualifierRange({ family: dataType.family, start, end: secondsPrefix(range.endSeconds) });
  // One more than may be there tells that there are too many.
  const events = chain(columns, cellsPerRowLimit(eventCellsMax + 1));
  return {
    countedFromMs: fromMs,
    range,
    filter: besides === undefined ? events : interleave(events, besides),
  };
}

function rowRead(
  { dataType, userId }: UserEventsRequest,
  filter: Filter,
  { eventBytesMax }: UserEventsLimits,
): RowRead {
  return { table: dataType.corpus, key: rowKey(userId), filter, bytesMax: eventBytesMax };
}

function decode(
  request: UserEventsRequest,
  row: Row | undefined,
  dependencies: UserEventsDependencies,
): Pick<UserEvents, 'events' | 'besides'> {
  const { family, events: type } = request.dataType;
  const cells = row?.cells ?? NO_CELLS;
  const isEvent = (cell: Cell): boolean => cell.family === family;
  const mine = request.besides === undefined ? cells : cells.filter(isEvent);
  if (mine.length > dependencies.limits.eventCellsMax) throw tooManyEvents(request, dependencies);
  const besides = mine.length === cells.length ? NO_CELLS : cells.filter((cell) => !isEvent(cell));
  return { events: eventsOf(mine, type), besides };
}

const NO_CELLS: readonly Cell[] = Object.freeze([]);

function isTooLarge(error: unknown): boolean {
  return error instanceof TidemarkError && error.code === 'answer_too_large';
}

function tooManyEvents(
  { dataType }: UserEventsRequest,
  { limits: { eventCellsMax, eventBytesMax }, observer }: UserEventsDependencies,
): TidemarkError {
  observer?.onTooManyEvents(dataType);
  const mib = Math.round(eventBytesMax / 2 ** 20);
  return new TidemarkError(
    'too_many_events',
    `has more than ${eventCellsMax} cells or ${mib} MiB of events in these windows: ask for shorter ones, or compact`,
    { field: 'userId' },
  );
}

/** What lies before the retention is nowhere: that needs no proof. */
function nothingOf(plan: Plan, { level, token = EMPTY_TOKEN }: Consistency): UserEvents {
  return {
    events: NO_EVENTS,
    besides: NO_CELLS,
    countedFromMs: plan.countedFromMs,
    evidence: { level, met: true, clusters: [], tier: 'nearest', lookups: 0, stalenessMs: 0, token },
    range: undefined,
    readMs: 0,
    decodeMs: 0,
  };
}

const NO_EVENTS: StoredEvents = Object.freeze({
  parts: [],
  stats: { rawCells: 0, rawBytes: 0, blocks: 0, blockBytes: 0, duplicates: 0 },
});
