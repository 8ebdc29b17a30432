/** TypeScript types of a schema, for the typed client. */
import type { Dimension, EventDataType, EventType } from '../../core/schema/schema';
import type { SchemaRegistry } from './schema-registry';
import { indented, MessageTypes, quoted, union } from './typescript-messages';

/** Options of a generated file. */
export interface SchemaTypesOptions {
  /** Name of the exported interface, such as `AppSchema`. */
  readonly name: string;
  /** First line of the file, without comment marks. */
  readonly banner: string;
}

/** Returns the text of a TypeScript module that exports the interface of the schema. It imports nothing. */
export function schemaTypes(schema: SchemaRegistry, { name, banner }: SchemaTypesOptions): string {
  const messages = new MessageTypes(schema, 'export interface');
  const objects = schema.corpora().flatMap(({ name: corpus, dataTypes }) => {
    const members = dataTypes.filter(({ events }) => events === undefined);
    const lines = members.map((each) => messages.member(each));
    return lines.length === 0 ? [] : [`readonly ${quoted(corpus)}: {`, ...indented(lines), '};'];
  });
  const events = schema.eventTypes().flatMap((each) => eventMember(each));
  const standard = schema.defaultEventType;
  const purposes = [...new Set(schema.dataTypes().map(({ purpose }) => purpose))].sort();
  const personal = schema.dataTypes().filter(({ lawfulBasis }) => lawfulBasis !== 'not_personal');
  const interfaceLines = [
    `export interface ${name} {`,
    ...indented([
      '/** Messages of objects, by corpus and DataType. */',
      'readonly objects: {',
      ...indented(objects),
      '};',
      '/** Event types, by DataType. */',
      'readonly events: {',
      ...indented(events),
      '};',
      `/** Event type of requests that name none. */`,
      `readonly defaultEvents: ${standard === undefined ? 'never' : quoted(standard.family)};`,
      `/** Purposes of the data of users. */`,
      `readonly purposes: ${union(purposes.filter((each) => personal.some(({ purpose }) => purpose === each)))};`,
    ]),
    '}',
  ];
  return [
    `// ${banner}`,
    '',
    '/** Integers of 64 bits: read as text, and written as text or as numbers. */',
    'export type Int64 = string | number;',
    "export type Float = number | 'NaN' | 'Infinity' | '-Infinity';",
    '',
    ...interfaceLines,
    ...messages.declarations(),
    '',
  ].join('\n');
}

function eventMember({ family, events: type }: EventDataType): readonly string[] {
  const { actions, dimensions, levels, sketches } = type;
  return [
    `readonly ${quoted(family)}: {`,
    ...indented([
      'readonly event: {',
      ...indented(eventFields(type)),
      '};',
      `readonly actions: ${union(actions.map(({ name }) => name))};`,
      `readonly dimensions: ${union(dimensions.map(({ name }) => name))};`,
      '/** Dimension of each level. */',
      `readonly levels: { ${levels.map((each) => `readonly ${quoted(each.name)}: ${quoted(each.dimension.name)};`).join(' ')} };`,
      '/** Levels whose events of all users are counted, and the dimensions that these counts are broken down by. */',
      `readonly sketches: ${union(sketches.map(({ level }) => level.name))};`,
      `readonly breakdowns: ${union([...new Set(sketches.flatMap((each) => each.breakdowns.map(({ name }) => name)))])};`,
    ]),
    '};',
  ];
}

function eventFields({ user, action, time, dimensions, actions }: EventType): readonly string[] {
  return [
    `readonly ${quoted(user.name)}: ${idOf(user.idType)};`,
    `readonly ${quoted(action.name)}: ${union(actions.map(({ name }) => name))};`,
    '/** When the event happened: milliseconds since the Unix epoch, or ISO 8601. */',
    `readonly ${quoted(time.name)}: number | string;`,
    ...dimensions.map(({ name, idType, required }) =>
      required
        ? `readonly ${quoted(name)}: ${idOf(idType)};`
        : `readonly ${quoted(name)}?: ${idOf(idType)} | null | undefined;`,
    ),
  ];
}

const idOf = (idType: Dimension['idType']): string => (idType === 'uint64' ? 'string | number' : 'string');
