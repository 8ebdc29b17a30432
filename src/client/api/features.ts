import type { Send } from '../call';
import type { Where } from './counts';
import type { ReadOptions } from '../options';
import type {
  Action,
  DataTypeChoice,
  DefaultEvents,
  EventTypes,
  Level,
  LevelDimension,
  SchemaShape,
} from '../schema';
import type { FatigueFeatures } from '../types';

/** Length of time, such as `90m` or `7d`. */
export type Length = `${number}${'m' | 'h' | 'd'}`;

export type FatigueRequest<S extends SchemaShape, D extends EventTypes<S>> = DataTypeChoice<S, D> & {
  readonly userId: string;
  /** Ids by dimension of the entity levels. */
  readonly candidates: readonly { readonly [Name in LevelDimension<S, D>]?: string | undefined }[];
  /** Default: all levels. */
  readonly levels?: readonly Level<S, D>[] | undefined;
  readonly actions?: readonly Action<S, D>[] | undefined;
  /** Default: 1h, 1d, 7d, 30d. */
  readonly windows?: readonly Length[] | undefined;
  /** Half-lives of the exponential decays. Default: 1h, 1d, 7d. */
  readonly halfLives?: readonly Length[] | undefined;
  /** Scales of the inverse decays. Default: 1h, 1d, 7d. */
  readonly scales?: readonly Length[] | undefined;
  /** Events older than this are ignored. Default: the longest window. */
  readonly lookback?: Length | undefined;
  readonly ctr?:
    | {
        readonly clicks?: Action<S, D> | undefined;
        readonly impressions?: Action<S, D> | undefined;
        readonly prior?: { readonly impressions: number; readonly rate: number } | undefined;
      }
    | undefined;
  readonly where?: Where<S, D> | undefined;
  /** Only events before this time are used. Default: now. */
  readonly asOf?: string | number | undefined;
  /** Whether the answer leaves the names of the features out. Default: false. */
  readonly withoutNames?: boolean | undefined;
};

/** Returns feature vectors of a user and ranking candidates. */
export class FeaturesApi<S extends SchemaShape> {
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  /** Returns one vector for each candidate: how saturated the user is with it. */
  async fatigue<D extends EventTypes<S> = DefaultEvents<S>>(
    request: FatigueRequest<S, D>,
    options?: ReadOptions,
  ): Promise<FatigueFeatures> {
    const { body } = await this.#send({ operation: 'getFatigueFeatures', body: request, options });
    return body as FatigueFeatures;
  }
}
