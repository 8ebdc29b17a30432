import { tableInInstance } from '../../core/residency/placement-rules';
import { invalidArgument } from '../../errors';

const TABLE_PATTERN = /^[_a-zA-Z0-9][-_.a-zA-Z0-9]{0,49}$/;
const FAMILY_PATTERN = /^[-_.a-zA-Z0-9]{1,64}$/;

/** Checks of Cloud Bigtable's limits, made before a call. Each throws `invalid_argument` with the invalid field. */
export function checkKey(field: string, key: Uint8Array, bytesMax: number): void {
  if (key.length === 0) throw invalidArgument(field, 'must not be empty');
  if (key.length > bytesMax) throw invalidArgument(field, `must be at most ${bytesMax} bytes`);
}

/**
 * Returns the id that a table has in its instance: its name, or for a placed table such as `users@eu` the part before
 * the placement. Only placed tables have an `@` in their names, since Bigtable allows none in table ids. Throws
 * `invalid_argument` with the field `table`.
 */
export function tableIdOf(table: string): string {
  const id = tableInInstance(table);
  if (!TABLE_PATTERN.test(id)) throw invalidArgument('table', `"${id}" is not a valid table id`);
  return id;
}

/** Checks the name of a column family. */
export function checkFamily(field: string, family: unknown): void {
  if (typeof family !== 'string' || !FAMILY_PATTERN.test(family)) {
    throw invalidArgument(field, `"${String(family)}" is not a valid column family name`);
  }
}

/** Checks a cell timestamp: Bigtable's are microseconds at millisecond granularity. */
export function checkCellTimestamp(field: string, timestampMicros: number): void {
  if (!Number.isSafeInteger(timestampMicros) || timestampMicros < 0 || timestampMicros % 1_000 !== 0) {
    throw invalidArgument(field, 'must be a whole number of milliseconds, in microseconds since 1970');
  }
}
