import { invalidArgument } from '../../errors';
import { parseInstant } from '../time/instant';
import type { ActionDeclaration, EventDataType } from '../schema/schema';
import { canonicalId } from './ids';
import { knownNames } from '../json/did-you-mean';

/** Condition that selects events of one DataType: all of its parts must apply. */
export interface EventSelection {
  readonly dataType: EventDataType;
  readonly actions: readonly ActionDeclaration[];
  /** Event times from `fromMs` up to, not including, `toMs`, in milliseconds since the Unix epoch. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Accepted ids by dimension index. An event without the dimension is not selected. */
  readonly where: ReadonlyMap<number, ReadonlySet<string>>;
}

/** A selection as a user writes it. */
export interface EventSelectionInput {
  /** Names of actions. Absent: all. */
  readonly actions?: readonly string[] | undefined;
  /** ISO 8601 with a zone, or milliseconds. */
  readonly from: string | number;
  readonly to: string | number;
  /** Accepted ids by the name of a dimension. */
  readonly where: Readonly<Record<string, readonly string[]>>;
}

/** Throws `invalid_argument` that names `actions`, `from`, `to` or `where`. */
export function parseEventSelection(dataType: EventDataType, input: EventSelectionInput): EventSelection {
  const [fromMs, toMs] = [parseInstant(input.from, 'from'), parseInstant(input.to, 'to')];
  if (fromMs >= toMs) throw invalidArgument('to', 'must be after from');
  return {
    dataType,
    fromMs,
    toMs,
    actions: actionsOf(dataType, input.actions),
    where: whereOf(dataType, input.where),
  };
}

function actionsOf(
  { family, events }: EventDataType,
  names: readonly string[] | undefined,
): readonly ActionDeclaration[] {
  if (names === undefined || names.length === 0) return events.actions;
  return [...new Set(names)].map((name) => {
    const action = events.actions.find((each) => each.name === name);
    if (action === undefined) {
      const known = events.actions.map((each) => each.name);
      throw invalidArgument('actions', `${family} has no action "${name}"${knownNames(name, known)}`);
    }
    return action;
  });
}

function whereOf(
  { family, events }: EventDataType,
  where: EventSelectionInput['where'],
): ReadonlyMap<number, ReadonlySet<string>> {
  const entries = Object.entries(where).map(([name, ids]): [number, ReadonlySet<string>] => {
    const dimension = events.dimensions.find((each) => each.name === name);
    if (dimension === undefined) {
      const known = events.dimensions.map((each) => each.name);
      throw invalidArgument('where', `${family} has no dimension "${name}"${knownNames(name, known)}`);
    }
    return [dimension.index, new Set(ids.map((id) => canonicalId(id, dimension.idType, 'where')))];
  });
  return new Map(entries);
}

/** Whether the selection accepts events with these ids, whatever their action and time. */
export function acceptsIds({ where }: EventSelection, ids: readonly (string | undefined)[]): boolean {
  for (const [index, accepted] of where) {
    const id = ids[index];
    if (id === undefined || !accepted.has(id)) return false;
  }
  return true;
}
