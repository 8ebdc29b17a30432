import { invalidArgument } from '../../errors';
import type { EventType } from '../schema/schema';

/**
 * One action of one user, as it happened: an event of some event type. Ids are canonical (see `ids.ts`): non-empty texts
 * of at most 1 KB in UTF-8.
 */
export interface ActionEvent {
  readonly userId: string;
  readonly action: string;
  /** When it happened, by the producer's clock: milliseconds since the Unix epoch. Never the time of arrival. */
  readonly eventTimeMs: number;
  /** By `Dimension.index`, one for each dimension of the type; undefined where the event has none. */
  readonly dimensions: readonly (string | undefined)[];
}

/** An event with its ids by the names of their dimensions, for those who write events down. */
export interface NamedEvent {
  readonly userId: string;
  readonly action: string;
  readonly eventTimeMs: number;
  readonly ids: Readonly<Record<string, string | undefined>>;
}

/** The ids are taken as they are. Throws `invalid_argument` naming what is no dimension of the type. */
export function eventFromNamed(
  type: EventType,
  { userId, action, eventTimeMs, ids }: NamedEvent,
): ActionEvent {
  const names = type.dimensions.map(({ name }) => name);
  const unknown = Object.keys(ids).find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalidArgument(unknown, `is no dimension of ${type.message}`);
  return { userId, action, eventTimeMs, dimensions: names.map((name) => ids[name]) };
}
