/** Builds the snapshot of a registry that the schema lock stores. */
import protobuf from 'protobufjs';
import type {
  LockedDataType,
  LockedEnum,
  LockedField,
  LockedMessage,
  NumberRange,
  SchemaSnapshot,
} from '../../core/schema/schema-lock';
import type { ActionDeclaration, DataType, EventType, SketchDeclaration } from '../../core/schema/schema';
import type { LockedAction, LockedDimension, LockedEvents } from '../../core/schema/schema-lock-events';
import type { LockedServices } from '../../core/schema/schema-lock-services';
import type { LockedSketches } from '../../core/schema/schema-lock-sketches';
import { fullNameOf } from '../protobuf/message-shape';
import type { SchemaRegistry } from './schema-registry';

/** Package of the services that Tidemark serves. Services of an application's own protos are not locked. */
const SERVED_PACKAGE = 'tidemark.v1';
/** Message in the cells of all sketches. */
const STORED_SKETCH = 'tidemark.v1.Sketch';

/** Returns the snapshot in a fixed order, so that equal schemas result in equal files. */
export function schemaSnapshotOf(schema: SchemaRegistry): SchemaSnapshot {
  const dataTypes = schema.dataTypes();
  const found: Reached = { messages: new Map(), enums: new Map() };
  for (const { message } of dataTypes) reach(schema.root.lookupType(message), found);
  const hasSketches = dataTypes.some(({ events }) => events !== undefined && events.sketches.length > 0);
  if (hasSketches) reach(schema.root.lookupType(STORED_SKETCH), found);
  const services = lockServices(schema.root, found);
  return {
    version: 1,
    dataTypes: Object.fromEntries(
      dataTypes.map((each) => [`${each.corpus}/${each.family}`, lockDataType(each)]),
    ),
    services,
    messages: Object.fromEntries(sorted(found.messages)),
    enums: Object.fromEntries(sorted(found.enums)),
  };
}

interface Reached {
  readonly messages: Map<string, LockedMessage>;
  readonly enums: Map<string, LockedEnum>;
}

/** Returns the methods of the served services, and collects their messages. */
function lockServices(root: protobuf.Root, found: Reached): LockedServices {
  const services = root.lookup(SERVED_PACKAGE) as protobuf.Namespace;
  const locked = new Map<string, LockedServices[string]>();
  for (const service of services.nestedArray) {
    if (!(service instanceof protobuf.Service)) continue;
    const methods = service.methodsArray.map((method) => {
      method.resolve();
      const { resolvedRequestType: request, resolvedResponseType: response } = method;
      for (const type of [request!, response!]) reach(type, found);
      const nameOf = (type: protobuf.Type, isStream = false): string =>
        `${isStream ? 'stream ' : ''}${fullNameOf(type)}`;
      return [
        method.name,
        {
          request: nameOf(request!, method.requestStream),
          response: nameOf(response!, method.responseStream),
        },
      ] as const;
    });
    locked.set(fullNameOf(service), Object.fromEntries(methods));
  }
  return Object.fromEntries(sorted(locked));
}

function sorted<T>(entries: ReadonlyMap<string, T>): [string, T][] {
  return [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
}

function lockDataType({ message, events, generations, purpose, lawfulBasis }: DataType): LockedDataType {
  const locked = events === undefined ? undefined : lockEvents(events);
  return { message, purpose, lawfulBasis, generations, events: locked };
}

function lockEvents({ user, dimensions, levels, actions, sketches }: EventType): LockedEvents {
  const lock = ({ name, idType }: LockedDimension): LockedDimension => ({ name, idType });
  const lockAction = ({ name, dedup }: ActionDeclaration): LockedAction => ({
    name,
    dedupDimensions: dedup.dimensions.map((dimension) => dimension.name),
    dedupWindowSeconds: dedup.windowSeconds,
  });
  return {
    user: lock(user),
    dimensions: Object.fromEntries(dimensions.map((each) => [each.fieldNumber, lock(each)])),
    levels: Object.fromEntries(levels.map(({ name, dimension }) => [name, dimension.name])),
    actions: Object.fromEntries(actions.map((action) => [action.code, lockAction(action)])),
    sketches:
      sketches.length > 0
        ? Object.fromEntries(sketches.map((each) => [`${each.corpus}/${each.family}`, lockSketches(each)]))
        : undefined,
  };
}

function lockSketches(declared: SketchDeclaration): LockedSketches {
  const { level, timeZone, breakdowns, reach, registeredAs } = declared;
  return {
    level: level.name,
    timeZone,
    reach,
    breakdowns: breakdowns.map(({ name }) => name),
    registeredAs: registeredAs === undefined ? undefined : `${registeredAs.corpus}/${registeredAs.family}`,
  };
}

/** Collects reachable types. Those of google.protobuf are not locked. */
function reach(type: protobuf.Type | protobuf.Enum, found: Reached): void {
  const name = fullNameOf(type);
  if (name.startsWith('google.protobuf.') || found.messages.has(name)) return;
  if (type instanceof protobuf.Enum) {
    found.enums.set(name, lockEnum(type));
    return;
  }
  found.messages.set(name, lockMessage(type));
  for (const field of type.fieldsArray) {
    const inside = field.resolve().resolvedType;
    if (inside !== null) reach(inside, found);
  }
}

function lockMessage(type: protobuf.Type): LockedMessage {
  const fields = type.fieldsArray.map((field) => [field.id, lockField(field.resolve())]);
  return {
    fields: Object.fromEntries(fields) as LockedMessage['fields'],
    reserved: numberRanges(type.reserved),
  };
}

function lockField(field: protobuf.Field): LockedField {
  const type = field.resolvedType === null ? field.type : fullNameOf(field.resolvedType);
  const key = field instanceof protobuf.MapField ? field.keyType : undefined;
  const whole = key === undefined ? `${field.repeated ? 'repeated ' : ''}${type}` : `map<${key}, ${type}>`;
  // An `optional` field is in a synthetic oneof, which does not affect stored data.
  const oneof = field.partOf === null || field.partOf.isProto3Optional ? undefined : field.partOf.name;
  return { name: field.name, type: whole, oneof };
}

function lockEnum(type: protobuf.Enum): LockedEnum {
  const values: Record<string, string> = {};
  for (const [name, number] of Object.entries(type.values)) {
    values[number] = values[number] === undefined ? name : `${values[number]}|${name}`;
  }
  return { values, reserved: numberRanges(type.reserved) };
}

/** Returns reserved numbers. Reserved names are omitted, because a name may return under a new number. */
function numberRanges(reserved: readonly (readonly number[] | string)[] | undefined): NumberRange[] {
  return (reserved ?? [])
    .filter((each) => typeof each !== 'string')
    .map(([first = 0, last = first]): NumberRange => [first, last])
    .sort((a, b) => a[0] - b[0]);
}
