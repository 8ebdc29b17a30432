import { maxOf } from '../shared/lists';

/**
 * Delete markers: cells that hide the cells they delete.
 *
 * A deletion that leaves nothing behind can be undone: a delayed or repeated write that was sent before the deletion
 * arrives after it and restores the cell. A marker stays. So a row is the union of its cells in any order and with any
 * number of repetitions, and its visible content follows from that union alone.
 *
 * Markers are empty cells of the family they belong to, in columns that begin with the byte 0. No SubType begins with
 * it.
 *
 * ```
 * 0 'f' hides every cell of the family 0 'c' SubType hides every version of the SubType both: up to the marker's own
 * timestamp, inclusive 0 'v' version qualifier hides this version of the column, which may be a marker's; it has the
 * same timestamp
 * ```
 *
 * A version is 12 hex digits, milliseconds since the Unix epoch. Each version marker has a column of its own, so a
 * limit of versions per column never drops one.
 *
 * The family's garbage collection applies to markers as it applies to data. With a maximum age, a marker is collected
 * after everything that it hides.
 *
 * Idea: tombstones, as in Cassandra and in the state-based sets of Shapiro et al., "Conflict-free Replicated Data
 * Types", 2011.
 */
export const MARKER_BYTE = 0x00;

const FAMILY_KIND = 'f';
const COLUMN_KIND = 'c';
const VERSION_KIND = 'v';
const PREFIX_BYTES = 2;
export const VERSION_DIGITS = 12;
const MICROS_PER_MS = 1_000;

/** The parts of a cell that deletions depend on. */
interface TimedCell {
  readonly family: string;
  readonly qualifier: Buffer;
  /** Microseconds since the Unix epoch. */
  readonly timestampMicros: number;
}

/** Qualifier of the marker that hides every cell of its family up to its timestamp. */
export const FAMILY_MARKER: Buffer = Buffer.from(`\0${FAMILY_KIND}`, 'latin1');

/** Qualifier of the marker that hides every version of the column up to its timestamp. */
export function columnMarker(qualifier: Buffer): Buffer {
  return markerOf(COLUMN_KIND, qualifier);
}

/** Qualifier of the marker that hides one version of the column. */
export function versionMarker(qualifier: Buffer, versionMs: number): Buffer {
  const version = versionMs.toString(16).padStart(VERSION_DIGITS, '0');
  return markerOf(VERSION_KIND, Buffer.concat([Buffer.from(version, 'latin1'), qualifier]));
}

function markerOf(kind: string, rest: Buffer): Buffer {
  return Buffer.concat([Buffer.from([MARKER_BYTE, kind.charCodeAt(0)]), rest]);
}

export function isDeleteMarker(qualifier: Buffer): boolean {
  return qualifier.length >= PREFIX_BYTES && qualifier[0] === MARKER_BYTE;
}

/** Visible cells of a row after its delete markers are applied. */
export interface VisibleCells<C extends TimedCell> {
  /** Visible cells in the given order, without markers. The same array as given if it contains no marker. */
  readonly cells: readonly C[];
  /**
   * Maximum number of versions of one column that version markers have hidden. A read limited to n versions per column
   * received that many fewer visible versions, although older ones may exist.
   */
  readonly versionsHidden: number;
}

/** Returns the visible cells of a row, for one family or several. Do not pass event families: they have no markers. */
export function visibleCells<C extends TimedCell>(cells: readonly C[]): VisibleCells<C> {
  if (!cells.some(({ qualifier }) => isDeleteMarker(qualifier))) return { cells, versionsHidden: 0 };
  const left = applyVersionMarkers(cells);
  const bounds = new Map<string, number>();
  for (const { family, qualifier, timestampMicros } of left.cells) {
    const kind = kindOf(qualifier);
    if (kind !== FAMILY_KIND && kind !== COLUMN_KIND) continue;
    const scope = nameOf(family, kind === FAMILY_KIND ? FAMILY_MARKER : qualifier.subarray(PREFIX_BYTES));
    bounds.set(scope, Math.max(timestampMicros, bounds.get(scope) ?? -1));
  }
  const isVisible = ({ family, qualifier, timestampMicros }: C): boolean =>
    !isDeleteMarker(qualifier) &&
    timestampMicros > (bounds.get(nameOf(family, FAMILY_MARKER)) ?? -1) &&
    timestampMicros > (bounds.get(nameOf(family, qualifier)) ?? -1);
  return { cells: left.cells.filter(isVisible), versionsHidden: left.versionsHidden };
}

/**
 * Applies version markers only, and removes them. Other markers stay in the result, and so do the cells that they hide.
 */
export function applyVersionMarkers<C extends TimedCell>(cells: readonly C[]): VisibleCells<C> {
  const deleted = new Set<string>();
  for (const { family, qualifier } of cells) {
    if (kindOf(qualifier) === VERSION_KIND) deleted.add(nameOf(family, qualifier));
  }
  if (deleted.size === 0) return { cells, versionsHidden: 0 };
  const hidden = new Map<string, number>();
  const left = cells.filter(({ family, qualifier, timestampMicros }) => {
    if (kindOf(qualifier) === VERSION_KIND) return false;
    if (!deleted.has(nameOf(family, versionMarker(qualifier, timestampMicros / MICROS_PER_MS)))) return true;
    const column = nameOf(family, qualifier);
    hidden.set(column, (hidden.get(column) ?? 0) + 1);
    return false;
  });
  return { cells: left, versionsHidden: Math.max(0, maxOf(hidden.values())) };
}

function kindOf(qualifier: Buffer): string | undefined {
  return isDeleteMarker(qualifier) ? String.fromCharCode(qualifier[1]!) : undefined;
}

const nameOf = (family: string, qualifier: Buffer): string => `${family}:${qualifier.toString('latin1')}`;
