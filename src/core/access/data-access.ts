/** Access to DataTypes by the readers and writers that they declare. */
import { TidemarkError } from '../../errors';
import type { DataType } from '../schema/schema';
import type { Caller } from './caller';

/** Throws `permission_denied` that names `field` if the caller is in none of the DataType's `readers`. */
export function requireReader(caller: Caller, dataType: DataType, field = 'dataType'): void {
  if (!isIn(caller, dataType.readers)) throw denied([dataType], READING, field);
}

/** Throws `permission_denied` that names `field` if the caller is in none of the DataType's `writers`. */
export function requireWriter(caller: Caller, dataType: DataType, field = 'dataType'): void {
  if (!isIn(caller, dataType.writers)) throw denied([dataType], WRITING, field);
}

/**
 * Checks several DataTypes like `requireReader`. The error names each DataType that the caller may not read, and ends
 * with `advice`.
 */
export function requireReaderOfAll(
  caller: Caller,
  dataTypes: readonly DataType[],
  { field, advice }: { readonly field: string; readonly advice: string },
): void {
  const unreadable = dataTypes.filter(({ readers }) => !isIn(caller, readers));
  if (unreadable.length > 0) throw denied(unreadable, READING, field, `; ${advice}`);
}

/** Returns whether the caller is in one of the listed groups. No caller is in an empty list. */
function isIn({ groups }: Caller, list: readonly string[]): boolean {
  return groups === 'all' || list.some((group) => groups.has(group));
}

const READING = { list: 'readers', verb: 'read' } as const;
const WRITING = { list: 'writers', verb: 'write' } as const;

function denied(
  dataTypes: readonly DataType[],
  { list, verb }: typeof READING | typeof WRITING,
  field: string,
  advice = '',
): TidemarkError {
  const names = [...new Set(dataTypes)].map(({ corpus, family }) => `${corpus}/${family}`).join(', ');
  const isUndeclared = dataTypes.every((dataType) => dataType[list].length === 0);
  const message = isUndeclared
    ? `no caller may ${verb} ${names}: no ${list} are declared`
    : `only the declared ${list} may ${verb} ${names}`;
  return new TidemarkError('permission_denied', message + advice, { field });
}
