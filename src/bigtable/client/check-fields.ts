import { invalidArgument } from '../../errors';

const TABLE_PATTERN = /^[_a-zA-Z0-9][-_.a-zA-Z0-9]{0,49}$/;
const FAMILY_PATTERN = /^[-_.a-zA-Z0-9]{1,64}$/;

/** Cloud Bigtable's limits, enforced before a call. Each check throws `invalid_argument` with the field at fault. */
export function checkKey(field: string, key: Uint8Array, bytesMax: number): void {
  if (key.length === 0) throw invalidArgument(field, 'a row key must not be empty');
  if (key.length > bytesMax) throw invalidArgument(field, `a row key has at most ${bytesMax} bytes`);
}

export function checkTable(table: string): void {
  if (!TABLE_PATTERN.test(table)) throw invalidArgument('table', `"${table}" is no table id`);
}

export function checkFamily(field: string, family: unknown): void {
  if (typeof family !== 'string' || !FAMILY_PATTERN.test(family)) {
    throw invalidArgument(field, `"${String(family)}" is no column family`);
  }
}

/** Bigtable's timestamps are microseconds at a granularity of milliseconds. */
export function checkCellTimestamp(field: string, timestampMicros: number): void {
  if (!Number.isSafeInteger(timestampMicros) || timestampMicros < 0 || timestampMicros % 1_000 !== 0) {
    throw invalidArgument(field, 'must be microseconds since 1970, a whole number of milliseconds');
  }
}
