/** A DataType as the text of a proto file. */
import type { ServerSchema } from '../../../client';

type DataType = ServerSchema['corpora'][number]['dataTypes'][number];
type MessageField = DataType['fields'][number];
type UsedType = DataType['types'][number];

const INDENT = '  ';
const MS_PER_SECOND = 1_000;

/**
 * Returns the declaration of a DataType: its options, its fields, and the types that they use. It is made from the schema,
 * so it has no comments, and may differ from the file that declares it in order and defaults.
 */
export function protoText(dataType: DataType): string {
  const { message, fields, types } = dataType;
  const at = message.lastIndexOf('.');
  const scope = at < 0 ? '' : message.slice(0, at);
  const inside = types.filter(({ name }) => name.startsWith(`${message}.`));
  const others = types.filter((each) => !inside.includes(each));
  return [
    'syntax = "proto3";',
    ...(scope === '' ? [] : ['', `package ${scope};`]),
    '',
    'import "tidemark/v1/options.proto";',
    '',
    `message ${message.slice(at + 1)} {`,
    ...indented([
      'option (tidemark.v1.data_type) = {',
      ...indented(optionLines(dataType)),
      '};',
      ...inside.flatMap((each) => ['', ...typeLines(each, message)]),
      '',
      ...fieldLines(fields, message, dataType),
    ]),
    '}',
    ...others.flatMap((each) => ['', ...typeLines(each, scope)]),
  ].join('\n');
}

function optionLines({
  family,
  corpus,
  owner,
  provenance,
  retention,
  ...dataType
}: DataType): readonly string[] {
  const { purpose, lawfulBasis, valueBytesMax, generations, events } = dataType;
  return [
    `family: ${quoted(family)}`,
    `corpus: ${quoted(corpus)}`,
    `owner: ${quoted(owner)}`,
    `provenance: ${quoted(provenance)}`,
    ...retentionLines(retention),
    `purpose: ${quoted(purpose)}`,
    `lawful_basis: ${lawfulBasis.toUpperCase()}`,
    `value_bytes_max: ${valueBytesMax}`,
    ...listLines('readers', dataType.readers),
    ...listLines('writers', dataType.writers),
    ...(generations === true ? ['generations: true'] : []),
    ...(events === undefined ? [] : eventLines(events, dataType)),
  ];
}

/** An empty list is left out: it has no text form. */
function listLines(name: string, texts: readonly string[]): readonly string[] {
  return texts.length === 0 ? [] : [`${name}: [${texts.map(quoted).join(', ')}]`];
}

function retentionLines({ maxAgeMs, versionsMax }: DataType['retention']): readonly string[] {
  const parts = [
    ...(maxAgeMs === undefined ? [] : [`max_age_seconds: ${maxAgeMs / MS_PER_SECOND}`]),
    ...(versionsMax === undefined ? [] : [`versions_max: ${versionsMax}`]),
  ];
  return parts.length === 0 ? [] : [`retention: { ${parts.join(' ')} }`];
}

function eventLines(
  { actions, levels }: NonNullable<DataType['events']>,
  { fields }: Pick<DataType, 'fields'>,
): readonly string[] {
  const protoName = (name: string): string => fields.find(({ jsonName }) => jsonName === name)?.name ?? name;
  const lines = actions.map(({ name, code, dedup: { dimensions, windowSeconds } }) => {
    const by = dimensions.map((each) => quoted(protoName(each))).join(', ');
    const dedup = dimensions.length === 0 ? '' : ` dedup_dimensions: [${by}]`;
    return `actions: { name: ${quoted(name)} code: ${code}${dedup} dedup_window_seconds: ${windowSeconds} }`;
  });
  const names = levels.map(({ name }) => quoted(name)).join(', ');
  return levels.length === 0 ? lines : [...lines, `events: { levels: [${names}] }`];
}

function typeLines({ name, fields, values }: UsedType, scope: string): readonly string[] {
  const own = relative(name, scope);
  if (values !== undefined)
    return [
      `enum ${own} {`,
      ...indented(Object.entries(values).map(([each, number]) => `${each} = ${number};`)),
      '}',
    ];
  return [`message ${own} {`, ...indented(fieldLines(fields ?? [], name)), '}'];
}

/** Fields of a oneof stand together, where the first of them is. */
function fieldLines(
  fields: readonly MessageField[],
  scope: string,
  dataType?: Pick<DataType, 'events'>,
): readonly string[] {
  return fields.flatMap((field, at) => {
    if (field.oneof === undefined) return [fieldLine(field, scope, dataType)];
    if (fields.findIndex(({ oneof }) => oneof === field.oneof) !== at) return [];
    const members = fields.filter(({ oneof }) => oneof === field.oneof);
    return [`oneof ${field.oneof} {`, ...indented(members.map((each) => fieldLine(each, scope))), '}'];
  });
}

function fieldLine(field: MessageField, scope: string, dataType?: Pick<DataType, 'events'>): string {
  const { name, number, label, keyType } = field;
  const type = relative(field.type, scope);
  const whole =
    label === 'map' ? `map<${keyType}, ${type}>` : label === 'singular' ? type : `${label} ${type}`;
  return `${whole} ${name} = ${number}${dimensionOption(field, dataType)};`;
}

/** Option of a field that is a dimension with a level, or that events must have. */
function dimensionOption({ jsonName }: MessageField, dataType: Pick<DataType, 'events'> | undefined): string {
  const events = dataType?.events;
  const level = events?.levels.find(({ dimension }) => dimension === jsonName);
  const required = events?.dimensions.find(({ name }) => name === jsonName)?.required === true;
  const parts = [
    ...(level === undefined ? [] : [`level: ${quoted(level.name)}`]),
    ...(required ? ['required: true'] : []),
  ];
  return parts.length === 0 ? '' : ` [(tidemark.v1.dimension) = { ${parts.join(' ')} }]`;
}

/** `acme.v1.Pet` within `acme.v1.Pets` is `Pet`. */
function relative(name: string, scope: string): string {
  if (name.startsWith(`${scope}.`)) return name.slice(scope.length + 1);
  const outer = scope.slice(0, Math.max(0, scope.lastIndexOf('.')));
  return outer !== '' && name.startsWith(`${outer}.`) ? name.slice(outer.length + 1) : name;
}

const quoted = (text: string): string => JSON.stringify(text);

const indented = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line === '' ? line : INDENT + line));
