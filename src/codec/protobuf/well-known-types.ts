/** Messages of google.protobuf with a JSON form of their own. */
import { invalidArgument, TidemarkError } from '../../errors';
import { scalarFromJson, scalarToJson, wrongType } from './json-scalars';
import { jsonNameOf, type FieldShape, type MessageShape, type Scalar } from './message-shape';
import { defaultOf, FieldValues, isDefault, type FieldContent, type WireValue } from './field-values';

/** Position of a JSON value in the request. */
export interface Position {
  readonly path: string;
  readonly depth: number;
}

/** Conversion of nested messages. It is a parameter because the types of `struct.proto` contain each other. */
export interface NestedMessages {
  fromJson(shape: MessageShape, json: unknown, at: Position): FieldValues;
  toJson(shape: MessageShape, values: FieldValues): unknown;
}

interface WellKnownType {
  fromJson(json: unknown, shape: MessageShape, at: Position, nested: NestedMessages): FieldValues;
  toJson(values: FieldValues, shape: MessageShape, nested: NestedMessages): unknown;
}

function fieldOf(shape: MessageShape, name: string): FieldShape {
  const field = shape.fieldsByName.get(name);
  if (field === undefined) throw new Error(`${shape.name} has no field ${name}`);
  return field;
}

function fieldValues(shape: MessageShape, contents: Readonly<Record<string, FieldContent>>): FieldValues {
  const values = new FieldValues();
  for (const [name, content] of Object.entries(contents)) {
    const field = fieldOf(shape, name);
    const implicit = field.cardinality === 'one' && !field.presence;
    if (!implicit || !isDefault(field.value, content as WireValue)) values.set(field, content);
  }
  return values;
}

const NANOS_PER_SECOND = 1_000_000_000;
const TIMESTAMP = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/;
/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z. */
const TIMESTAMP_SECONDS_MIN = -62_135_596_800;
const TIMESTAMP_SECONDS_MAX = 253_402_300_799;
const DURATION = /^(-?)(\d{1,12})(?:\.(\d{1,9}))?s$/;
const DURATION_SECONDS_MAX = 315_576_000_000;

function secondsAndNanos(values: FieldValues, shape: MessageShape): readonly [number, number] {
  const seconds = Number(values.get(fieldOf(shape, 'seconds')) ?? 0n);
  return [seconds, Number(values.get(fieldOf(shape, 'nanos')) ?? 0)];
}

/** Returns nanoseconds as protobuf prints them: nothing, or 3, 6 or 9 digits. */
function fraction(nanos: number): string {
  if (nanos === 0) return '';
  return `.${String(nanos)
    .padStart(9, '0')
    .replace(/(000){1,2}$/, '')}`;
}

function nanosOf(digits: string | undefined): number {
  return Number((digits ?? '').padEnd(9, '0'));
}

function notJson(shape: MessageShape, why: string): TidemarkError {
  return new TidemarkError('malformed_body', `not a ${shape.name}: ${why}`, { field: 'body' });
}

const timestamp: WellKnownType = {
  fromJson(json, shape, { path }) {
    if (typeof json !== 'string') throw wrongType(path, 'an RFC 3339 timestamp', json);
    const seconds = timestampSeconds(json);
    if (seconds === undefined || seconds < TIMESTAMP_SECONDS_MIN || seconds > TIMESTAMP_SECONDS_MAX) {
      throw invalidArgument(path, 'must be an RFC 3339 timestamp such as 2026-11-21T08:00:00Z');
    }
    const nanos = nanosOf(TIMESTAMP.exec(json)?.[7]);
    return fieldValues(shape, { seconds: BigInt(seconds), nanos });
  },
  toJson(values, shape) {
    const [seconds, nanos] = secondsAndNanos(values, shape);
    const inRange = seconds >= TIMESTAMP_SECONDS_MIN && seconds <= TIMESTAMP_SECONDS_MAX;
    if (!inRange || nanos < 0 || nanos >= NANOS_PER_SECOND) throw notJson(shape, 'out of range');
    return `${new Date(seconds * 1000).toISOString().slice(0, 19)}${fraction(nanos)}Z`;
  },
};

/**
 * Returns the seconds of a timestamp, or undefined if a part is out of range. `Date` would turn February 30 into March.
 */
function timestampSeconds(text: string): number | undefined {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const local = `${match[1]}-${match[2]}-${match[3]}T${match[4]}:${match[5]}:${match[6]}.000Z`;
  if (date.toISOString() !== local) return undefined;
  return date.getTime() / 1000 - offsetSeconds(match[8] ?? 'Z');
}

function offsetSeconds(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const seconds = Number(zone.slice(1, 3)) * 3600 + Number(zone.slice(4)) * 60;
  return zone.startsWith('-') ? -seconds : seconds;
}

const duration: WellKnownType = {
  fromJson(json, shape, { path }) {
    if (typeof json !== 'string') throw wrongType(path, 'a duration such as "1.5s"', json);
    const match = DURATION.exec(json);
    const seconds = Number(match?.[2]);
    if (match === null || seconds > DURATION_SECONDS_MAX) {
      throw invalidArgument(path, 'must be a duration such as "1.5s"');
    }
    const sign = match[1] === '-' ? -1 : 1;
    return fieldValues(shape, { seconds: BigInt(sign * seconds), nanos: sign * nanosOf(match[3]) + 0 });
  },
  toJson(values, shape) {
    const [seconds, nanos] = secondsAndNanos(values, shape);
    const inRange = Math.abs(seconds) <= DURATION_SECONDS_MAX && Math.abs(nanos) < NANOS_PER_SECOND;
    if (!inRange || seconds * nanos < 0) throw notJson(shape, 'out of range');
    const sign = seconds < 0 || nanos < 0 ? '-' : '';
    return `${sign}${Math.abs(seconds)}${fraction(Math.abs(nanos))}s`;
  },
};

const fieldMask: WellKnownType = {
  fromJson(json, shape, { path }) {
    if (typeof json !== 'string') throw wrongType(path, 'a comma-separated string of paths', json);
    if (json.includes('_')) throw invalidArgument(path, 'must name fields in camelCase');
    const paths = json === '' ? [] : json.split(',');
    return fieldValues(shape, {
      paths: paths.map((each) => each.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)),
    });
  },
  toJson(values, shape) {
    const paths = (values.get(fieldOf(shape, 'paths')) ?? []) as string[];
    return paths.map(jsonNameOf).join(',');
  },
};

/** `DoubleValue` and similar types, which are the value itself in JSON. */
const wrapper: WellKnownType = {
  fromJson(json, shape, { path }) {
    return fieldValues(shape, { value: scalarFromJson(scalarIn(fieldOf(shape, 'value')), json, path) });
  },
  toJson(values, shape) {
    const field = fieldOf(shape, 'value');
    return scalarToJson(scalarIn(field), (values.get(field) ?? defaultOf(field.value)) as WireValue);
  },
};

function scalarIn(field: FieldShape): Scalar {
  if (field.value.kind !== 'scalar') throw new Error(`${field.name} holds no scalar`);
  return field.value.scalar;
}

const struct: WellKnownType = {
  fromJson(json, shape, at, nested) {
    if (typeof json !== 'object' || json === null || Array.isArray(json)) {
      throw wrongType(at.path, 'an object', json);
    }
    const valueShape = messageIn(fieldOf(shape, 'fields'));
    const entries = Object.entries(json).map(([key, each]): [WireValue, WireValue] => {
      const path = `${at.path}.${key}`;
      return [scalarFromJson('string', key, path), nested.fromJson(valueShape, each, deeper(at, path))];
    });
    return fieldValues(shape, { fields: new Map(entries) });
  },
  toJson(values, shape, nested) {
    const field = fieldOf(shape, 'fields');
    const entries = [...((values.get(field) ?? new Map()) as Map<string, FieldValues>)];
    return Object.fromEntries(entries.map(([key, each]) => [key, nested.toJson(messageIn(field), each)]));
  },
};

const listValue: WellKnownType = {
  fromJson(json, shape, at, nested) {
    if (!Array.isArray(json)) throw wrongType(at.path, 'an array', json);
    const valueShape = messageIn(fieldOf(shape, 'values'));
    const values = json.map((each, index) =>
      nested.fromJson(valueShape, each, deeper(at, `${at.path}[${index}]`)),
    );
    return fieldValues(shape, { values });
  },
  toJson(values, shape, nested) {
    const field = fieldOf(shape, 'values');
    const list = (values.get(field) ?? []) as FieldValues[];
    return list.map((each) => nested.toJson(messageIn(field), each));
  },
};

const value: WellKnownType = {
  fromJson(json, shape, at, nested) {
    if (json === null) return fieldValues(shape, { nullValue: 0 });
    if (typeof json === 'boolean') return fieldValues(shape, { boolValue: json });
    if (typeof json === 'number') return fieldValues(shape, { numberValue: json });
    if (typeof json === 'string') {
      return fieldValues(shape, { stringValue: scalarFromJson('string', json, at.path) });
    }
    const name = Array.isArray(json) ? 'listValue' : 'structValue';
    return fieldValues(shape, { [name]: nested.fromJson(messageIn(fieldOf(shape, name)), json, deeper(at)) });
  },
  toJson(values, shape, nested) {
    const [set] = values;
    if (set === undefined) throw notJson(shape, 'no kind is set');
    const [field, content] = set;
    if (field.value.kind === 'message') return nested.toJson(field.value.message, content as FieldValues);
    if (field.value.kind === 'enum') return null;
    if (typeof content === 'number' && !Number.isFinite(content)) throw notJson(shape, 'not a finite number');
    return content;
  },
};

function messageIn(field: FieldShape): MessageShape {
  if (field.value.kind !== 'message') throw new Error(`${field.name} holds no message`);
  return field.value.message;
}

function deeper(at: Position, path = at.path): Position {
  return { path, depth: at.depth + 1 };
}

const WRAPPERS = ['Double', 'Float', 'Int64', 'UInt64', 'Int32', 'UInt32', 'Bool', 'String', 'Bytes'];

/** Well-known types by full name. */
export const wellKnownTypes: ReadonlyMap<string, WellKnownType> = new Map([
  ['google.protobuf.Timestamp', timestamp],
  ['google.protobuf.Duration', duration],
  ['google.protobuf.FieldMask', fieldMask],
  ['google.protobuf.Struct', struct],
  ['google.protobuf.ListValue', listValue],
  ['google.protobuf.Value', value],
  ...WRAPPERS.map((name): [string, WellKnownType] => [`google.protobuf.${name}Value`, wrapper]),
]);

/** Returns whether the message is a well-known type or contains one at any depth. */
export function containsWellKnownType(shape: MessageShape, seen = new Set<MessageShape>()): boolean {
  if (wellKnownTypes.has(shape.name)) return true;
  if (seen.has(shape)) return false;
  seen.add(shape);
  return [...shape.fieldsById.values()].some(
    ({ value: inside }) => inside.kind === 'message' && containsWellKnownType(inside.message, seen),
  );
}
