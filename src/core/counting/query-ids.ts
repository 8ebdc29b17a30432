import { checkId, idOfJson } from '../events/ids';
import type { IdType } from '../schema';

export interface IdRules {
  readonly idBytesMax: number;
}

/** One id, in its canonical form. Throws the typed error that names the field at fault. */
export function idAt(value: unknown, field: string, idType: IdType, { idBytesMax }: IdRules): string {
  const id = idOfJson(value, idType, field);
  checkId(id, field, idBytesMax);
  return id;
}

/** Distinct, in the order in which they are given. */
export function idsAt(
  values: readonly unknown[],
  field: string,
  idType: IdType,
  rules: IdRules,
): readonly string[] {
  const ids = new Set<string>();
  for (let at = 0; at < values.length; at++) ids.add(idAt(values[at], `${field}[${at}]`, idType, rules));
  return [...ids];
}
