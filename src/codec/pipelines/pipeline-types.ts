/** TypeScript declarations for the modules of pipelines, made from the proto files. */
import type { EventDataType, DataType } from '../../core/schema/schema';
import type { SchemaRegistry } from '../declarations/schema-registry';
import { indented, MessageTypes, quoted, union } from '../declarations/typescript-messages';
import { PIPELINE_DECLARATIONS } from './pipeline-declarations';

/** Returns the text of a declaration file for `tidemark/pipeline`, with the DataTypes of the schema. */
export function pipelineTypes(schema: SchemaRegistry): string {
  const messages = new MessageTypes(schema, 'interface');
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
    "declare module 'tidemark/pipeline' {",
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
