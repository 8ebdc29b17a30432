import type { Send } from '../call';
import { LIMITS } from '../limits';
import type { ReadOptions } from '../options';
import type {
  Action,
  DataTypeChoice,
  DefaultEvents,
  DimensionName,
  EventTypes,
  Level,
  SchemaShape,
} from '../schema';
import type { CountExplanation, EntryError, Evidence, Omission } from '../types';

/** Window that ends now, such as `90m` or `7d`. */
export type RollingWindow = `${number}${'s' | 'm' | 'h' | 'd' | 'w'}`;

type Instant = string | number;
interface Zoned {
  /** IANA time zone, such as `Asia/Jakarta`. */
  readonly timeZone: string;
  /** Name of the window in the answer. */
  readonly name?: string | undefined;
}

export type CalendarWindow =
  | (Zoned & { readonly hours: number })
  | (Zoned & { readonly days: number })
  | (Zoned & { readonly weeks: number })
  | (Zoned & { readonly months: number });

export interface AbsoluteWindow {
  readonly from: Instant;
  readonly to: Instant;
  readonly name?: string | undefined;
}

export type Window = RollingWindow | CalendarWindow | AbsoluteWindow;

/** Condition on a dimension: one of these ids, or any (`*`); with `optional`, events without it as well. */
export type Condition =
  | '*'
  | readonly string[]
  | { readonly in: readonly string[]; readonly optional?: boolean | undefined };

export type Where<S extends SchemaShape, D extends EventTypes<S>> = {
  readonly [Name in DimensionName<S, D> | Level<S, D>]?: Condition | undefined;
};

export type GroupKey<S extends SchemaShape, D extends EventTypes<S>> =
  | 'action'
  | DimensionName<S, D>
  | Level<S, D>;

/** Fields of a count query, for one user or several. */
export type CountFields<
  S extends SchemaShape,
  D extends EventTypes<S>,
  W extends Window,
  G extends GroupKey<S, D>,
  E extends Level<S, D>,
> = DataTypeChoice<S, D> & {
  readonly actions: readonly Action<S, D>[];
  /** All of these must hold. */
  readonly where?: Where<S, D> | undefined;
  /** Ids to count, by level; `*` for all that occur. Default: totals only. */
  readonly entities?: { readonly [Name in E]: readonly string[] | '*' } | undefined;
  readonly windows: readonly W[];
  /** Keys of the groups, outermost first. */
  readonly groupBy?: readonly G[] | undefined;
  /** End of rolling windows. Default: now. */
  readonly asOf?: Instant | undefined;
  /** Whether the answer includes its cost. Default: false. */
  readonly explain?: boolean | undefined;
};

/** Name of a window in the answer. */
export type WindowName<W> = W extends string
  ? W
  : W extends { readonly name: infer Name extends string }
    ? Name
    : W extends { readonly timeZone: infer Zone extends string }
      ? W extends { readonly hours: infer N extends number }
        ? `${N}h@${Zone}`
        : W extends { readonly days: infer N extends number }
          ? `${N}d@${Zone}`
          : W extends { readonly weeks: infer N extends number }
            ? `${N}w@${Zone}`
            : W extends { readonly months: infer N extends number }
              ? `${N}mo@${Zone}`
              : string
      : string;

/** Counts by label, for each key of `groupBy`. Groups without events are absent. */
export interface Groups {
  readonly [label: string]: number | Groups | undefined;
}

/** A number; with `groupBy: ['action']`, numbers by action; with other keys, by their labels. */
export type Count<S extends SchemaShape, D extends EventTypes<S>, G> = [G] extends [never]
  ? number
  : [G] extends ['action']
    ? { readonly [Name in Action<S, D>]?: number | undefined }
    : Groups;

/** Counts of one window: of all events, and of the entities of each requested level, by id. */
export type WindowCounts<S extends SchemaShape, D extends EventTypes<S>, G, E extends string> = {
  readonly total: Count<S, D, G>;
} & { readonly [Name in E]: { readonly [id: string]: Count<S, D, G> | undefined } };

export type Counts<S extends SchemaShape, D extends EventTypes<S>, W, G, E extends string> = {
  readonly [Name in WindowName<W>]: WindowCounts<S, D, G, E>;
};

interface Times {
  readonly asOf: string;
  /** All events before `asOf` that were acknowledged before this time are counted. Absent if unknown. */
  readonly completeUpTo?: string;
  readonly explain?: CountExplanation;
  readonly consistency: Evidence;
}

export interface CountAnswer<C> extends Times {
  readonly userId: string;
  readonly counts: C;
  readonly omitted?: readonly Omission[];
}

/** Counts of one user, or the reason why there are none. */
export type CountedUser<C> =
  | { readonly userId: string; readonly counts: C; readonly omitted?: readonly Omission[] }
  | { readonly userId: string; readonly error: EntryError };

export interface BatchCountAnswer<C> extends Times {
  /** One entry for each user of the request, in their order. */
  readonly users: readonly CountedUser<C>[];
}

type Users = Iterable<string> | AsyncIterable<string>;

/** Counts the actions of users. */
export class CountsApi<S extends SchemaShape> {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Counts the actions of one user over many windows. */
  async query<
    const W extends Window,
    D extends EventTypes<S> = DefaultEvents<S>,
    const G extends GroupKey<S, D> = never,
    const E extends Level<S, D> = never,
  >(
    query: { readonly userId: string } & CountFields<S, D, W, G, E>,
    options?: ReadOptions,
  ): Promise<CountAnswer<Counts<S, D, W, G, E>>> {
    const { body } = await this.#send({ operation: 'queryCounts', body: query, options });
    return body as CountAnswer<Counts<S, D, W, G, E>>;
  }

  /** Counts the actions of up to 100 users. A user whose counts fail has an `error`. */
  async batchQuery<
    const W extends Window,
    D extends EventTypes<S> = DefaultEvents<S>,
    const G extends GroupKey<S, D> = never,
    const E extends Level<S, D> = never,
  >(
    query: { readonly users: readonly string[] } & CountFields<S, D, W, G, E>,
    options?: ReadOptions,
  ): Promise<BatchCountAnswer<Counts<S, D, W, G, E>>> {
    const { body } = await this.#send({ operation: 'batchQueryCounts', body: query, options });
    return body as BatchCountAnswer<Counts<S, D, W, G, E>>;
  }

  /** Counts the actions of any number of users, with one request for each 100 of them. */
  async *scan<
    const W extends Window,
    D extends EventTypes<S> = DefaultEvents<S>,
    const G extends GroupKey<S, D> = never,
    const E extends Level<S, D> = never,
  >(
    users: Users,
    query: CountFields<S, D, W, G, E>,
    options?: ReadOptions,
  ): AsyncGenerator<CountedUser<Counts<S, D, W, G, E>>, void, undefined> {
    for await (const part of chunks(users, LIMITS.scanUsers)) {
      const { body } = await this.#send({
        operation: 'batchQueryCounts',
        body: { ...query, users: part },
        options,
      });
      yield* (body as BatchCountAnswer<Counts<S, D, W, G, E>>).users;
    }
  }
}

/** Yields the values in arrays of this many, the last one of fewer. */
export async function* chunks<T>(
  values: Iterable<T> | AsyncIterable<T>,
  size: number,
): AsyncGenerator<readonly T[], void, undefined> {
  let part: T[] = [];
  for await (const value of values) {
    part.push(value);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
