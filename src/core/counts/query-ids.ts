import { IdSet } from '../columns/id-set';
import { checkId, idFromJson, idProblem } from '../events/ids';
import type { IdType } from '../schema/schema';

export interface IdRules {
  readonly idBytesMax: number;
}

/** One id, in its canonical form. Throws the typed error that names the field at fault. */
export function idAt(value: unknown, field: string, idType: IdType, { idBytesMax }: IdRules): string {
  const id = idFromJson(value, idType, field);
  checkId(id, field, idBytesMax);
  return id;
}

/** Distinct, in the order in which they are given. */
export function idsAt(values: readonly unknown[], field: string, idType: IdType, rules: IdRules): IdSet {
  const ids = new IdSet([], values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    // To name an element's field costs more than to check it: that is done for those only that are not seen to be right.
    ids.add(isText(value, idType, rules) ? value : idAt(value, `${field}[${at}]`, idType, rules));
  }
  return ids;
}

/** Whether it is an id that is any text, and a right one. */
function isText(value: unknown, idType: IdType, { idBytesMax }: IdRules): value is string {
  return idType === 'string' && typeof value === 'string' && idProblem(value, idBytesMax) === undefined;
}
