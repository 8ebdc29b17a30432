/** Message types, compiled once from reflection into lookup tables for the wire and JSON codecs. */
import protobuf from 'protobufjs';

export type Scalar =
  | 'double'
  | 'float'
  | 'int32'
  | 'uint32'
  | 'sint32'
  | 'fixed32'
  | 'sfixed32'
  | 'int64'
  | 'uint64'
  | 'sint64'
  | 'fixed64'
  | 'sfixed64'
  | 'bool'
  | 'string'
  | 'bytes';

export interface EnumShape {
  readonly name: string;
  readonly numbers: ReadonlyMap<string, number>;
  /** First name of each number. Aliases are read, but never written. */
  readonly names: ReadonlyMap<number, string>;
}

export type ValueShape =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'enum'; readonly enumeration: EnumShape }
  | { readonly kind: 'message'; readonly message: MessageShape };

export interface FieldShape {
  readonly id: number;
  /** Name in the proto file. */
  readonly name: string;
  readonly jsonName: string;
  readonly cardinality: 'one' | 'many' | 'map';
  readonly value: ValueShape;
  /** Entry of a map. */
  readonly entry?: MapEntryShape | undefined;
  /** Whether "absent" differs from "set to its default". */
  readonly presence: boolean;
  readonly packed: boolean;
  readonly oneof?: string | undefined;
}

export interface MessageShape {
  /** Full name without a leading dot. */
  readonly name: string;
  readonly fieldsById: ReadonlyMap<number, FieldShape>;
  /** Fields by proto name and by JSON name. */
  readonly fieldsByName: ReadonlyMap<string, FieldShape>;
}

/** Shape of a map's entry. On the wire a map is a repeated message of key and value. */
export interface MapEntryShape extends MessageShape {
  readonly key: FieldShape;
  readonly value: FieldShape;
}

/**
 * Returns the JSON name that protoc assigns to a field: underscores are removed, and the letter after each becomes
 * upper case.
 */
export function jsonNameOf(name: string): string {
  return name.replace(/_+([^_]?)/g, (_match, next: string) => next.toUpperCase());
}

export function declaredJsonNameOf(field: protobuf.Field): string {
  const declared: unknown = field.options?.['json_name'];
  return typeof declared === 'string' ? declared : jsonNameOf(field.name);
}

export function fullNameOf(object: protobuf.ReflectionObject): string {
  return object.fullName.replace(/^\./, '');
}

/** Compiles message types. Use one compiler per root, since types may have circular references. */
export class ShapeCompiler {
  readonly #messages = new Map<protobuf.Type, MessageShape>();
  readonly #enums = new Map<protobuf.Enum, EnumShape>();

  message(type: protobuf.Type): MessageShape {
    const known = this.#messages.get(type);
    if (known !== undefined) return known;
    const fieldsById = new Map<number, FieldShape>();
    const fieldsByName = new Map<string, FieldShape>();
    const shape = { name: fullNameOf(type), fieldsById, fieldsByName };
    this.#messages.set(type, shape);
    for (const declared of type.fieldsArray) {
      const field = this.#field(declared.resolve());
      fieldsById.set(field.id, field);
      fieldsByName.set(field.name, field).set(field.jsonName, field);
    }
    return shape;
  }

  #field(field: protobuf.Field): FieldShape {
    const oneof = field.partOf?.name;
    const presence = field as protobuf.Field & { readonly hasPresence: boolean };
    const value = this.#value(field);
    return {
      id: field.id,
      name: field.name,
      jsonName: declaredJsonNameOf(field),
      cardinality: field.map ? 'map' : field.repeated ? 'many' : 'one',
      value,
      presence: presence.hasPresence,
      packed: field.packed,
      entry: field instanceof protobuf.MapField ? mapEntry(field, value) : undefined,
      oneof,
    };
  }

  #value(field: protobuf.Field): ValueShape {
    const resolved = field.resolvedType;
    if (resolved === null) return { kind: 'scalar', scalar: field.type as Scalar };
    if (resolved instanceof protobuf.Enum) return { kind: 'enum', enumeration: this.#enum(resolved) };
    return { kind: 'message', message: this.message(resolved) };
  }

  #enum(type: protobuf.Enum): EnumShape {
    const known = this.#enums.get(type);
    if (known !== undefined) return known;
    const numbers = new Map(Object.entries(type.values));
    const names = new Map<number, string>();
    for (const [name, number] of numbers) if (!names.has(number)) names.set(number, name);
    const shape = { name: fullNameOf(type), numbers, names };
    this.#enums.set(type, shape);
    return shape;
  }
}

function mapEntry(field: protobuf.MapField, valueShape: ValueShape): MapEntryShape {
  const part = { cardinality: 'one', presence: true, packed: false } as const;
  const keyShape: ValueShape = { kind: 'scalar', scalar: field.keyType as Scalar };
  const key: FieldShape = { ...part, id: 1, name: 'key', jsonName: 'key', value: keyShape };
  const value: FieldShape = { ...part, id: 2, name: 'value', jsonName: 'value', value: valueShape };
  return {
    name: `entry of ${fullNameOf(field)}`,
    key,
    value,
    fieldsById: new Map([key, value].map((each) => [each.id, each])),
    fieldsByName: new Map([key, value].map((each) => [each.name, each])),
  };
}
