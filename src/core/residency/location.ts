/**
 * Locations: in which placements the rows of a subject are. A subject is an object id within a placement group.
 * docs/decisions/0012-placements.md has the protocol.
 */

/** States of a location, in the order of a move. */
export const LOCATION_STATES = ['home', 'preparing', 'overlaid', 'settled'] as const;
export type LocationState = (typeof LOCATION_STATES)[number];

/** Why a subject is in its placement. */
export const LOCATION_REASONS = ['default', 'access-location', 'explicit'] as const;
export type LocationReason = (typeof LOCATION_REASONS)[number];

/** Placements of a subject's rows. Immutable. */
export interface Location {
  /** Number of moves that have begun or were cancelled. A subject's first placement has epoch 1. */
  readonly epoch: number;
  readonly state: LocationState;
  /** Placement of the rows; during a move the one that they leave. */
  readonly from: string;
  /** Placement to which the rows move. Equal to `from` in the state `home`. */
  readonly to: string;
}

/** A subject's entry in the directory. */
export interface DirectoryEntry extends Location {
  /** Name of the subject's placement group. */
  readonly group: string;
  readonly reason: LocationReason;
  /** Country of the access that created the entry; undefined if it was unknown. */
  readonly accessLocation?: string | undefined;
  /** Number of the mover that last took the move over: its fencing token. 0 before the first move. */
  readonly term: number;
  /** Id of the wave by which the rows move. Undefined in the state `home`. */
  readonly wave?: string | undefined;
  /** Time of the decision for the placement, and of the last change of the entry: Unix time in milliseconds. */
  readonly decidedAtMs: number;
  readonly changedAtMs: number;
}

/** Epoch of subjects without an entry. */
export const NO_EPOCH = 0;

/** Epoch of the first placement. */
const FIRST_EPOCH = 1;

/** Returns the placements in which a read must look: one, or two during a move. */
export function placementsToRead({ state, from, to }: Location): readonly string[] {
  if (state === 'preparing' || state === 'overlaid') return [from, to];
  return [state === 'settled' ? to : from];
}

/** Returns the placement that has the rows; undefined while a read must look in two. */
export function onlyPlacement({ state, from, to }: Location): string | undefined {
  if (state === 'preparing' || state === 'overlaid') return undefined;
  return state === 'settled' ? to : from;
}

/** Returns the placement that takes writes. */
export function writePlacement({ state, from, to }: Location): string {
  return state === 'overlaid' || state === 'settled' ? to : from;
}

/**
 * Returns the epoch by which the placement that takes writes got them: of a move that is being prepared, the one
 * before.
 */
export function stayEpoch({ state, epoch }: Location): number {
  return state === 'preparing' ? epoch - 1 : epoch;
}

/** Returns whether moves may have deleted rows of the subject in the placements where it is now. */
export const wasMoved = ({ epoch }: Location): boolean => epoch > FIRST_EPOCH;

/** Returns whether `a` is a later location of the subject than `b`. */
export function isLater(a: Location, b: Location): boolean {
  return a.epoch === b.epoch ? stageOf(a) > stageOf(b) : a.epoch > b.epoch;
}

/** A move ends in the state `home` of its epoch, so `home` comes last. */
const stageOf = ({ state }: Location): number =>
  state === 'home' ? LOCATION_STATES.length : LOCATION_STATES.indexOf(state);

/** Kind of access to a subject's rows. */
export type LocationUse = 'read' | 'write';

/**
 * Returns whether an operation that was based on `used` counts when `actual` is the location: it wrote where writes go,
 * or read exactly where acknowledged writes are. Another epoch is another stay, before which the rows may have been
 * deleted, even if the placement is the same. Only a move that is being prepared leaves writes where they were.
 *
 * A read of both placements does not count once the rows are read from one: it may have seen the other before the copy,
 * and the one that they left after its rows were deleted.
 */
export function isRightFor(use: LocationUse, used: Location, actual: Location): boolean {
  if (use === 'write') {
    const isPreparing = actual.state === 'preparing' && actual.epoch === used.epoch + 1;
    return (isPreparing || actual.epoch === used.epoch) && writePlacement(used) === writePlacement(actual);
  }
  const [read, needed] = [placementsToRead(used), placementsToRead(actual)];
  return (
    actual.epoch === used.epoch &&
    read.length === needed.length &&
    needed.every((placement) => read.includes(placement))
  );
}
