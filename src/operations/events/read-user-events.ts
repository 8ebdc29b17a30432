/** Reads of users' events: one read of a row has all that counts, caps and features are made of. */
import { cellsPerRowLimit, chain, interleave, qualifierRange } from '../../bigtable/read/filters';
import type { CallOptions, Cell, Filter, Row } from '../../bigtable/client/types';
import { countedFromMs } from '../../core/columns/counted-from';
import { readEventsInSteps, type StoredEvents } from '../../core/columns/read-events';
import type { Consistency, ReadEvidence } from '../../core/consistency/consistency';
import {
  qualifierRanges,
  eventRange,
  type ColumnRange,
  type EventPeriod,
} from '../../core/counts/event-range';
import { rowKey } from '../../core/rows/row-key';
import type { EventDataType } from '../../core/schema/schema';
import { timedSteps, type Steps } from '../../core/shared/steps';
import { EMPTY_TOKEN } from '../../core/tokens/write-token';
import { TidemarkError } from '../../errors';
import type { Clock } from '../../platform/time/clock';
import { runInSlices } from '../../platform/tasks/time-slices';
import type { Reader } from '../../consistency/store';

export interface EventsRequest extends EventPeriod {
  readonly dataType: EventDataType;
  /** More of the row that is wanted in the same read, of other families than the events'. */
  readonly extraFilter?: Filter;
}

export interface UserEventsRequest extends EventsRequest {
  /** Canonical. */
  readonly userId: string;
}

/** What there is of one user. */
export interface DecodedUserEvents {
  /** At least those of the period and the actions. */
  readonly events: StoredEvents;
  /** What passed the filter `besides`. */
  readonly extraCells: readonly Cell[];
  readonly decodeMs: number;
}

/** Of one read, whether of one user or of several. Times are milliseconds since the Unix epoch. */
export interface UserEventsReadInfo {
  /** The server's time when the read began. */
  readonly readAtMs: number;
  /** Events from before then don't count, whether they are there or not. */
  readonly countedFromMs: number;
  /** What was read; undefined where nothing of the period counts any longer, so that no event was. */
  readonly range: ColumnRange | undefined;
  readonly evidence: ReadEvidence;
  readonly readMs: number;
}

export type UserEvents = DecodedUserEvents & UserEventsReadInfo;

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
    const plan = planUserEventsRead(request, limits, clock.nowMs());
    const { readAtMs: readAtMs, countedFromMs, range, filter } = plan;
    if (filter === undefined) {
      return { ...plan, events: NO_EVENTS, extraCells: NO_CELLS, decodeMs: 0, ...withoutRead(consistency) };
    }
    const { corpus: table } = request.dataType;
    const key = rowKey(request.userId);
    const read = { table, key, filter, bytesMax: limits.eventBytesMax, allowsJoin: EVENTS_MAY_JOIN };
    const startedMs = clock.monotonicMs();
    try {
      const { row, evidence } = await reader.readRow(read, consistency, options);
      const readMs = clock.monotonicMs() - startedMs;
      const found = decodeUserEvents(row, request, dependencies);
      const {
        events,
        extraCells: extraCells,
        decodeMs,
      } = await runInSlices(found, { clock, signal: options?.signal });
      return {
        readAtMs: readAtMs,
        countedFromMs,
        range,
        evidence,
        readMs,
        events,
        extraCells: extraCells,
        decodeMs,
      };
    } catch (error) {
      throw isAnswerTooLarge(error) ? tooManyEvents(request, dependencies) : error;
    }
  };
}

/**
 * A user's row may be the join of several replicas' rows. Events are only added; what a join undoes is that events have
 * been packed into a block, which has them too, or that a reservation was released, which then counts until it expires: a
 * cap may hold an ad back for longer, and is never exceeded.
 */
export const EVENTS_MAY_JOIN = true;

export interface UserEventsReadPlan extends Pick<UserEventsReadInfo, 'readAtMs' | 'countedFromMs' | 'range'> {
  /** Undefined where there is nothing to ask for. */
  readonly filter: Filter | undefined;
}

export function planUserEventsRead(
  request: EventsRequest,
  { eventCellsMax }: UserEventsLimits,
  nowMs: number,
): UserEventsReadPlan {
  const { dataType, extraFilter: extraCells } = request;
  const fromMs = countedFromMs(dataType.events, dataType.retention, nowMs);
  const range = eventRange(request, { countedFromMs: fromMs, nowMs });
  if (range === undefined) return { readAtMs: nowMs, countedFromMs: fromMs, range, filter: extraCells };
  const { family } = dataType;
  const [first, ...others] = qualifierRanges(range).map((span) => qualifierRange({ family, ...span }));
  const columns = others.length === 0 ? first! : interleave(first!, ...others);
  // One more than may be there tells that there are too many.
  const events = chain(columns, cellsPerRowLimit(eventCellsMax + 1));
  const filter = extraCells === undefined ? events : interleave(events, extraCells);
  return { readAtMs: nowMs, countedFromMs: fromMs, range, filter };
}

/** Throws `too_many_events`. */
export function* decodeUserEvents(
  row: Row | undefined,
  request: EventsRequest,
  dependencies: UserEventsDependencies,
): Steps<DecodedUserEvents> {
  const { clock, limits } = dependencies;
  const { family, events: type } = request.dataType;
  const cells = row?.cells ?? NO_CELLS;
  const isEvent = (cell: Cell): boolean => cell.family === family;
  const mine = request.extraFilter === undefined ? cells : cells.filter(isEvent);
  if (mine.length > limits.eventCellsMax) throw tooManyEvents(request, dependencies);
  const extraCells = mine.length === cells.length ? NO_CELLS : cells.filter((cell) => !isEvent(cell));
  const { value: events, ms: decodeMs } = yield* timedSteps(readEventsInSteps(mine, type), clock);
  return { events, extraCells: extraCells, decodeMs };
}

/** Beyond a limit of bytes, as the reader tells it. */
export function isAnswerTooLarge(error: unknown): boolean {
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
