/** Compares the placement in which a row was found with the directory. */
import { NO_EPOCH, type DirectoryEntry, type LocationState } from './location';
import { placementsOfGroup, type PlacementGroup, type PlacementRules } from './placement-rules';
import type { RowClaim } from './row-role';

/** Result of looking up a subject's entry. `corrupted`: the entry cannot be decoded. */
export type EntryFound = DirectoryEntry | 'corrupted' | undefined;

/** Kinds of rows and entries that violate the placement rules. */
export const FINDING_KINDS = [
  'orphaned',
  'unknown',
  'unknown-placement',
  'corrupted-entry',
  'contradictory-claim',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/**
 * Result of comparing one row with the directory:
 *
 * - `in-place`: the row is in the home of its subject, or in the default placement and its subject has no entry.
 * - `moving`: the row is in one of the two placements of a move that is under way.
 * - `orphaned`: the home of the subject, or both placements of its move, are elsewhere.
 * - `unknown`: the row is in a placement other than the default, and its subject has no entry.
 * - `unknown-placement`: the entry names placements that the group cannot use.
 * - `corrupted-entry`: the entry cannot be decoded.
 * - `contradictory-claim`: a move has claimed the row that the entry knows nothing of, or the row of a home for deletion.
 */
export type RowPlace = 'in-place' | 'moving' | FindingKind;

/** A mover's claim of a row; undefined without one. `corrupted`: it cannot be decoded. */
export type ClaimFound = RowClaim | 'corrupted' | undefined;

/** A row as the audit finds it. */
export interface FoundRow {
  readonly group: PlacementGroup;
  readonly placement: string;
  readonly claim: ClaimFound;
}

/** Compares a row of the placement with the entry of its subject. */
export function placeOf(rules: PlacementRules, row: FoundRow, entry: EntryFound): RowPlace {
  const place = placeByEntry(rules, row, entry);
  const isContradictory =
    place === 'orphaned'
      ? isNewerThan(entry, row.claim)
      : !isFinding(place) && (isNewerThan(entry, row.claim) || leavesHome(entry, row.claim));
  return isContradictory ? 'contradictory-claim' : place;
}

/** A mover changes the entry before it claims a row. */
function isNewerThan(entry: EntryFound, claim: ClaimFound): boolean {
  if (claim === undefined || entry === 'corrupted') return false;
  return claim === 'corrupted' || claim.epoch > (entry?.epoch ?? NO_EPOCH);
}

/**
 * A mover deletes the rows that are being left before it ends the move. A claim of an earlier epoch may be that of a
 * mover that was replaced, and changes nothing more.
 */
function leavesHome(entry: EntryFound, claim: ClaimFound): boolean {
  if (claim === undefined || claim === 'corrupted' || entry === undefined || entry === 'corrupted')
    return false;
  return claim.role === 'leaving' && entry.state === 'home' && claim.epoch === entry.epoch;
}

function placeByEntry(
  rules: PlacementRules,
  { group, placement }: Omit<FoundRow, 'claim'>,
  entry: EntryFound,
): RowPlace {
  if (entry === undefined) return placement === group.defaultPlacement ? 'in-place' : 'unknown';
  if (entry === 'corrupted') return 'corrupted-entry';
  const usable = placementsOfGroup(rules, group).map(({ name }) => name);
  const named = [entry.from, entry.to];
  if (!named.every((name) => usable.includes(name))) return 'unknown-placement';
  if (!named.includes(placement)) return 'orphaned';
  return entry.state === 'home' ? 'in-place' : 'moving';
}

/** Checks an entry without a row. */
export function checkEntry(rules: PlacementRules, entry: Exclude<EntryFound, undefined>): RowPlace {
  if (entry === 'corrupted') return 'corrupted-entry';
  const group = rules.groups.get(entry.group);
  const usable = group === undefined ? [] : placementsOfGroup(rules, group).map(({ name }) => name);
  if (![entry.from, entry.to].every((name) => usable.includes(name))) return 'unknown-placement';
  return entry.state === 'home' ? 'in-place' : 'moving';
}

/** Whether the place is one that the audit reports as a finding. */
export function isFinding(place: RowPlace): place is FindingKind {
  return place !== 'in-place' && place !== 'moving';
}

/** States of a move, for the tallies of rows that are moving. */
export type MovingState = Exclude<LocationState, 'home'>;
