/** Columns of Parquet files with objects. `json` is for readers that do not know the messages; `value` is what counts. */
export const PARQUET_SCHEMA = [
  { name: 'root', num_children: 6 },
  { name: 'id', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  { name: 'data_type', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  { name: 'sub_type', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
  { name: 'timestamp', type: 'INT64', converted_type: 'TIMESTAMP_MICROS', repetition_type: 'REQUIRED' },
  { name: 'value', type: 'BYTE_ARRAY', repetition_type: 'REQUIRED' },
  { name: 'json', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
] as const;

/** Names of the columns. A file to load may lack `timestamp`, and `value` or `json`. */
export const PARQUET_COLUMNS: readonly string[] = PARQUET_SCHEMA.slice(1).map(({ name }) => name);
