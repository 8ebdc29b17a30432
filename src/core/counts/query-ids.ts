import { IdSet } from '../columns/id-set';
import { checkId, idFromJson, idProblem } from '../events/ids';
import type { IdType } from '../schema/schema';

export interface IdRules {
  readonly idBytesMax: number;
}

/** Parses one id and returns its canonical form. Throws the typed error that names the field. */
export function idAt(value: unknown, field: string, idType: IdType, { idBytesMax }: IdRules): string {
  const id = idFromJson(value, idType, field);
  checkId(id, field, idBytesMax);
  return id;
}

/** Parses a list of ids. Returns the distinct ids in the order of the list. */
export function idsAt(values: readonly unknown[], field: string, idType: IdType, rules: IdRules): IdSet {
  const ids = new IdSet([], values.length);
  for (let at = 0; at < values.length; at++) {
    const value = values[at];
    // Naming an element's field costs more than checking the element, so the name is created only for elements that
    // need it.
    ids.add(isText(value, idType, rules) ? value : idAt(value, `${field}[${at}]`, idType, rules));
  }
  return ids;
}

/** Returns whether the value is a valid id of a type that allows any text. */
function isText(value: unknown, idType: IdType, { idBytesMax }: IdRules): value is string {
  return idType === 'string' && typeof value === 'string' && idProblem(value, idBytesMax) === undefined;
}
