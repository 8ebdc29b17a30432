/** State of a row during moves: which mover may change it, and for what. It is one cell of the row. */
import { TidemarkError } from '../../errors';
import { LOCATION_FAMILY } from './location-family';

/** `filling`: the row is copied to its placement. `leaving`: its placement is left, and the row will be deleted. */
export type RowRole = 'filling' | 'leaving';

export interface RowClaim {
  /** Epoch of the move. */
  readonly epoch: number;
  readonly role: RowRole;
  /** Term of the mover. */
  readonly term: number;
}

/** Column of the claim. */
export const CLAIM_QUALIFIER = Buffer.from('row');

export const encodeClaim = ({ epoch, role, term }: RowClaim): Buffer =>
  Buffer.from(`${epoch} ${role} ${term}`, 'latin1');

interface ClaimCell {
  readonly family: string;
  readonly qualifier: Buffer;
  readonly value: Buffer;
}

/** Returns the claim in a row; undefined if no move has copied it. Throws `data_corrupted`. */
export function claimIn(cells: readonly ClaimCell[]): RowClaim | undefined {
  const cell = cells.find(
    ({ family, qualifier }) => family === LOCATION_FAMILY && qualifier.equals(CLAIM_QUALIFIER),
  );
  if (cell === undefined) return undefined;
  const match = /^(\d+) (filling|leaving) (\d+)$/.exec(cell.value.toString('latin1'));
  if (match === null) throw new TidemarkError('data_corrupted', 'the state of a row that moves is corrupted');
  return { epoch: Number(match[1]), role: match[2] as RowRole, term: Number(match[3]) };
}

export const isSameClaim = (a: RowClaim | undefined, b: RowClaim): boolean =>
  a?.epoch === b.epoch && a.role === b.role && a.term === b.term;

/** Whether a later move, or a later mover of the same one, has claimed the row. */
export const isLaterClaim = (a: RowClaim | undefined, b: RowClaim): boolean =>
  a !== undefined && (a.epoch > b.epoch || (a.epoch === b.epoch && a.term > b.term));
