import type { Cell, Row } from '../../../src/bigtable/client/types';
import { visibleCells } from '../../../src/core/objects/delete-markers';
import type { Shown } from './history';
import { EVENTS, OBJECTS } from './world';

/** The families that a read asks for. */
export interface Wanted {
  readonly objects: boolean;
  readonly events: boolean;
}

/** Returns what the row shows to a client: its events, and the newest visible version of each register. */
export function shownBy(row: Row | undefined, { objects, events }: Wanted): Shown {
  const cells = row?.cells ?? [];
  return {
    events: events ? new Set(ofFamily(cells, EVENTS).map(({ qualifier }) => text(qualifier))) : undefined,
    values: objects ? newestValues(ofFamily(cells, OBJECTS)) : undefined,
  };
}

/** Returns the cells' families that a read of objects and events must not show. */
export function foreignFamilies(row: Row | undefined): string[] {
  return (row?.cells ?? []).flatMap(({ family }) =>
    family === OBJECTS || family === EVENTS ? [] : [family],
  );
}

function newestValues(cells: readonly Cell[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { qualifier, value } of visibleCells(cells).cells) {
    const register = text(qualifier);
    if (!values.has(register)) values.set(register, text(value));
  }
  return values;
}

const ofFamily = (cells: readonly Cell[], name: string): Cell[] =>
  cells.filter(({ family }) => family === name);
const text = (bytes: Buffer): string => bytes.toString('latin1');
