import { invalidArgument } from '../../errors';
import { checkFamily, checkKey } from '../client/check-fields';
import type { Mutation, RowMutations } from '../client/types';

/** Bigtable's limits of one row's write. */
export interface WriteLimits {
  readonly keyBytesMax: number;
  readonly cellBytesMax: number;
  readonly mutationsPerRowMax: number;
}

/**
 * Checks a row's mutations against Bigtable's limits. `field` is the path of the row in the request, or empty. Throws
 * `invalid_argument`.
 */
export function checkRow(field: string, row: RowMutations, limits: WriteLimits): void {
  const prefix = field === '' ? '' : `${field}.`;
  checkKey(`${prefix}key`, row.key, limits.keyBytesMax);
  checkMutations(`${prefix}mutations`, row.mutations, limits);
}

/** Checks many rows like `checkRow`. The path of a row is made for an error only. */
export function checkRows(rows: readonly RowMutations[], limits: WriteLimits): void {
  for (let index = 0; index < rows.length; index++) {
    const { key, mutations } = rows[index]!;
    const isUsual = key.length > 0 && key.length <= limits.keyBytesMax && areWithin(mutations, limits);
    if (!isUsual) checkRow(`rows[${index}]`, rows[index]!, limits);
  }
}

function areWithin(mutations: readonly Mutation[], limits: WriteLimits): boolean {
  if (mutations.length === 0 || mutations.length > limits.mutationsPerRowMax) return false;
  for (const { setCell } of mutations)
    if (setCell && (!setCell.familyName || (setCell.value?.length ?? 0) > limits.cellBytesMax)) return false;
  return true;
}

/** Checks a list of mutations. `field` is its path in the request. Throws `invalid_argument`. */
export function checkMutations(field: string, mutations: readonly Mutation[], limits: WriteLimits): void {
  if (mutations.length === 0) throw invalidArgument(field, 'must contain at least one mutation');
  if (mutations.length > limits.mutationsPerRowMax) {
    throw invalidArgument(field, `must contain at most ${limits.mutationsPerRowMax} mutations`);
  }
  for (let index = 0; index < mutations.length; index += 1) {
    const setCell = mutations[index]?.setCell;
    if (setCell) checkCell(setCell, () => `${field}[${index}].setCell`, limits);
  }
}

function checkCell(cell: NonNullable<Mutation['setCell']>, field: () => string, limits: WriteLimits): void {
  if ((cell.value?.length ?? 0) > limits.cellBytesMax) {
    throw invalidArgument(`${field()}.value`, `must be at most ${limits.cellBytesMax} bytes`);
  }
  if (!cell.familyName) checkFamily(`${field()}.familyName`, cell.familyName);
}
