/** TypeScript declarations for the modules of pipelines, made from the proto files. */
import type { EventDataType, DataType } from '../../core/schema/schema';
import type { SchemaRegistry } from '../declarations/schema-registry';
import {
  ShapeCompiler,
  type FieldShape,
  type MessageShape,
  type Scalar,
  type ValueShape,
} from '../protobuf/message-shape';
import { PIPELINE_DECLARATIONS } from './pipeline-declarations';

const INDENT = '  ';
const WELL_KNOWN = 'google.protobuf.';
/** Well-known types whose JSON form is text. */
const TEXTS = new Set(['Timestamp', 'Duration', 'FieldMask'].map((name) => WELL_KNOWN + name));

/** Types of the proto3 JSON mapping. Numbers of 64 bits are read as text, and may be written as numbers. */
const SCALARS: Readonly<Record<Scalar, string>> = {
  double: 'Float',
  float: 'Float',
  int32: 'number',
  uint32: 'number',
  sint32: 'number',
  fixed32: 'number',
  sfixed32: 'number',
  int64: 'Int64',
  uint64: 'Int64',
  sint64: 'Int64',
  fixed64: 'Int64',
  sfixed64: 'Int64',
  bool: 'boolean',
  string: 'string',
  bytes: 'string',
};

/** Returns the text of a declaration file for `tidemark/pipelines`, with the DataTypes of the schema. */
export function pipelineTypes(schema: SchemaRegistry): string {
  const messages = new Messages(schema);
  const corpora = schema.corpora().map(({ name, dataTypes }) => [
    `${quoted(name)}: {`,
    ...block(
      'objects',
      dataTypes.filter(({ events }) => events === undefined).map((each) => messages.member(each)),
    ),
    ...block('events', dataTypes.filter(isEvents).map(eventsMember)),
    '};',
  ]);
  return [
    '// Made by `tidemark pipeline types`. Do not edit.',
    "declare module 'tidemark/pipelines' {",
    ...indented([
      ...PIPELINE_DECLARATIONS.trim().split('\n'),
      '',
      '/** DataTypes by corpus: the messages of objects, and the actions and dimensions of events. */',
      'interface Corpora {',
      ...indented(corpora.flat()),
      '}',
      ...messages.declarations(),
    ]),
    '}',
    '',
  ].join('\n');
}

const isEvents = (dataType: DataType): dataType is EventDataType => dataType.events !== undefined;

function block(name: string, members: readonly string[]): readonly string[] {
  return indented([`${name}: {`, ...indented(members), '};']);
}

function eventsMember({ family, events }: EventDataType): string {
  const actions = union(events.actions.map(({ name }) => name));
  const dimensions = union(events.dimensions.map(({ name }) => name));
  return `${quoted(family)}: { action: ${actions}; dimension: ${dimensions} };`;
}

/** The messages that DataTypes use, each of which becomes an interface. */
class Messages {
  readonly #schema: SchemaRegistry;
  readonly #shapes = new ShapeCompiler();
  readonly #used = new Map<string, MessageShape>();

  constructor(schema: SchemaRegistry) {
    this.#schema = schema;
  }

  member({ family, message }: DataType): string {
    const shape = this.#shapes.message(this.#schema.root.lookupType(message));
    return `${quoted(family)}: ${this.#nameOf(shape)};`;
  }

  /** A message may use others, which are added while the list is walked. */
  declarations(): readonly string[] {
    const lines: string[] = [];
    for (const shape of this.#used.values()) {
      const fields = Array.from(shape.fieldsById.values(), (field) => this.#field(field));
      for (const line of ['', `interface ${interfaceName(shape.name)} {`, ...indented(fields), '}'])
        lines.push(line);
    }
    return lines;
  }

  #field(field: FieldShape): string {
    const type = this.#typeOf(field.value);
    const whole =
      field.cardinality === 'many'
        ? `readonly (${type})[]`
        : field.cardinality === 'map'
          ? `Record<string, ${type}>`
          : type;
    return `readonly ${quoted(field.jsonName)}?: ${whole};`;
  }

  #typeOf(value: ValueShape): string {
    if (value.kind === 'scalar') return SCALARS[value.scalar];
    if (value.kind === 'enum') return union([...value.enumeration.names.values()]);
    return this.#nameOf(value.message);
  }

  #nameOf(shape: MessageShape): string {
    if (TEXTS.has(shape.name)) return 'string';
    if (shape.name.startsWith(WELL_KNOWN)) return 'unknown';
    this.#used.set(shape.name, shape);
    return interfaceName(shape.name);
  }
}

/** `tidemark.v1.Profile.Interest` becomes `Tidemark_v1_Profile_Interest`. */
function interfaceName(message: string): string {
  const name = message.replaceAll('.', '_');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const union = (texts: readonly string[]): string =>
  texts.length === 0 ? 'never' : texts.map(quoted).join(' | ');
const quoted = (text: string): string => `'${text}'`;
const indented = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line === '' ? line : INDENT + line));
