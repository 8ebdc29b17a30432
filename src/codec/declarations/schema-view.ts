/** The schema as the API and the CLI return it, with the fields of messages. */
import { corpusView, type DataTypeView } from '../../core/schema/schema-view';
import type { DataType } from '../../core/schema/schema';
import {
  ShapeCompiler,
  type FieldShape,
  type MessageShape,
  type ValueShape,
} from '../protobuf/message-shape';
import type { SchemaRegistry } from './schema-registry';

/** Field of a proto message. */
interface MessageField {
  /** Name in the proto file. */
  readonly name: string;
  /** Name in JSON. */
  readonly jsonName: string;
  readonly number: number;
  /** Scalar type, or the full name of a message or an enum. */
  readonly type: string;
  readonly label: 'singular' | 'optional' | 'repeated' | 'map';
  /** Type of the keys. Present for maps. */
  readonly keyType?: string | undefined;
  readonly oneof?: string | undefined;
}

/** Message or enum that a DataType's message uses. */
interface UsedType {
  readonly name: string;
  /** Present for messages. */
  readonly fields?: readonly MessageField[] | undefined;
  /** Numbers by name. Present for enums. */
  readonly values?: Readonly<Record<string, number>> | undefined;
}

/** Fields of a DataType's message, and the types that these use, without the well-known ones. */
interface MessageView {
  readonly fields: readonly MessageField[];
  readonly types: readonly UsedType[];
}

export interface SchemaView {
  readonly corpora: readonly {
    readonly name: string;
    readonly dataTypes: readonly (DataTypeView & MessageView)[];
  }[];
}

const WELL_KNOWN = 'google.protobuf.';

/** Returns the DataTypes by corpus, with their fields. References to dimensions are by name. */
export function schemaView(schema: SchemaRegistry): SchemaView {
  const shapes = new ShapeCompiler();
  const corpora = schema.corpora().map((corpus) => {
    const { name, dataTypes } = corpusView(corpus);
    return {
      name,
      dataTypes: dataTypes.map((each) => ({ ...each, ...messageView(schema, shapes, each) })),
    };
  });
  return { corpora };
}

function messageView(
  { root }: SchemaRegistry,
  shapes: ShapeCompiler,
  { message }: Pick<DataType, 'message'>,
): MessageView {
  const shape = shapes.message(root.lookupType(message));
  const used = new Map<string, UsedType>();
  addUsed(shape, used);
  return { fields: fieldsOf(shape), types: [...used.values()].filter(({ name }) => name !== shape.name) };
}

const fieldsOf = ({ fieldsById }: MessageShape): readonly MessageField[] =>
  Array.from(fieldsById.values(), fieldView).sort((a, b) => a.number - b.number);

function fieldView({
  id,
  name,
  jsonName,
  cardinality,
  value,
  presence,
  entry,
  oneof,
}: FieldShape): MessageField {
  // An optional scalar is the only member of a oneof that protobuf adds.
  const isOptional = presence && oneof === `_${name}`;
  const single = isOptional ? 'optional' : 'singular';
  return {
    name,
    jsonName,
    number: id,
    type: typeName(value),
    label: cardinality === 'many' ? 'repeated' : cardinality === 'map' ? 'map' : single,
    keyType: entry === undefined ? undefined : typeName(entry.key.value),
    oneof: isOptional ? undefined : oneof,
  };
}

function typeName(value: ValueShape): string {
  if (value.kind === 'scalar') return value.scalar;
  return value.kind === 'enum' ? value.enumeration.name : value.message.name;
}

/** Adds the message and all types that it uses, each once: messages can contain themselves. */
function addUsed(shape: MessageShape, used: Map<string, UsedType>): void {
  if (used.has(shape.name)) return;
  used.set(shape.name, { name: shape.name, fields: fieldsOf(shape) });
  for (const { value } of shape.fieldsById.values()) {
    if (value.kind === 'message' && !value.message.name.startsWith(WELL_KNOWN)) addUsed(value.message, used);
    if (value.kind !== 'enum') continue;
    const { name, numbers } = value.enumeration;
    used.set(name, { name, values: Object.fromEntries(numbers) });
  }
}
