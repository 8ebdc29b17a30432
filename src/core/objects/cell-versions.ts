/**
 * Chooses the version of a write from the cells that its row has before the write. Pure.
 *
 * The newest version of a cell is its value, so a write needs a version above all versions that were acknowledged
 * before it. Clocks differ, so the writer's clock alone is not enough. A version is a hybrid logical timestamp: the
 * clock's milliseconds or, where the row already has a version at or above them, the next millisecond after that
 * version. Kulkarni et al., "Logical Physical Clocks", 2014.
 */
import { TidemarkError } from '../../errors';
import { columnMarker, FAMILY_MARKER, isDeleteMarker, applyVersionMarkers } from './delete-markers';

/** A cell in the scope of a write, as it is before the write. Delete markers are included. */
export interface ExistingCell {
  readonly qualifier: Buffer;
  /** Milliseconds since the Unix epoch. */
  readonly versionMs: number;
}

/** State of a row that a write finds. */
export interface ExistingCells {
  readonly cells: readonly ExistingCell[];
  /** Version up to which the user's record hides cells of the family, in milliseconds; -1: it hides none. */
  readonly hiddenUpToMs: number;
}

export interface VersionClock {
  /** The writer's clock, in milliseconds since the Unix epoch. */
  readonly nowMs: number;
  /** Maximum difference between any two clocks of the fleet, in milliseconds. */
  readonly clockSkewMaxMs: number;
}

export interface VersionPlan {
  /** Version of the cell or delete marker that is written, in milliseconds since the Unix epoch. */
  readonly versionMs: number;
  /**
   * Time by the writer's clock from which the write may be sent, in milliseconds since the Unix epoch. Usually it has
   * passed.
   */
  readonly sendAtMs: number;
  /**
   * Cells and markers with a version that no process within the clock bound can have sent yet. They were written by a
   * process whose clock is ahead, or by a caller that named the version. They would hide the new write until their time
   * comes, so the write deletes each of them individually.
   */
  readonly futureCells: readonly ExistingCell[];
}

/**
 * Returns the version of a write whose caller names none. It is above all existing versions, including deleted ones,
 * but not above `futureCells`.
 *
 * A write is sent when its version is at most ε + 1 above its writer's clock, where ε is `clockSkewMaxMs`. So no clock
 * of the fleet sees a version more than 2ε + 1 above itself. A version further ahead is wrong. A version within the
 * bound may be a write in flight from a correct clock, which no other write may delete.
 */
export function nextVersion(
  { cells: shown, hiddenUpToMs }: ExistingCells,
  { nowMs, clockSkewMaxMs }: VersionClock,
): VersionPlan {
  const aboveClockMaxMs = clockSkewMaxMs + 1;
  const possibleMs = nowMs + clockSkewMaxMs + aboveClockMaxMs;
  const possible = shown.filter((cell) => cell.versionMs <= possibleMs);
  let versionMs = possible.reduce(
    (newestMs, cell) => Math.max(newestMs, cell.versionMs + 1),
    Math.max(nowMs, hiddenUpToMs + 1),
  );
  // The next version may be that of a future cell. The version marker that deletes that cell would hide the write
  // itself.
  while (shown.some((cell) => cell.versionMs === versionMs)) versionMs += 1;
  const ahead = liveCells(shown).filter((cell) => cell.versionMs > possibleMs);
  return { versionMs, sendAtMs: versionMs - aboveClockMaxMs, futureCells: ahead };
}

/**
 * Throws `version_conflict` when a write with a version named by its caller would be acknowledged but hidden: the row
 * has a deletion of that version, of its column or of its family that is as new or newer, or the user's data was erased
 * up to that version, or later.
 */
export function checkNotDeleted(
  { cells: shown, hiddenUpToMs }: ExistingCells,
  qualifier: Buffer,
  versionMs: number,
): void {
  const asked: ExistingCell = { qualifier, versionMs };
  const live = liveCells([...shown, asked]);
  const column = columnMarker(qualifier);
  const hides = ({ qualifier: marker, versionMs: markerMs }: ExistingCell): boolean =>
    markerMs >= versionMs && (marker.equals(FAMILY_MARKER) || marker.equals(column));
  if (versionMs > hiddenUpToMs && live.includes(asked) && !live.some(hides)) return;
  throw new TidemarkError(
    'version_conflict',
    'the row has a deletion of this version, or of all versions up to a newer one: use a newer version, or omit it',
    { field: 'timestampMs' },
  );
}

/** Returns the cells without version markers and without the cells that they hide. */
function liveCells(shown: readonly ExistingCell[]): readonly ExistingCell[] {
  if (!shown.some(({ qualifier }) => isDeleteMarker(qualifier))) return shown;
  const timed = shown.map((cell) => {
    const { qualifier, versionMs } = cell;
    return { cell, family: '', qualifier, timestampMicros: versionMs * MICROS_PER_MS };
  });
  return applyVersionMarkers(timed).cells.map(({ cell }) => cell);
}

const MICROS_PER_MS = 1_000;
