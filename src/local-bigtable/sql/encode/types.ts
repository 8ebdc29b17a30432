import { type data } from '../../encoding/proto';
import { invalidArgumentError } from '../../grpc/rpc-error';
import {
  arrayOf,
  BOOL,
  BYTES,
  DATE,
  FLOAT32,
  FLOAT64,
  INT64,
  type ScalarName,
  type SqlType,
  STRING,
  type StructField,
  TIMESTAMP,
} from '../types/sql-type';

const SCALARS: ReadonlyMap<ScalarName, keyof data.IType> = new Map([
  ['bytes', 'bytesType'],
  ['string', 'stringType'],
  ['int64', 'int64Type'],
  ['float64', 'float64Type'],
  ['float32', 'float32Type'],
  ['bool', 'boolType'],
  ['timestamp', 'timestampType'],
  ['date', 'dateType'],
]);

const TYPES: readonly SqlType[] = [BYTES, STRING, INT64, FLOAT64, FLOAT32, BOOL, TIMESTAMP, DATE];

/** Converts a type to its message. */
function typeToProto(type: SqlType): data.IType {
  switch (type.kind) {
    case 'array':
      return { arrayType: { elementType: typeToProto(type.element) } };
    case 'map':
      return { mapType: { keyType: typeToProto(type.key), valueType: typeToProto(type.value) } };
    case 'struct':
      return {
        structType: {
          fields: type.fields.map((field) => ({ fieldName: field.name, type: typeToProto(field.type) })),
        },
      };
    default:
      // NULL without context is an INT64.
      return { [SCALARS.get(type.kind) ?? 'int64Type']: {} };
  }
}

/** Converts the type of a parameter. Throws INVALID_ARGUMENT for types that parameters do not have. */
export function parameterType(field: string, message: data.IType | null | undefined): SqlType {
  const scalar = TYPES.find((type) => message?.[SCALARS.get(type.kind as ScalarName)!]);
  if (scalar !== undefined) return scalar;
  const element = message?.arrayType?.elementType;
  if (element) {
    const type = parameterType(`${field}.array_type.element_type`, element);
    if (type.kind !== 'array') return arrayOf(type);
  }
  throw invalidArgumentError(`${field} must be a scalar type or an array of one`);
}

/** Returns the metadata of a result. */
export function metadataOf(columns: readonly StructField[]): data.IResultSetMetadata {
  return { protoSchema: { columns: columns.map(({ name, type }) => ({ name, type: typeToProto(type) })) } };
}
