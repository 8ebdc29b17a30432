import type { Send } from '../call';
import type { CalendarWindow, RollingWindow, Where } from './counts';
import type { PlacedOptions, ReadOptions } from '../options';
import type {
  Action,
  DataTypeChoice,
  DefaultEvents,
  DimensionName,
  EventTypes,
  Level,
  SchemaShape,
} from '../schema';
import type { CapReleaseAnswer, CapResult, Evidence, Omission } from '../types';

/** Frequency cap: at most `maximum` events of these actions in the window, for each entity of the level. */
export interface CapRule<S extends SchemaShape, D extends EventTypes<S>> {
  /** Name in answers and metrics. Default: its position, such as `rules[0]`. */
  readonly name?: string | undefined;
  readonly level: Level<S, D>;
  readonly actions: readonly Action<S, D>[];
  readonly window: RollingWindow | CalendarWindow;
  readonly maximum: number;
  /** Conditions that events must meet to count. */
  readonly where?: Where<S, D> | undefined;
}

/** Event that would follow: its ids by dimension, at least those of the levels of the rules. */
export type CapCandidate<S extends SchemaShape, D extends EventTypes<S>> = {
  /** Returned in the answer. */
  readonly id?: string | undefined;
} & { readonly [Name in Exclude<DimensionName<S, D>, 'id'>]?: string | undefined };

export type CapCheck<S extends SchemaShape, D extends EventTypes<S>> = DataTypeChoice<S, D> & {
  readonly userId: string;
  readonly candidates: readonly CapCandidate<S, D>[];
  readonly rules: readonly CapRule<S, D>[];
  /** Time of the check. Reservations are ignored then. Default: now. */
  readonly asOf?: string | number | undefined;
  /** Reserves room for the event of each allowed candidate until it arrives. */
  readonly reserve?:
    | {
        readonly action: Action<S, D>;
        /** Lifetime of the reservation, in seconds. Default: 60. */
        readonly ttlSeconds?: number | undefined;
      }
    | undefined;
};

export interface CapAnswer {
  readonly userId: string;
  readonly asOf: string;
  /** Results in the order of the candidates. */
  readonly candidates: readonly CapResult[];
  readonly omitted?: readonly Omission[];
  readonly consistency: Evidence;
}

/** Checks frequency caps and reserves room under them. */
export class CapsApi<S extends SchemaShape> {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async check<D extends EventTypes<S> = DefaultEvents<S>>(
    check: CapCheck<S, D>,
    options?: ReadOptions & PlacedOptions,
  ): Promise<CapAnswer> {
    const { body } = await this.#send({ operation: 'checkCaps', body: check, options });
    return body as CapAnswer;
  }

  /** Releases reservations whose events will not follow. */
  async release<D extends EventTypes<S> = DefaultEvents<S>>(
    release: DataTypeChoice<S, D> & { readonly userId: string; readonly reservations: readonly string[] },
    options?: PlacedOptions,
  ): Promise<CapReleaseAnswer> {
    const { body } = await this.#send({ operation: 'releaseReservations', body: release, options });
    return body as CapReleaseAnswer;
  }
}
