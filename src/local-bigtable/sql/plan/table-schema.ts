import type { FamilyColumn } from '../bind/scope';
import { arrayOf, BYTES, INT64, mapOf, type SqlType, structOf, TIMESTAMP } from '../types/sql-type';

/** Column family as SQL sees it. */
interface FamilySchema {
  readonly name: string;
  /** Whether cells contain int64 aggregates, which SQL decodes. */
  readonly isAggregate: boolean;
}

/** Table as SQL sees it: its column families, in the order of their creation. */
export interface SqlTableSchema {
  readonly families: readonly FamilySchema[];
}

/** Returns the columns of the families: maps of the newest values, or of all versions. */
export function familyColumns({ families }: SqlTableSchema, withHistory: boolean): FamilyColumn[] {
  return families.map(({ name, isAggregate }) => {
    const value = isAggregate ? INT64 : BYTES;
    return { name, type: mapOf(BYTES, withHistory ? historyOf(value) : value) };
  });
}

const historyOf = (value: SqlType): SqlType =>
  arrayOf(
    structOf([
      { name: 'timestamp', type: TIMESTAMP },
      { name: 'value', type: value },
    ]),
  );

/** Returns a text that differs between tables for which a query can have different columns or results. */
export const fingerprintOf = ({ families }: SqlTableSchema): string =>
  families.map(({ name, isAggregate }) => (isAggregate ? `${name}:aggregate` : name)).join(' ');
