/**
 * Strict canonical proto3 JSON mapping. Undeclared, wrongly typed and out-of-range values are rejected with their path.
 * `proto3-json-serializer` drops unknown fields silently. https://protobuf.dev/programming-guides/json/
 */
import { invalidArgument } from '../../errors';
import { enumFromJson, enumToJson, scalarFromJson, scalarToJson, wrongType } from './json-scalars';
import type { FieldShape, MessageShape, ValueShape } from './message-shape';
import { wellKnownTypes, type NestedMessages, type Position } from './well-known-types';
import {
  entryOf,
  FieldValues,
  isDefault,
  NESTING_MAX,
  type FieldContent,
  type WireValue,
} from './field-values';

type JsonObject = Record<string, unknown>;

/**
 * Converts JSON to field values. Throws `invalid_argument` whose field is a path that starts with `path`, such as
 * `body.interests[1].score`.
 */
export function messageFromJson(shape: MessageShape, json: unknown, path: string): FieldValues {
  return fromJson(shape, json, { path, depth: 0 });
}

/** Converts field values to JSON. Throws `malformed_body` if a well-known type has a value without a JSON form. */
export function messageToJson(shape: MessageShape, values: FieldValues): unknown {
  const wellKnown = wellKnownTypes.get(shape.name);
  if (wellKnown !== undefined) return wellKnown.toJson(values, shape, nested);
  const json: JsonObject = {};
  for (const field of shape.fieldsById.values()) {
    const content = values.get(field);
    if (content === undefined || isImplicit(field, content)) continue;
    json[field.jsonName] = contentToJson(field, content);
  }
  return json;
}

/** Conversion of the messages inside well-known types. */
const nested: NestedMessages = {
  fromJson,
  toJson: messageToJson,
};

function fromJson(shape: MessageShape, json: unknown, at: Position): FieldValues {
  if (at.depth > NESTING_MAX) throw invalidArgument(at.path, `is nested deeper than ${NESTING_MAX}`);
  const wellKnown = wellKnownTypes.get(shape.name);
  if (wellKnown !== undefined) return wellKnown.fromJson(json, shape, at, nested);
  const values = new FieldValues();
  for (const [name, value] of Object.entries(objectFromJson(json, at.path))) {
    const path = `${at.path}.${name}`;
    const field = shape.fieldsByName.get(name);
    if (field === undefined) throw invalidArgument(path, `unknown field of ${shape.name}`);
    // JSON has no undefined, but objects that pipelines build have it for absent fields.
    if (value === undefined || (value === null && !acceptsNull(field))) continue;
    rejectSecond(values, field, path);
    const content = contentFromJson(field, value, { path, depth: at.depth + 1 });
    if (!isImplicit(field, content)) values.set(field, content);
  }
  return values;
}

function objectFromJson(json: unknown, path: string): JsonObject {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw wrongType(path, 'an object', json);
  return json as JsonObject;
}

/** Returns whether null is a value of the field. For other fields null means absent. */
function acceptsNull({ cardinality, value }: FieldShape): boolean {
  if (cardinality !== 'one') return false;
  if (value.kind === 'message') return value.message.name === 'google.protobuf.Value';
  return value.kind === 'enum' && value.enumeration.name === 'google.protobuf.NullValue';
}

/** Rejects a second value. A field has two names and a oneof several members, of which only one may be given. */
function rejectSecond(values: FieldValues, field: FieldShape, path: string): void {
  if (values.has(field)) throw invalidArgument(path, 'is given twice');
  if (field.oneof === undefined) return;
  for (const other of values.keys()) {
    if (other.oneof === field.oneof) {
      throw invalidArgument(
        path,
        `cannot be combined with ${other.name}: both belong to oneof ${field.oneof}`,
      );
    }
  }
}

/** Returns whether proto3 omits the field on the wire. */
function isImplicit(field: FieldShape, content: FieldContent): boolean {
  if (Array.isArray(content)) return content.length === 0;
  if (field.cardinality === 'map') return (content as Map<WireValue, WireValue>).size === 0;
  return !field.presence && isDefault(field.value, content as WireValue);
}

function contentFromJson(field: FieldShape, json: unknown, at: Position): FieldContent {
  if (field.cardinality === 'one') return valueFromJson(field.value, json, at);
  if (field.cardinality === 'map') return mapFromJson(field, json, at);
  if (!Array.isArray(json)) throw wrongType(at.path, 'an array', json);
  return json.map((each, index) =>
    valueFromJson(field.value, each, { path: `${at.path}[${index}]`, depth: at.depth }),
  );
}

function mapFromJson(field: FieldShape, json: unknown, at: Position): Map<WireValue, WireValue> {
  const entries = Object.entries(objectFromJson(json, at.path)).map(
    ([name, each]): [WireValue, WireValue] => {
      const path = `${at.path}[${JSON.stringify(name)}]`;
      const key = mapKeyFromJson(field, name, path);
      return [key, valueFromJson(field.value, each, { path, depth: at.depth })];
    },
  );
  return new Map(entries);
}

/** Parses a map key. Keys are strings in JSON, whatever their declared type. */
function mapKeyFromJson(field: FieldShape, name: string, path: string): WireValue {
  const key = entryOf(field).key.value;
  if (key.kind !== 'scalar') throw new Error(`${field.name} has no scalar keys`);
  if (key.scalar !== 'bool') return scalarFromJson(key.scalar, name, path);
  if (name !== 'true' && name !== 'false') throw wrongType(path, 'true or false', name);
  return name === 'true';
}

function valueFromJson(value: ValueShape, json: unknown, at: Position): WireValue {
  switch (value.kind) {
    case 'message':
      return fromJson(value.message, json, at);
    case 'enum':
      return enumFromJson(value.enumeration, json, at.path);
    case 'scalar':
      return scalarFromJson(value.scalar, json, at.path);
  }
}

function contentToJson(field: FieldShape, content: FieldContent): unknown {
  if (Array.isArray(content)) return content.map((each) => valueToJson(field.value, each));
  if (field.cardinality !== 'map') return valueToJson(field.value, content as WireValue);
  // Unlike assignment, `fromEntries` creates a property for `__proto__` like for any other key.
  const entries = [...(content as Map<string | number | bigint | boolean, WireValue>)];
  return Object.fromEntries(entries.map(([key, each]) => [String(key), valueToJson(field.value, each)]));
}

function valueToJson(value: ValueShape, actual: WireValue): unknown {
  switch (value.kind) {
    case 'message':
      return messageToJson(value.message, actual as FieldValues);
    case 'enum':
      return enumToJson(value.enumeration, actual as number);
    case 'scalar':
      return scalarToJson(value.scalar, actual);
  }
}
