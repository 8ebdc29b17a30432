import { anyObject, closedObject, consistency, generations, id, omitted, timestampMs, token } from './parts';
import { oneOfNames, type Vocabulary } from './vocabulary';

const objectCell = ({ dataTypes }: Vocabulary) =>
  closedObject({
    dataType: oneOfNames(dataTypes),
    subType: { type: 'string' },
    timestampMs,
    value: { ...anyObject, description: 'Message of the DataType in the proto3 JSON mapping.' },
  });
const cells = { type: 'array', items: { $ref: '#/components/schemas/ObjectCell' } };

const batchGetRequest = ({ dataTypes }: Vocabulary) =>
  closedObject(
    {
      objects: {
        type: 'array',
        minItems: 1,
        items: closedObject({
          id,
          select: {
            type: 'array',
            minItems: 1,
            items: closedObject(
              {
                dataType: oneOfNames(dataTypes),
                subTypes: { type: 'array', minItems: 1, items: id, description: 'Default: all SubTypes.' },
              },
              ['dataType'],
            ),
          },
        }),
      },
      versions: {
        type: 'integer',
        minimum: 1,
        description: 'Versions of each cell, newest first. Default: 1.',
      },
      generations: {
        ...generations,
        description: 'Generations to read instead of the published ones, by DataType.',
      },
      consistency: { $ref: '#/components/schemas/Consistency' },
    },
    ['objects'],
  );

const batchGetAnswer = closedObject(
  {
    objects: {
      type: 'array',
      items: closedObject(
        {
          id,
          cells,
          missing: {
            type: 'array',
            items: closedObject({ dataType: { type: 'string' }, subType: { type: 'string' } }, ['dataType']),
          },
          omitted,
          met: {
            const: false,
            description:
              'Present only if the requested level is not proven for this object and the read allowed stale answers.',
          },
        },
        ['id', 'cells', 'missing'],
      ),
    },
    generations,
    consistency,
  },
  ['objects', 'consistency'],
);

/** Returns the schemas of objects, with the names of the schema. */
export const objectSchemas = (names: Vocabulary) => ({
  ObjectCell: objectCell(names),
  ObjectAnswer: closedObject({ cells: { ...cells, minItems: 1 }, omitted, generations, consistency }, [
    'cells',
    'consistency',
  ]),
  PutAnswer: closedObject({ timestampMs, token }),
  BatchGetRequest: batchGetRequest(names),
  BatchGetAnswer: batchGetAnswer,
});
