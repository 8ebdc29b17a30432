import type { EventDataType, IdType } from '../../core/schema/schema';
import type { JsonSchema } from '../endpoint';
import { closedObject, id, instant, token } from './parts';

const ID_SCHEMAS: Readonly<Record<IdType, JsonSchema>> = {
  string: id,
  uint64: {
    description: 'Integer from 1 to 2^64 - 1, as a string if over 2^53 - 1.',
    anyOf: [
      { type: 'string', pattern: '^[0-9]{1,20}$' },
      { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    ],
  },
  uuid: {
    type: 'string',
    pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
    description: 'A UUID.',
  },
};

/** Returns the schema of an events body: one event or a batch, of each type. `standard` is the default type. */
export function eventBodySchema(dataTypes: readonly EventDataType[], standard?: EventDataType): JsonSchema {
  return { anyOf: dataTypes.flatMap((dataType) => bodiesOf(dataType, dataType === standard)) };
}

function bodiesOf(dataType: EventDataType, isStandard: boolean): readonly JsonSchema[] {
  const { family } = dataType;
  const name = { dataType: { type: 'string', enum: [family] } };
  const named = isStandard ? [] : ['dataType'];
  const { fields, required } = fieldsOf(dataType);
  const events = { type: 'array', minItems: 1, items: closedObject(fields, required) };
  return [
    { title: `${family} event`, ...closedObject({ ...name, ...fields }, [...named, ...required]) },
    { title: `${family} events`, ...closedObject({ ...name, events }, [...named, 'events']) },
  ];
}

function fieldsOf({ events: { user, action, time, dimensions, actions } }: EventDataType): {
  readonly fields: JsonSchema;
  readonly required: readonly string[];
} {
  const ids = dimensions.map(({ name, idType, required }) => [
    name,
    required ? ID_SCHEMAS[idType] : { anyOf: [ID_SCHEMAS[idType], { type: 'null' }] },
  ]);
  const fields = {
    [user.name]: ID_SCHEMAS[user.idType],
    [action.name]: { type: 'string', enum: actions.map(({ name }) => name) },
    [time.name]: {
      ...instant,
      description: `Time when the event happened, not when it was sent. ${instant.description}`,
    },
    ...(Object.fromEntries(ids) as JsonSchema),
  };
  const always = dimensions.filter(({ required }) => required).map(({ name }) => name);
  return { fields, required: [user.name, action.name, time.name, ...always] };
}

export const EVENT_SCHEMAS = {
  EventsAnswer: closedObject({
    written: {
      type: 'integer',
      minimum: 0,
      description: 'Distinct events of the request that are durable now, whether new or redelivered.',
    },
    duplicatesInRequest: {
      type: 'integer',
      minimum: 0,
      description: 'Entries that repeat an earlier event of the request. They are not counted again.',
    },
    errors: { type: 'array', items: { $ref: '#/components/schemas/BatchEntryError' } },
    token,
  }),
} as const;
