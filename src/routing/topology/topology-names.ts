/** Readers of the names in topology files. */
import { jsonString, type JsonReader } from '../../core/json/json-readers';

/** Returns a reader of ids of up to `length` characters. */
export const identifierOf = (length: number): JsonReader<string> =>
  jsonString(
    new RegExp(`^[a-z][a-z0-9-]{0,${length - 1}}$`),
    `a lower-case letter followed by up to ${length - 1} lower-case letters, digits and dashes`,
  );

export const regionName = identifierOf(40);

/** Reads the id of a table or of an app profile, of the form that Cloud Bigtable requires of both. */
export const resourceName = jsonString(
  /^[_a-zA-Z0-9][-_.a-zA-Z0-9]{0,49}$/,
  'up to 50 letters, digits, dashes, dots and underscores',
);
