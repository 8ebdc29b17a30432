/** TypeScript declarations of proto messages in the proto3 JSON mapping. */
import type { DataType } from '../../core/schema/schema';
import {
  ShapeCompiler,
  type FieldShape,
  type MessageShape,
  type Scalar,
  type ValueShape,
} from '../protobuf/message-shape';
import type { SchemaRegistry } from './schema-registry';

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

/** The messages that DataTypes use, each of which becomes an interface. */
export class MessageTypes {
  readonly #schema: SchemaRegistry;
  readonly #shapes = new ShapeCompiler();
  readonly #used = new Map<string, MessageShape>();
  readonly #keyword: string;

  /** `keyword` introduces each declaration: `interface` or `export interface`. */
  constructor(schema: SchemaRegistry, keyword: string) {
    this.#schema = schema;
    this.#keyword = keyword;
  }

  /** Returns the property of a DataType: its family, and the interface of its message. */
  member({ family, message }: DataType): string {
    const shape = this.#shapes.message(this.#schema.root.lookupType(message));
    return `${quoted(family)}: ${this.#nameOf(shape)};`;
  }

  /** A message may use others, which are added while the list is walked. */
  declarations(): readonly string[] {
    const lines: string[] = [];
    for (const shape of this.#used.values()) {
      const fields = Array.from(shape.fieldsById.values(), (field) => this.#field(field));
      for (const line of ['', `${this.#keyword} ${interfaceName(shape.name)} {`, ...indented(fields), '}'])
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

/** Returns the union of these strings. */
export const union = (texts: readonly string[]): string =>
  texts.length === 0 ? 'never' : texts.map(quoted).join(' | ');
/** Returns a string literal. */
export const quoted = (text: string): string => `'${text}'`;
/** Returns lines that are indented once more. */
export const indented = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line === '' ? line : INDENT + line));
