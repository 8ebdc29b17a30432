import { bigInt64, byteString, type data, toBuffer } from '../../encoding/proto';
import { invalidArgumentError } from '../../grpc/rpc-error';
import { daysOf, floorDivide, isTimestamp, partsOfDate } from '../types/date-time';
import type { SqlMap, SqlType, SqlValue } from '../types/sql-type';

/** Converts a value to its message. NULL is a message without a kind. */
export function valueToProto(type: SqlType, value: SqlValue): data.IValue {
  if (value === null) return {};
  switch (type.kind) {
    case 'bytes':
      return { bytesValue: toBuffer(value as string) };
    case 'string':
      return { stringValue: value as string };
    case 'int64':
      return { intValue: longOf(value as bigint) };
    case 'float64':
    case 'float32':
      return { floatValue: value as number };
    case 'bool':
      return { boolValue: value as boolean };
    case 'timestamp':
      return { timestampValue: timestampToProto(value as bigint) };
    case 'date':
      return { dateValue: partsOfDate(value as number) };
    case 'null':
      return {};
    case 'array':
      return listValue((value as readonly SqlValue[]).map((each) => valueToProto(type.element, each)));
    case 'struct':
      return listValue(
        (value as readonly SqlValue[]).map((each, index) => valueToProto(type.fields[index]!.type, each)),
      );
    case 'map':
      return listValue(
        Array.from(value as SqlMap, ([key, each]) =>
          listValue([valueToProto(type.key, key), valueToProto(type.value, each)]),
        ),
      );
  }
}

const listValue = (values: data.IValue[]): data.IValue => ({ arrayValue: { values } });

/** Converts to the form of the codec's 64-bit integers. */
function longOf(value: bigint): NonNullable<data.IValue['intValue']> {
  const low = Number(BigInt.asIntN(32, value));
  const high = Number(BigInt.asIntN(32, value >> 32n));
  return { low, high, unsigned: false } as NonNullable<data.IValue['intValue']>;
}

export function timestampToProto(micros: bigint): { seconds: number; nanos: number } {
  const seconds = floorDivide(micros, 1_000_000n);
  return { seconds: Number(seconds), nanos: Number(micros - seconds * 1_000_000n) * 1_000 };
}

/** Converts the value of a parameter. Throws INVALID_ARGUMENT if it is not of the type. */
export function parameterValue(field: string, type: SqlType, message: data.IValue): SqlValue {
  if (KINDS.every((kind) => message[kind] === null || message[kind] === undefined)) return null;
  const value = valueOf(field, type, message);
  if (value !== undefined) return value;
  throw invalidArgumentError(`${field} is not a valid ${type.kind.toUpperCase()}`);
}

const KINDS = [
  'rawValue',
  'rawTimestampMicros',
  'bytesValue',
  'stringValue',
  'intValue',
  'boolValue',
  'floatValue',
  'timestampValue',
  'dateValue',
  'arrayValue',
] as const;

/** Returns undefined for a message of another type. */
function valueOf(field: string, type: SqlType, message: data.IValue): SqlValue | undefined {
  switch (type.kind) {
    case 'bytes':
      return isSet(message.bytesValue) ? byteString(message.bytesValue) : undefined;
    case 'string':
      return message.stringValue ?? undefined;
    case 'int64':
      return isSet(message.intValue) ? bigInt64(message.intValue) : undefined;
    case 'float32':
      return isSet(message.floatValue) ? Math.fround(message.floatValue) : undefined;
    case 'float64':
      return message.floatValue ?? undefined;
    case 'bool':
      return message.boolValue ?? undefined;
    case 'timestamp':
      return timestampOf(message.timestampValue);
    case 'date': {
      const { year, month, day } = message.dateValue ?? {};
      return daysOf(year ?? 0, month ?? 0, day ?? 0);
    }
    case 'array':
      return message.arrayValue?.values?.map((each, index) =>
        parameterValue(`${field}.array_value.values[${index}]`, type.element, each),
      );
    default:
      return undefined;
  }
}

function timestampOf(message: data.IValue['timestampValue']): bigint | undefined {
  if (!message) return undefined;
  const micros = bigInt64(message.seconds) * 1_000_000n + BigInt(Math.floor((message.nanos ?? 0) / 1_000));
  return isTimestamp(micros) ? micros : undefined;
}

const isSet = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;
