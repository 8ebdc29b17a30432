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
  ],
);

export const DATA_TYPE_SCHEMAS = {
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
