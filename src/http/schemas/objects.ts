import { closed, consistency, id, timestampMs, token } from './parts';

const objectCell = closed({
  dataType: { type: 'string' },
  subType: { type: 'string' },
  timestampMs,
  value: { type: 'object', description: "The DataType's message in the proto3 JSON mapping." },
});
const cells = { type: 'array', items: { $ref: '#/components/schemas/ObjectCell' } };

const batchGetRequest = closed(
  {
    objects: {
      type: 'array',
      minItems: 1,
      items: closed({
        id,
        select: {
          type: 'array',
          minItems: 1,
          items: closed(
            {
              dataType: { type: 'string' },
              subTypes: { type: 'array', minItems: 1, items: id, description: 'Absent: all.' },
            },
            ['dataType'],
          ),
        },
      }),
    },
    versions: { type: 'integer', minimum: 1, default: 1 },
    consistency: { $ref: '#/components/schemas/Consistency' },
  },
  ['objects'],
);

const batchGetAnswer = closed({
  objects: {
    type: 'array',
    items: closed(
      {
        id,
        cells,
        missing: {
          type: 'array',
          items: closed({ dataType: { type: 'string' }, subType: { type: 'string' } }, ['dataType']),
        },
        met: { const: false, description: 'There only where this object may be stale, which was allowed.' },
      },
      ['id', 'cells', 'missing'],
    ),
  },
  consistency,
});

export const OBJECT_SCHEMAS = {
  ObjectCell: objectCell,
  ObjectAnswer: closed({ cells: { ...cells, minItems: 1 }, consistency }),
  PutAnswer: closed({ timestampMs, token }),
  BatchGetRequest: batchGetRequest,
  BatchGetAnswer: batchGetAnswer,
} as const;
