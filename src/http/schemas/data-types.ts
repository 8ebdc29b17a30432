import { closedObject } from './parts';

const strings = { type: 'array', items: { type: 'string' } };
const string = { type: 'string' };
const field = { name: string, idType: { type: 'string', enum: ['string', 'uint64', 'uuid'] } };
const eventType = closedObject({
  user: closedObject(field),
  action: string,
  time: string,
  dimensions: { type: 'array', items: closedObject({ ...field, required: { type: 'boolean' } }) },
  levels: { type: 'array', items: closedObject({ name: string, dimension: string }) },
  actions: {
    type: 'array',
    items: closedObject({
      name: string,
      code: { type: 'integer' },
      dedup: closedObject({ dimensions: strings, windowSeconds: { type: 'integer' } }),
    }),
  },
  default: { type: 'boolean' },
  sketches: {
    type: 'array',
    items: closedObject(
      {
        family: string,
        corpus: string,
        level: string,
        timeZone: string,
        registeredAs: string,
        breakdowns: strings,
        reach: { type: 'boolean' },
      },
      ['family', 'corpus', 'level', 'timeZone', 'breakdowns', 'reach'],
    ),
  },
});
const messageField = closedObject(
  {
    name: { ...string, description: 'Name in the proto file.' },
    jsonName: { ...string, description: 'Name in JSON.' },
    number: { type: 'integer', minimum: 1 },
    type: { ...string, description: 'Scalar type, or the full name of a message or an enum.' },
    label: { enum: ['singular', 'optional', 'repeated', 'map'] },
    keyType: { ...string, description: 'Type of the keys. Present for maps.' },
    oneof: { ...string, description: 'Name of the oneof that the field belongs to.' },
  },
  ['name', 'jsonName', 'number', 'type', 'label'],
);
const fields = { type: 'array', items: { $ref: '#/components/schemas/MessageField' } };
const usedType = {
  ...closedObject(
    {
      name: string,
      fields,
      values: {
        type: 'object',
        additionalProperties: { type: 'integer' },
        description: 'Numbers by name. Present for enums.',
      },
    },
    ['name'],
  ),
  description: 'Message or enum that the fields of a DataType use.',
};
const dataType = closedObject(
  {
    family: string,
    corpus: string,
    message: string,
    owner: string,
    provenance: string,
    purpose: string,
    lawfulBasis: { enum: ['consent', 'contract', 'legitimate_interest', 'not_personal'] },
    retention: closedObject({ maxAgeMs: { type: 'integer' }, versionsMax: { type: 'integer' } }, []),
    valueBytesMax: { type: 'integer' },
    readers: strings,
    writers: strings,
    generations: { const: true, description: 'Present if the objects are stored in generations.' },
    events: eventType,
    fields: { ...fields, description: 'Fields of the message, by their numbers.' },
    types: { type: 'array', items: { $ref: '#/components/schemas/MessageType' } },
  },
  [
    'family',
    'corpus',
    'message',
    'owner',
    'provenance',
    'purpose',
    'lawfulBasis',
    'retention',
    'valueBytesMax',
    'readers',
    'writers',
    'fields',
    'types',
  ],
);

export const DATA_TYPE_SCHEMAS = {
  MessageField: messageField,
  MessageType: usedType,
  DataType: dataType,
  Schema: closedObject({
    corpora: {
      type: 'array',
      items: closedObject({
        name: string,
        dataTypes: { type: 'array', items: { $ref: '#/components/schemas/DataType' } },
      }),
    },
  }),
} as const;
