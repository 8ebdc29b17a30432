import type { FieldMapping } from '../files/field-mapping';

export interface ImportMapping extends FieldMapping {
  /** Values to replace, by field and value of the file. Other values stay as they are. */
  readonly values?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** Columns that are ignored on purpose. Any other column that is not mapped is an error. */
  readonly ignoredColumns?: readonly string[];
  /** Ignores every column that is not mapped. */
  readonly ignoreUnknown?: boolean;
  /** `iso` (also accepts milliseconds), `ms`, `s`, or a Luxon format such as `yyyy-MM-dd HH:mm:ss`. */
  readonly timeFormat: string;
  /** IANA time zone of times without a zone. Default: such times are rejected. */
  readonly timeZone?: string | undefined;
  /** Column with the country from which the user of the record was served. */
  readonly accessLocationColumn?: string | undefined;
  /** Country of the records that state none. */
  readonly accessLocation?: string | undefined;
}
