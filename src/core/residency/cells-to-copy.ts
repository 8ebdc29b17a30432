import { isDeleteMarker, visibleCells } from '../objects/delete-markers';
import { PRIVACY_FAMILY } from '../privacy/privacy-family';
import { joinRows, type JoinableCell } from '../rows/row-join';

interface RowsOfMove<C> {
  /** Cells in the placement that the row leaves, in Bigtable's order. */
  readonly from: readonly C[];
  /** Cells in the other placement. */
  readonly to: readonly C[];
  /** Whether deletions in the family are delete markers. */
  readonly hasMarkers: (family: string) => boolean;
  /**
   * Returns the time up to which erasures and withdrawals of the user have voided cells of the family, inclusive, in
   * microseconds since the Unix epoch; -1 for none.
   */
  readonly voidedUpTo: (family: string) => number;
}

const NO_KEY = Buffer.alloc(0);

/**
 * Returns the cells that the other placement lacks for the join of both rows: those that it has neither with this value
 * nor with a greater one, that no delete marker of either row hides, and that the user's record does not void. The user's record and delete markers come first,
 * so that no reader of the other placement sees a cell before what hides it.
 */
export function cellsToCopy<C extends JoinableCell>({
  from,
  to,
  hasMarkers,
  voidedUpTo,
}: RowsOfMove<C>): readonly C[] {
  const there = new Map(to.map((cell) => [placeOf(cell), cell.value]));
  const missing = from.filter((cell) => {
    if (cell.timestampMicros <= voidedUpTo(cell.family)) return false;
    const value = there.get(placeOf(cell));
    return value === undefined || Buffer.compare(cell.value, value) > 0;
  });
  if (missing.length === 0) return missing;
  const joined = joinRows<C, { key: Buffer; cells: readonly C[] }>([
    { key: NO_KEY, cells: from },
    { key: NO_KEY, cells: to },
  ])!.cells.filter(({ family }) => hasMarkers(family));
  const visible = new Set(visibleCells(joined).cells);
  const isMarker = ({ family, qualifier }: C): boolean => hasMarkers(family) && isDeleteMarker(qualifier);
  const hides = (cell: C): boolean => cell.family === PRIVACY_FAMILY || isMarker(cell);
  const others = missing.filter((cell) => !hides(cell) && (!hasMarkers(cell.family) || visible.has(cell)));
  return missing.filter(hides).concat(others);
}

const placeOf = ({ family, qualifier, timestampMicros }: JoinableCell): string =>
  `${family}:${timestampMicros}:${qualifier.toString('latin1')}`;
