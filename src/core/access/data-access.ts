/** Who may read and write what, as the DataTypes' declarations have it. */
import { TidemarkError } from '../../errors';
import type { DataType } from '../schema';
import type { Caller } from './caller';

/** Throws `permission_denied` that names `field` where the caller is in none of the DataType's `readers`. */
export function requireReader(caller: Caller, dataType: DataType, field = 'dataType'): void {
  requireOneOf(caller, dataType, { list: 'readers', verb: 'read', field });
}

/** Throws `permission_denied` that names `field` where the caller is in none of the DataType's `writers`. */
export function requireWriter(caller: Caller, dataType: DataType, field = 'dataType'): void {
  requireOneOf(caller, dataType, { list: 'writers', verb: 'write', field });
}

interface Demand {
  readonly list: 'readers' | 'writers';
  readonly verb: string;
  readonly field: string;
}

function requireOneOf({ groups }: Caller, dataType: DataType, { list, verb, field }: Demand): void {
  if (groups === 'all' || dataType[list].some((group) => groups.has(group))) return;
  const name = `${dataType.corpus}/${dataType.family}`;
  throw new TidemarkError('permission_denied', `only its declared ${list} may ${verb} ${name}`, { field });
}
