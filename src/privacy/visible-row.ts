import { chain, columnsOf, interleave, stripValue } from '../bigtable/read/filters';
import type { Filter, Row } from '../bigtable/client/types';
import { PRIVACY_FAMILY } from '../core/privacy/privacy-family';
import type { PersonalCorpus } from '../core/privacy/privacy-rules';
import { RowPrivacy, withoutRecord } from '../core/privacy/row-privacy';
import { readSubjectRecord } from '../core/privacy/subject-record';
import { hideCells } from '../core/rows/hide-cells';
import { cellsOfFamily, withoutFamily } from '../core/rows/row-parts';
import type { RowRead } from '../consistency/store';

const RECORDS = columnsOf(PRIVACY_FAMILY);
/** The columns and timestamps of a record are enough to evaluate it, and values may have a kilobyte each. */
const EVALUATED_RECORDS = chain(RECORDS, stripValue());

/** Which parts of a row a read returns besides its visible data. */
export type RecordParts = Pick<RowRead, 'keepsHidden' | 'keepsRecord'>;

const NO_PARTS: RecordParts = Object.freeze({});

/** Returns a filter that also passes the user's record. */
export function withRecord(filter: Filter, { keepsRecord = false }: RecordParts = NO_PARTS): Filter {
  return interleave(filter, keepsRecord ? RECORDS : EVALUATED_RECORDS);
}

/** A row without what its user's record hides. */
export interface VisibleRow {
  readonly row: Row | undefined;
  readonly privacy: RowPrivacy;
  /** Number of cells that were removed, the record not included. */
  readonly hiddenCells: number;
}

/** Evaluates the record in a row that was read by `withRecord`, and removes what it hides, and the record itself. */
export function visibleRow(
  corpus: PersonalCorpus,
  row: Row | undefined,
  { keepsHidden = false, keepsRecord = false }: RecordParts = NO_PARTS,
): VisibleRow {
  if (row === undefined) return { row, privacy: withoutRecord(corpus), hiddenCells: 0 };
  const cells = cellsOfFamily(row, PRIVACY_FAMILY);
  const privacy =
    cells.length === 0 ? withoutRecord(corpus) : new RowPrivacy(corpus, readSubjectRecord(cells));
  const data = cells.length === 0 || keepsRecord ? row : withoutFamily(row, PRIVACY_FAMILY);
  if (keepsHidden || data === undefined) return { row: data, privacy, hiddenCells: 0 };
  const visible = hideCells(data, privacy);
  const hiddenCells = visible === data ? 0 : data.cells.length - (visible?.cells.length ?? 0);
  return { row: visible, privacy, hiddenCells };
}
