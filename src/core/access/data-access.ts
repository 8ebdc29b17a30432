/**
 * Access to DataTypes, by the readers and writers that they declare, and by the purposes for which a caller may use data.
 * All functions throw `permission_denied` that names `field`.
 */
import { TidemarkError } from '../../errors';
import type { DataType } from '../schema/schema';
import type { Caller } from './caller';

/** Throws unless the caller may read the DataType: it is in one of its `readers`, and may use data for its purpose. */
export function requireReader(caller: Caller, dataType: DataType, field = 'dataType'): void {
  requireAll(caller, [dataType], READING, { field });
}

/** Throws unless the caller may write the DataType: it is in one of its `writers`, and may use data for its purpose. */
export function requireWriter(caller: Caller, dataType: DataType, field = 'dataType'): void {
  requireAll(caller, [dataType], WRITING, { field });
}

/** Names of a request's parts for errors. */
interface Naming {
  readonly field: string;
  /** End of the message, for a request that can do without some of the DataTypes. */
  readonly advice?: string;
}

/**
 * Checks several DataTypes like `requireReader`. The error names each DataType that the caller may not read, and ends
 * with `advice`.
 */
export function requireReaderOfAll(caller: Caller, dataTypes: readonly DataType[], naming: Naming): void {
  requireAll(caller, dataTypes, READING, naming);
}

/** Checks several DataTypes like `requireWriter`; see `requireReaderOfAll`. */
export function requireWriterOfAll(caller: Caller, dataTypes: readonly DataType[], naming: Naming): void {
  requireAll(caller, dataTypes, WRITING, naming);
}

const READING = { list: 'readers', verb: 'read' } as const;
const WRITING = { list: 'writers', verb: 'write' } as const;
type Access = typeof READING | typeof WRITING;

function requireAll(
  { groups, purposes }: Caller,
  dataTypes: readonly DataType[],
  access: Access,
  { field, advice }: Naming,
): void {
  const end = advice === undefined ? '' : `; ${advice}`;
  // No caller is in an empty list.
  const isIn = (dataType: DataType): boolean =>
    groups === 'all' || dataType[access.list].some((group) => groups.has(group));
  const denied = dataTypes.filter((dataType) => !isIn(dataType));
  if (denied.length > 0) throw denial(groupMessage(denied, access) + end, field);
  if (purposes === undefined) return;
  const others = dataTypes.filter(({ purpose }) => !purposes.has(purpose));
  if (others.length > 0) throw denial(purposeMessage(others, access) + end, field);
}

const denial = (message: string, field: string): TidemarkError =>
  new TidemarkError('permission_denied', message, { field });

const namesOf = (dataTypes: readonly DataType[]): string =>
  [...new Set(dataTypes)].map(({ corpus, family }) => `${corpus}/${family}`).join(', ');

function groupMessage(dataTypes: readonly DataType[], { list, verb }: Access): string {
  const names = namesOf(dataTypes);
  const isUndeclared = dataTypes.every((dataType) => dataType[list].length === 0);
  return isUndeclared
    ? `no caller may ${verb} ${names}: no ${list} are declared`
    : `only the declared ${list} may ${verb} ${names}`;
}

function purposeMessage(dataTypes: readonly DataType[], { verb }: Access): string {
  const purposes = [...new Set(dataTypes.map(({ purpose }) => purpose))].join(', ');
  return `the token does not allow to ${verb} ${namesOf(dataTypes)} for ${purposes}`;
}
