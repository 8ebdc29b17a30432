/**
 * Decides where a subject is from what its placements show, for a directory that was restored from a backup: its entries
 * may be older than the rows, or missing.
 */
import { maxOf } from '../shared/lists';
import {
  isLater,
  LOCATION_STATES,
  NO_EPOCH,
  type DirectoryEntry,
  type Location,
  type LocationState,
} from './location';
import type { RowClaim } from './row-role';
import type { StoredWave } from './stored-wave';

/** Signs of a subject in one placement. */
export interface PlacementEvidence {
  readonly placement: string;
  /** Whether a corpus of the group has a row of the subject. */
  readonly hasRow: boolean;
  /** Claims of these rows. */
  readonly claims: readonly RowClaim[];
  /** Fence that a mover has left in the placement. */
  readonly fence: Location | undefined;
}

/** Wave with a record, and the epoch of one of its subjects. */
export type EvidenceOfWave = Pick<
  StoredWave,
  'id' | 'from' | 'to' | 'term' | 'isCancelled' | 'isRequested'
> & { readonly epoch: number };

export interface SubjectEvidence {
  /** Present entry. */
  readonly entry: DirectoryEntry | undefined;
  /** All placements of the group, the default one first. */
  readonly placements: readonly PlacementEvidence[];
  /** Wave that has not ended, if there is one. */
  readonly wave?: EvidenceOfWave | undefined;
}

/** Basis of a decision: the wave's record, a mover's claims and fences, or only the placement of the rows. */
export type RebuiltBy = 'wave' | 'mover' | 'rows';

/**
 * Result for a subject. `kept`: its entry is right, or it needs none. `undecided`: rows that no mover has claimed are in
 * several placements, none of which is the home of the entry.
 */
export type RebuiltLocation =
  | { readonly kind: 'kept' }
  | { readonly kind: 'undecided' }
  | {
      readonly kind: 'changed';
      readonly location: Location;
      readonly term: number;
      readonly wave: string | undefined;
      readonly by: RebuiltBy;
    };

const KEPT: RebuiltLocation = { kind: 'kept' };
const UNDECIDED: RebuiltLocation = { kind: 'undecided' };

/** Returns where the subject is: by the sign with the highest epoch, or else by its rows. */
export function rebuiltLocation(evidence: SubjectEvidence): RebuiltLocation {
  const { entry, wave } = evidence;
  const signs = signsOf(evidence);
  const newestEpoch = newestEpochOf(evidence, signs);
  if (wave !== undefined && !isOver(evidence, wave)) {
    const inWave = locationInWave(evidence, wave);
    if (inWave !== undefined) return changedBy('wave', entry, { ...inWave, term: wave.term });
  }
  const [best] = signs;
  const decided = best === undefined || best.isEntry ? homeByRows(evidence, best, newestEpoch) : best;
  if (decided === undefined) return KEPT;
  if (decided === 'undecided') return UNDECIDED;
  const epoch = Math.max(decided.epoch, newestEpoch);
  const isMoved = entry?.state === 'home' && entry.from !== decided.placement;
  const location = homeAt(decided.placement, isMoved && entry.epoch >= epoch ? entry.epoch + 1 : epoch);
  const term = Math.max(entry?.term ?? 0, maxOf(claimsOf(evidence).map((claim) => claim.term)));
  return changedBy(decided.isEntry ? 'rows' : 'mover', entry, { location, term, wave: undefined });
}

/** Whether the subject has taken part in a later move: the record of the wave is a late write. */
const isOver = ({ entry, placements }: SubjectEvidence, wave: EvidenceOfWave): boolean =>
  (entry?.epoch ?? NO_EPOCH) > wave.epoch ||
  placements.some(
    ({ claims, fence }) =>
      (fence?.epoch ?? NO_EPOCH) > wave.epoch || claims.some(({ epoch }) => epoch > wave.epoch),
  );

/** Sign of the home of a subject. */
interface Sign {
  readonly epoch: number;
  readonly placement: string;
  /** Whether it is the entry, or the rows: weaker than what movers have left behind. */
  readonly isEntry: boolean;
}

/** Returns the signs, the one that counts first. */
function signsOf({ entry, placements }: SubjectEvidence): readonly Sign[] {
  const ofMovers = placements.flatMap(({ placement, claims, fence }): Sign[] => [
    ...claims
      .filter(({ role }) => role === 'filling')
      .map(({ epoch }) => ({ epoch, placement, isEntry: false })),
    ...(fence === undefined ? [] : [{ ...homeAfter(fence), isEntry: false }]),
  ]);
  const ofEntry = entry === undefined ? [] : [{ ...homeAfter(entry), isEntry: true }];
  return [...ofMovers, ...ofEntry].sort((a, b) => b.epoch - a.epoch || Number(a.isEntry) - Number(b.isEntry));
}

/** Returns the home after the end of a move: a move that was only prepared has been cancelled. */
function homeAfter({ epoch, state, from, to }: Location): Omit<Sign, 'isEntry'> {
  return state === 'preparing' ? { epoch: epoch + 1, placement: from } : { epoch, placement: to };
}

const claimsOf = ({ placements }: SubjectEvidence): readonly RowClaim[] =>
  placements.flatMap(({ claims }) => claims);

function newestEpochOf(evidence: SubjectEvidence, signs: readonly Sign[]): number {
  const epochs = [...signs, ...claimsOf(evidence)].map(({ epoch }) => epoch);
  return Math.max(NO_EPOCH, maxOf(epochs));
}

/**
 * Returns the location during the wave, by the fences that its mover has left. Undefined before the first one: then
 * nothing counts yet that was based on the move.
 */
function locationInWave(
  { entry, placements }: SubjectEvidence,
  { id, from, to, epoch, isCancelled, isRequested }: EvidenceOfWave,
): { readonly location: Location; readonly wave: string | undefined } | undefined {
  const fence = placements.find(({ placement }) => placement === from)?.fence;
  const state = fence?.epoch === epoch ? fence.state : stateOf(entry, id, epoch);
  if (isRequested || state === undefined) return undefined;
  if (isCancelled) return { location: homeAt(from, epoch + 1), wave: undefined };
  // Settled is not stated: the rows may not have been copied completely once the directory was lost.
  const location = { epoch, state: state === 'preparing' ? state : 'overlaid', from, to } as const;
  return { location, wave: id };
}

const stateOf = (entry: DirectoryEntry | undefined, wave: string, epoch: number): LocationState | undefined =>
  entry?.wave === wave && entry.epoch === epoch ? entry.state : undefined;

/**
 * Returns the home where no mover has left a later sign than the entry: that of the entry, unless the rows are in
 * another placement only. Rows that a mover was about to delete do not count. Undefined: no entry is needed.
 */
function homeByRows(
  { placements }: SubjectEvidence,
  entry: Sign | undefined,
  newestEpoch: number,
): Sign | 'undecided' | undefined {
  const withRows = placements.filter(
    ({ hasRow, claims }) =>
      hasRow && !claims.some(({ role, epoch }) => role === 'leaving' && epoch === newestEpoch),
  );
  const [only, ...others] = withRows.map(({ placement }) => placement);
  if (entry !== undefined && (only === undefined || [only, ...others].includes(entry.placement)))
    return entry;
  if (others.length > 0) return 'undecided';
  const [byDefault] = placements;
  if (
    only === undefined ||
    (entry === undefined && newestEpoch === NO_EPOCH && only === byDefault?.placement)
  )
    return undefined;
  return { epoch: Math.max(1, newestEpoch + (entry === undefined ? 0 : 1)), placement: only, isEntry: true };
}

const homeAt = (placement: string, epoch: number): Location => ({
  epoch,
  state: 'home',
  from: placement,
  to: placement,
});

/** Returns the change of the entry; none if it is as late already. */
function changedBy(
  by: RebuiltBy,
  entry: DirectoryEntry | undefined,
  rebuilt: { readonly location: Location; readonly term: number; readonly wave: string | undefined },
): RebuiltLocation {
  const { location, wave } = rebuilt;
  const isSameMove = entry?.wave === wave && entry?.from === location.from && entry.to === location.to;
  if (isSameMove && !isLater(location, entry) && isStateOf(entry, location)) return KEPT;
  return { kind: 'changed', by, ...rebuilt };
}

/** Whether the entry is at rest, or in a state of the same move. */
const isStateOf = (entry: DirectoryEntry, { state }: Location): boolean =>
  (entry.state === 'home') === (state === 'home') &&
  LOCATION_STATES.indexOf(entry.state) >= LOCATION_STATES.indexOf(state);
