export interface ImportMapping {
  /** Column of each field. A field that is not listed is read from the column of its own name. */
  readonly columns: Readonly<Record<string, string>>;
  /** Fields that have the same value in every event. */
  readonly constants: Readonly<Record<string, string>>;
  /** Columns that are ignored on purpose. Any other column that is not mapped is an error. */
  readonly ignoredColumns?: readonly string[];
  /** Ignores every column that is not mapped. */
  readonly ignoreUnknown?: boolean;
  /** `iso` (also accepts milliseconds), `ms`, `s`, or a Luxon format such as `yyyy-MM-dd HH:mm:ss`. */
  readonly timeFormat: string;
  /** IANA time zone of times without a zone. Default: such times are rejected. */
  readonly timeZone?: string;
}
