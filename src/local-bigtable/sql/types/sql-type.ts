/** Type of an expression. Plain data, so that it can be compared and stored as JSON. */
export type SqlType = ScalarType | ArrayType | StructType | MapType;

export type ScalarName =
  | 'bytes'
  | 'string'
  | 'int64'
  | 'float64'
  | 'float32'
  | 'bool'
  | 'timestamp'
  | 'date'
  | 'null';
/** Type without components. `null` is the type of the literal NULL, which fits every type. */
export interface ScalarType {
  readonly kind: ScalarName;
}
export interface ArrayType {
  readonly kind: 'array';
  readonly element: SqlType;
}
export interface StructType {
  readonly kind: 'struct';
  readonly fields: readonly StructField[];
}
export interface StructField {
  readonly name: string;
  readonly type: SqlType;
}
export interface MapType {
  readonly kind: 'map';
  readonly key: SqlType;
  readonly value: SqlType;
}

/**
 * Value of an expression, whose static type decides what it means: BYTES are strings with one character for each byte,
 * TIMESTAMP is a bigint of microseconds and DATE a number of days since 1970-01-01, FLOAT32 and FLOAT64 are numbers, a
 * STRUCT is the list of its fields.
 */
export type SqlValue = null | string | bigint | number | boolean | readonly SqlValue[] | SqlMap;
export type SqlMap = ReadonlyMap<string | bigint, SqlValue>;

export const BYTES: ScalarType = { kind: 'bytes' };
export const STRING: ScalarType = { kind: 'string' };
export const INT64: ScalarType = { kind: 'int64' };
export const FLOAT64: ScalarType = { kind: 'float64' };
export const FLOAT32: ScalarType = { kind: 'float32' };
export const BOOL: ScalarType = { kind: 'bool' };
export const TIMESTAMP: ScalarType = { kind: 'timestamp' };
export const DATE: ScalarType = { kind: 'date' };
export const NULL: ScalarType = { kind: 'null' };
export const arrayOf = (element: SqlType): ArrayType => ({ kind: 'array', element });
export const mapOf = (key: SqlType, value: SqlType): MapType => ({ kind: 'map', key, value });
export const structOf = (fields: readonly StructField[]): StructType => ({ kind: 'struct', fields });

/** Returns the name of a type as in GoogleSQL. */
export function nameOfType(type: SqlType): string {
  switch (type.kind) {
    case 'array':
      return `ARRAY<${nameOfType(type.element)}>`;
    case 'map':
      return `MAP<${nameOfType(type.key)}, ${nameOfType(type.value)}>`;
    case 'struct':
      return `STRUCT<${type.fields.map((field) => `${field.name} ${nameOfType(field.type)}`.trim()).join(', ')}>`;
    default:
      return type.kind.toUpperCase();
  }
}

/** Returns the text of a value without components, for messages and comparisons. */
export const textOf = (value: SqlValue): string => (typeof value === 'object' ? 'NULL' : String(value));

/** Returns whether two types are the same, names of struct fields aside. */
export function sameType(a: SqlType, b: SqlType): boolean {
  if (a.kind === 'array' && b.kind === 'array') return sameType(a.element, b.element);
  if (a.kind === 'map' && b.kind === 'map') return sameType(a.key, b.key) && sameType(a.value, b.value);
  if (a.kind === 'struct' && b.kind === 'struct') {
    return (
      a.fields.length === b.fields.length &&
      a.fields.every((field, index) => sameType(field.type, b.fields[index]!.type))
    );
  }
  return a.kind === b.kind;
}

export const isNumeric = ({ kind }: SqlType): boolean =>
  kind === 'int64' || kind === 'float64' || kind === 'float32';

/** Returns whether values of the type can be compared, sorted and grouped. */
export const isComparable = ({ kind }: SqlType): boolean =>
  kind !== 'array' && kind !== 'struct' && kind !== 'map';
