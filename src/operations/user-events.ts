/** Reads of users' events: one read of a row has all that counts, caps and features are made of. */
import { cellsPerRowLimit, chain, interleave, qualifierRange } from '../bigtable/filters';
import type { CallOptions, Cell, Filter, Row } from '../bigtable/types';
import { countedFromMs } from '../core/columns/counted-from';
import { eventsInSteps, type StoredEvents } from '../core/columns/read-events';
import type { Consistency, ReadEvidence } from '../core/consistency';
import { columnSpans, eventRange, type ColumnRange, type EventPeriod } from '../core/counting/event-range';
import { rowKey } from '../core/row-key';
import type { EventDataType } from '../core/schema';
import { timed, type Steps } from '../core/steps';
import { EMPTY_TOKEN } from '../core/write-token';
import { TidemarkError } from '../errors';
import type { Clock } from '../platform/clock';
import { runInTurns } from '../platform/turns';
import type { Reader } from '../watermark/store';

export interface EventsRequest extends EventPeriod {
  readonly dataType: EventDataType;
  /** More of the row that is wanted in the same read, of other families than the events'. */
  readonly besides?: Filter;
}

export interface UserEventsRequest extends EventsRequest {
  /** Canonical. */
  readonly userId: string;
}

/** What there is of one user. */
export interface FoundEvents {
  /** At least those of the period and the actions. */
  readonly events: StoredEvents;
  /** What passed the filter `besides`. */
  readonly besides: readonly Cell[];
  readonly decodeMs: number;
}

/** Of one read, whether of one user or of several. Times are milliseconds since the Unix epoch. */
export interface EventsRead {
  /** The server's time when the read began. */
  readonly askedMs: number;
  /** Events from before then don't count, whether they are there or not. */
  readonly countedFromMs: number;
  /** What was read; undefined where nothing of the period counts any longer, so that no event was. */
  readonly range: ColumnRange | undefined;
  readonly evidence: ReadEvidence;
  readonly readMs: number;
}

export type UserEvents = FoundEvents & EventsRead;

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
  readonly reader: Pick<Reader, 'readRow'>;
  readonly clock: Clock;
  readonly limits: UserEventsLimits;
  readonly observer?: UserEventsObserver | undefined;
}

export function createReadUserEvents(dependencies: UserEventsDependencies): ReadUserEvents {
  const { reader, clock, limits } = dependencies;
  return async (request, consistency, options) => {
    const plan = planRead(request, limits, clock.nowMs());
    const { askedMs, countedFromMs, range, filter } = plan;
    if (filter === undefined) {
      return { ...plan, events: NO_EVENTS, besides: NO_CELLS, decodeMs: 0, ...notRead(consistency) };
    }
    const { corpus: table } = request.dataType;
    const key = rowKey(request.userId);
    const read = { table, key, filter, bytesMax: limits.eventBytesMax, joins: EVENTS_JOIN };
    const startedMs = clock.monotonicMs();
    try {
      const { row, evidence } = await reader.readRow(read, consistency, options);
      const readMs = clock.monotonicMs() - startedMs;
      const found = foundIn(row, request, dependencies);
      const { events, besides, decodeMs } = await runInTurns(found, { clock, signal: options?.signal });
      return { askedMs, countedFromMs, range, evidence, readMs, events, besides, decodeMs };
    } catch (error) {
      throw isTooLarge(error) ? tooManyEvents(request, dependencies) : error;
    }
  };
}

/**
 * A user's row may be the join of several replicas' rows. Events are only added; what a join undoes is that events have
 * been packed into a block, which has them too, or that a reservation was released, which then counts until it expires: a
 * cap may hold an ad back for longer, and is never exceeded.
 */
export const EVENTS_JOIN = true;

export interface ReadPlan extends Pick<EventsRead, 'askedMs' | 'countedFromMs' | 'range'> {
  /** Undefined where there is nothing to ask for. */
  readonly filter: Filter | undefined;
}

export function planRead(
  request: EventsRequest,
  { eventCellsMax }: UserEventsLimits,
  nowMs: number,
): ReadPlan {
  const { dataType, besides } = request;
  const fromMs = countedFromMs(dataType.events, dataType.retention, nowMs);
  const range = eventRange(request, { countedFromMs: fromMs, nowMs });
  if (range === undefined) return { askedMs: nowMs, countedFromMs: fromMs, range, filter: besides };
  const { family } = dataType;
  const [first, ...others] = columnSpans(range).map((span) => qualifierRange({ family, ...span }));
  const columns = others.length === 0 ? first! : interleave(first!, ...others);
  // One more than may be there tells that there are too many.
  const events = chain(columns, cellsPerRowLimit(eventCellsMax + 1));
  const filter = besides === undefined ? events : interleave(events, besides);
  return { askedMs: nowMs, countedFromMs: fromMs, range, filter };
}

/** Throws `too_many_events`. */
export function* foundIn(
  row: Row | undefined,
  request: EventsRequest,
  dependencies: UserEventsDependencies,
): Steps<FoundEvents> {
  const { clock, limits } = dependencies;
  const { family, events: type } = request.dataType;
  const cells = row?.cells ?? NO_CELLS;
  const isEvent = (cell: Cell): boolean => cell.family === family;
  const mine = request.besides === undefined ? cells : cells.filter(isEvent);
  if (mine.length > limits.eventCellsMax) throw tooManyEvents(request, dependencies);
  const besides = mine.length === cells.length ? NO_CELLS : cells.filter((cell) => !isEvent(cell));
  const { value: events, ms: decodeMs } = yield* timed(eventsInSteps(mine, type), clock);
  return { events, besides, decodeMs };
}

/** Beyond a limit of bytes, as the reader tells it. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof TidemarkError && error.code === 'answer_too_large';
}

export function tooManyEvents(
  { dataType }: EventsRequest,
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
export function notRead({
  level,
  token = EMPTY_TOKEN,
}: Consistency): Pick<EventsRead, 'evidence' | 'readMs'> {
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
