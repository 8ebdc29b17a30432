/** Mapping of a file's columns to fields. */
import { invalidArgument } from '../../errors';

export interface FieldMapping {
  /** Column of each field. A field that is not listed is read from the column of its own name. */
  readonly columns: Readonly<Record<string, string>>;
  /** Fields that have the same value in every record. */
  readonly constants: Readonly<Record<string, string>>;
}

/**
 * Throws `invalid_argument` for a mapped name that is not one of the `known` fields. It would be ignored silently
 * otherwise. `owner` names in the message what has the fields.
 */
export function rejectUnknownMappedFields(
  { columns, constants }: FieldMapping,
  known: readonly string[],
  owner: string,
): void {
  for (const [option, fields] of [
    ['column', columns],
    ['set', constants],
  ] as const) {
    const unknown = Object.keys(fields).find((field) => !known.includes(field));
    if (unknown === undefined) continue;
    throw invalidArgument(option, `"${unknown}" is not a field of ${owner}; known: ${known.join(', ')}`);
  }
}
