/**
 * Key of a column family in cells. Keys sort in the order of Bigtable's cells: families in the order of their creation,
 * and those that were created together with their table by name. The key of the latter is their name. The order is
 * described in https://github.com/googleapis/java-bigtable/issues/154.
 */
export type FamilyKey = string;

/** Returns the key of the n-th family, from 0, that is added to an existing table. */
export function addedFamilyKey(name: string, n: number): FamilyKey {
  return `${ADDED}${String(n).padStart(DIGITS, '0')}${name}`;
}

/** Returns the name of the family with this key. */
export function familyName(key: FamilyKey): string {
  return key.startsWith(ADDED) ? key.slice(ADDED.length + DIGITS) : key;
}

/** Returns the number of families that were added to the table before and including the one with this key. */
export function addedCount(key: FamilyKey): number {
  return key.startsWith(ADDED) ? Number(key.slice(ADDED.length, ADDED.length + DIGITS)) + 1 : 0;
}

/** Sorts after all characters of names. */
const ADDED = '~';
const DIGITS = 10;
