/**
 * Which version a write of a cell gets, and what else its mutation has to do, by what its row shows: pure.
 *
 * The newest version of a cell is its value, so a write that is to be seen needs a version above all that were acknowledged
 * before it. Clocks differ, so the writer's clock alone is not enough: a version is a hybrid logical timestamp, the clock's
 * milliseconds or, where the row already shows one at or above them, the next after that.
 * Kulkarni et al., "Logical Physical Clocks", 2014.
 */
import { TidemarkError } from '../../errors';
import { columnMarker, FAMILY_MARKER, isDeleteMarker, applyVersionMarkers } from './delete-markers';

/** A cell of the scope of a write, as the row shows it before the write; markers included. */
export interface ExistingCell {
  readonly qualifier: Buffer;
  /** Milliseconds since the Unix epoch. */
  readonly versionMs: number;
}

export interface VersionClock {
  /** The writer's clock. */
  readonly nowMs: number;
  /** Any two clocks of the fleet differ by at most so much. */
  readonly clockSkewMaxMs: number;
}

export interface VersionPlan {
  /** Of the cell, or of the marker, that is written. */
  readonly versionMs: number;
  /** The write may be sent when the writer's clock shows this, milliseconds since the Unix epoch; often that has passed. */
  readonly sendAtMs: number;
  /**
   * Cells and markers whose version no process within the bound can have sent yet: one whose clock is ahead wrote them, or a
   * caller named the version. They would hide the write until their time has come, so it deletes them, each by itself.
   */
  readonly futureCells: readonly ExistingCell[];
}

/**
 * Returns the version of a write whose caller names none: above everything shown, deleted versions included, but `ahead`.
 *
 * A write is sent when its version is at most ε + 1 above its writer's clock, where ε is `clockSkewMaxMs`. So no clock of the
 * fleet sees a version more than 2ε + 1 above itself: what is further ahead is wrong, and what is not may be a write of right
 * clocks that is under way, which no other write may delete.
 */
export function nextVersion(
  shown: readonly ExistingCell[],
  { nowMs, clockSkewMaxMs }: VersionClock,
): VersionPlan {
  const aboveClockMaxMs = clockSkewMaxMs + 1;
  const possibleMs = nowMs + clockSkewMaxMs + aboveClockMaxMs;
  const possible = shown.filter((cell) => cell.versionMs <= possibleMs);
  let versionMs = possible.reduce((newestMs, cell) => Math.max(newestMs, cell.versionMs + 1), nowMs);
  // The next one may be that of a cell ahead, whose version marker would hide the write itself.
  while (shown.some((cell) => cell.versionMs === versionMs)) versionMs += 1;
  const ahead = liveCells(shown).filter((cell) => cell.versionMs > possibleMs);
  return { versionMs, sendAtMs: versionMs - aboveClockMaxMs, futureCells: ahead };
}

/**
 * Throws `version_conflict` for a version, named by its caller, that would not be seen although it is acknowledged: the
 * row has a deletion of it, of its column or of its family, that is as new or newer.
 */
export function checkNotDeleted(shown: readonly ExistingCell[], qualifier: Buffer, versionMs: number): void {
  const asked: ExistingCell = { qualifier, versionMs };
  const live = liveCells([...shown, asked]);
  const column = columnMarker(qualifier);
  const hides = ({ qualifier: marker, versionMs: markerMs }: ExistingCell): boolean =>
    markerMs >= versionMs && (marker.equals(FAMILY_MARKER) || marker.equals(column));
  if (live.includes(asked) && !live.some(hides)) return;
  throw new TidemarkError(
    'version_conflict',
    'the row has a deletion of this version, or of all versions up to a newer one: name a newer version, or none',
    { field: 'timestampMs' },
  );
}

/** Without what version markers hide, and without these. */
function liveCells(shown: readonly ExistingCell[]): readonly ExistingCell[] {
  if (!shown.some(({ qualifier }) => isDeleteMarker(qualifier))) return shown;
  const timed = shown.map((cell) => {
    const { qualifier, versionMs } = cell;
    return { cell, family: '', qualifier, timestampMicros: versionMs * MICROS_PER_MS };
  });
  return applyVersionMarkers(timed).cells.map(({ cell }) => cell);
}

const MICROS_PER_MS = 1_000;
