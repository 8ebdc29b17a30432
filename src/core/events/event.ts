import { invalidArgument } from '../../errors';
import type { EventType } from '../schema/schema';
import { didYouMean } from '../json/did-you-mean';

/**
 * An event: one action of one user, of some event type. Ids are canonical (see `ids.ts`): non-empty texts of at most 1
 * KB in UTF-8.
 */
export interface ActionEvent {
  readonly userId: string;
  readonly action: string;
  /** Time of the action by the producer's clock, in milliseconds since the Unix epoch. Never the time of arrival. */
  readonly eventTimeMs: number;
  /** Ids by `Dimension.index`, one for each dimension of the type. Undefined if the event lacks the dimension. */
  readonly dimensions: readonly (string | undefined)[];
}

/** An event with its ids by dimension name, for callers that write events as literals. */
export interface NamedEvent {
  readonly userId: string;
  readonly action: string;
  readonly eventTimeMs: number;
  readonly ids: Readonly<Record<string, string | undefined>>;
}

/** Converts a named event. Ids are not normalized. Throws `invalid_argument` that names an unknown dimension. */
export function eventFromNamed(
  type: EventType,
  { userId, action, eventTimeMs, ids }: NamedEvent,
): ActionEvent {
  const names = type.dimensions.map(({ name }) => name);
  const unknown = Object.keys(ids).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw invalidArgument(unknown, `is not a dimension of ${type.message}${didYouMean(unknown, names)}`);
  return { userId, action, eventTimeMs, dimensions: names.map((name) => ids[name]) };
}
