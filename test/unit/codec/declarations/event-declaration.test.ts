import { loadSchema, type SchemaRegistry } from '../../../../src/codec/declarations/schema-registry';
import { TidemarkError } from '../../../../src/errors';
import { eventProto, type EventProto } from '../../../support/event-proto';
import { acmeProto, dataTypeOptions, protoFolder } from '../../../support/proto-folder';

function load(...protos: EventProto[]): SchemaRegistry {
  const files = protos.map((proto, i) => [`acme/v1/events${i}.proto`, eventProto(proto)]);
  return loadSchema({ protoPaths: [protoFolder(Object.fromEntries(files) as Record<string, string>)] });
}

function problemsOf(...protos: EventProto[]): string {
  try {
    load(...protos);
  } catch (error) {
    expect(error).toBeInstanceOf(TidemarkError);
    expect((error as TidemarkError).code).toBe('schema_invalid');
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

describe("Tidemark's event types", () => {
  const schema = loadSchema();

  it('use ad actions as the default type, with its levels and dimensions', () => {
    const { family, events } = schema.eventDataType();
    expect([family, events.message]).toEqual(['ad_action', 'tidemark.v1.AdAction']);
    expect(events.levels.map(({ name, dimension }) => `${name}=${dimension.name}`)).toEqual([
      'advertiser=advertiserId',
      'campaign=campaignId',
      'adGroup=adGroupId',
      'ad=adId',
    ]);
    expect(events.dimensions.map(({ name, index, fieldNumber }) => [name, index, fieldNumber])).toEqual([
      ['viewType', 0, 4],
      ['adId', 1, 5],
      ['adGroupId', 2, 6],
      ['campaignId', 3, 7],
      ['advertiserId', 4, 8],
      ['insertionId', 5, 9],
      ['sessionId', 6, 10],
    ]);
    expect(events.dimensions.every(({ wire, idType }) => wire === 'string' && idType === 'string')).toBe(
      true,
    );
    const { user, action, time } = events;
    expect(user).toEqual({ name: 'userId', fieldNumber: 1, wire: 'string', idType: 'string' });
    expect([action.name, time.name]).toEqual(['action', 'eventTime']);
  });

  it('refer to dedup dimensions by the dimension objects', () => {
    const { actions, dimensions } = schema.eventDataType().events;
    expect(actions[0]!.dedup).toEqual({ dimensions: [dimensions[5]], windowSeconds: 86_400 });
  });

  it.each([undefined, 'userType'])(
    'cause unknown_data_type that names the field (%s) of an unknown name',
    (field) => {
      const ask = (): unknown => schema.eventDataType('profile', field);
      expect(ask).toThrow(
        expect.objectContaining({ code: 'unknown_data_type', field: field ?? 'dataType' }) as Error,
      );
      expect(ask).toThrow(/no DataType "profile" with events; known: ad_action, campaign_action/);
    },
  );
});

describe('an event type', () => {
  it('can have ids of all kinds, fields with other names, and any order of fields', () => {
    const { events } = load({
      options: `events: { user_field: "who" action_field: "what" time_field: "at" levels: ["shop", "item"] }
        actions: { name: "look" code: 7 dedup_dimensions: [ "item_id", "cart" ] dedup_window_seconds: 60 }`,
      base: '',
      fields: `
        fixed64 item_id = 9 [(tidemark.v1.dimension) = { level: "item" required: true }];
        bytes cart = 12;
        string what = 2; bytes who = 4; uint64 at = 5;
        string shop_id = 3 [(tidemark.v1.dimension) = { level: "shop" id_type: UINT64 }];
        optional uint64 price = 1;
        string visit = 6 [(tidemark.v1.dimension).id_type = UUID];`,
    }).eventDataType('things');
    expect(events.dimensions.map(({ name, wire, idType }) => `${name} ${wire} ${idType}`)).toEqual([
      'price uint64 uint64',
      'shopId string uint64',
      'visit string uuid',
      'itemId fixed64 uint64',
      'cart bytes uuid',
    ]);
    expect(events.dimensions.map(({ required }) => required)).toEqual([false, false, false, true, false]);
    expect(events.user).toEqual({ name: 'who', fieldNumber: 4, wire: 'bytes', idType: 'uuid' });
    expect([events.action.name, events.time.name]).toEqual(['what', 'at']);
    expect(events.levels.map(({ dimension }) => dimension.name)).toEqual(['shopId', 'itemId']);
    expect(events.actions[0]!.dedup.dimensions.map(({ index }) => index)).toEqual([3, 4]);
  });

  it('can be one of several, also in one corpus', () => {
    const schema = load({ message: 'Things' }, { message: 'Thoughts', family: 'thoughts' });
    expect(schema.eventTypes().map(({ corpus, family }) => `${corpus}/${family}`)).toEqual([
      'users/ad_action',
      'users/campaign_action',
      'users/things',
      'users/thoughts',
    ]);
  });

  it("takes precedence over Tidemark's type as the default", () => {
    const options = 'events: { default: true } actions: { name: "look" code: 1 }';
    expect(load({ options }).eventDataType().family).toBe('things');
    expect(load({}).eventDataType().family).toBe('ad_action');
  });
});

const look = 'actions: { name: "look" code: 1 }';
const ITEM = 'string item_id = 4 [(tidemark.v1.dimension) = { level: "item" }];';
const ID = 'string item_id = 4;';

describe('an event type is rejected', () => {
  it.each<[string, EventProto, RegExp]>([
    [
      'without actions',
      { options: 'events: {}' },
      /Things, option \(tidemark\.v1\.data_type\)\.actions: missing/,
    ],
    [
      'without a user',
      { base: 'string action = 2; int64 event_time_ms = 3;' },
      /user_field: "user_id" is not a field of acme/,
    ],
    [
      'without an action',
      { base: 'string user_id = 1; int64 event_time_ms = 3;' },
      /action_field: "action" is not a field/,
    ],
    [
      'without a time',
      { base: 'string user_id = 1; string action = 2;' },
      /time_field: "event_time_ms" is not a field/,
    ],
    [
      'with a user that is a boolean',
      { base: 'bool user_id = 1; string action = 2; int64 event_time_ms = 3;' },
      /Things\.user_id: is of type bool; the fields/,
    ],
    [
      'with an action that is a number',
      { base: 'string user_id = 1; int32 action = 2; int64 event_time_ms = 3;' },
      /action_field: "action" is not a single string/,
    ],
    [
      'with a time that is text',
      { base: 'string user_id = 1; string action = 2; string event_time_ms = 3;' },
      /time_field: "event_time_ms" is not a single int64 or uint64/,
    ],
    [
      'with one field for two',
      { options: `${look} events: { user_field: "action" }` },
      /user, action and time must be different fields/,
    ],
    [
      'with a dimension of a wrong type',
      { fields: 'double size = 4;' },
      /Things\.size: is of type double; the fields of an event/,
    ],
    ['with a message for a dimension', { fields: 'Things inside = 4;' }, /Things\.inside: is of type Things/],
    ['with a repeated dimension', { fields: 'repeated string sizes = 4;' }, /Things\.sizes: is repeated/],
    ['with a map', { fields: 'map<string, string> sizes = 4;' }, /Things\.sizes: is a map/],
    [
      'with a oneof',
      { fields: 'oneof size { string small = 4; string large = 5; }' },
      /Things\.small: is in a oneof/,
    ],
    [
      'with text in a number',
      { fields: 'uint64 size = 4 [(tidemark.v1.dimension) = { id_type: STRING }];' },
      /Things\.size, option \(tidemark\.v1\.dimension\)\.id_type: STRING ids cannot be stored in a field of type uint64; use UINT64/,
    ],
    [
      'with numbers in bytes',
      { fields: 'bytes size = 4 [(tidemark.v1.dimension) = { id_type: UINT64 }];' },
      /UINT64 ids cannot be stored in a field of type bytes; use UUID/,
    ],
    [
      'with an unknown id type',
      { fields: 'string size = 4 [(tidemark.v1.dimension) = { id_type: INT }];' },
      /\(tidemark\.v1\.dimension\)\.id_type: must be a value of tidemark\.v1\.IdType/,
    ],
    [
      'with a misspelt option',
      { fields: 'string size = 4 [(tidemark.v1.dimension) = { lvl: "item" }];' },
      /\(tidemark\.v1\.dimension\)\.lvl: unknown field of tidemark\.v1\.DimensionOptions/,
    ],
    [
      'with an unknown level',
      { fields: ITEM },
      /Things\.item_id, option \(tidemark\.v1\.dimension\)\.level: "item" is not in events\.levels: none are declared/,
    ],
    [
      'with a level that nothing identifies',
      { options: `${look} events: { levels: "item" }`, fields: ID },
      /events\.levels\[0\]: no field has `\(dimension\) = \{ level: "item" \}`/,
    ],
    [
      'with a level twice',
      { options: `${look} events: { levels: ["item", "item"] }`, fields: ITEM },
      /events\.levels\[1\]: "item" is listed twice/,
    ],
    [
      'with two fields for a level',
      {
        options: `${look} events: { levels: "item" }`,
        fields: `${ITEM} string other = 5 [(tidemark.v1.dimension) = { level: "item" }];`,
      },
      /Things\.other, option .*level: "item" is already the level of item_id/,
    ],
    [
      'with a badly named level',
      { options: `${look} events: { levels: "Item" }` },
      /levels\[0\]: "Item" is not lowerCamelCase/,
    ],
    [
      'with a level called total',
      { options: `${look} events: { levels: "total" }` },
      /levels\[0\]: "total" has another meaning/,
    ],
    [
      'with a level called like another dimension',
      { options: `${look} events: { levels: "item" }`, fields: `${ITEM} string item = 5;` },
      /levels\[0\]: "item" is the name of another dimension/,
    ],
    [
      'with a dimension called like the time',
      { fields: 'string event_time = 4;' },
      /Things\.event_time: "eventTime" has another meaning/,
    ],
    [
      'with a dimension called dataType',
      { fields: 'string data_type = 4;' },
      /Things\.data_type: "dataType" has another meaning/,
    ],
    [
      'with a dimension called id, which is what candidates are called by',
      { fields: 'string id = 4;' },
      /Things\.id: "id" has another meaning/,
    ],
    [
      'with a level of the user',
      {
        base: 'string user_id = 1 [(tidemark.v1.dimension) = { level: "item" }]; string action = 2; int64 event_time_ms = 3;',
      },
      /user_id, option .*level: the user is the row/,
    ],
    [
      'with the action as a dimension',
      {
        base: 'string user_id = 1; string action = 2 [(tidemark.v1.dimension) = { required: true }]; int64 event_time_ms = 3;',
      },
      /Things\.action, option \(tidemark\.v1\.dimension\): the field is not a dimension/,
    ],
    [
      'with more dimensions than can be',
      { fields: Array.from({ length: 65 }, (_, i) => `string d${i} = ${i + 10};`).join('\n') },
      /65 dimensions exceed the maximum of 64/,
    ],
    [
      'with an action code of 0',
      { options: 'actions: { name: "pat" }' },
      /actions\[0\]\.code: 0 is not between 1 and 255/,
    ],
    [
      'with an action code over 255',
      { options: 'actions: { name: "pat" code: 256 }' },
      /actions\[0\]\.code: 256/,
    ],
    [
      'with an action code twice',
      { options: 'actions: { name: "a" code: 1 } actions: { name: "b" code: 1 }' },
      /actions\[1\]\.code: 1 is already the code of "a"/,
    ],
    [
      'with an action twice',
      { options: 'actions: { name: "a" code: 1 } actions: { name: "a" code: 2 }' },
      /actions\[1\]\.name: "a" is declared twice/,
    ],
    [
      'with a badly named action',
      { options: 'actions: { name: "Pat!" code: 1 }' },
      /actions\[0\]\.name: "Pat!" is not/,
    ],
    [
      'with a dedup dimension that does not exist',
      { options: 'actions: { name: "a" code: 1 dedup_dimensions: "size" }' },
      /dedup_dimensions\[0\]: "size" is not a dimension of the message/,
    ],
    [
      'with the user as a dedup dimension',
      { options: 'actions: { name: "a" code: 1 dedup_dimensions: "user_id" }' },
      /dedup_dimensions\[0\]: "user_id" must be omitted: the user is always part of the key/,
    ],
    [
      'with a dedup dimension twice',
      { options: 'actions: { name: "a" code: 1 dedup_dimensions: ["item_id", "item_id"] }', fields: ID },
      /"item_id" is listed twice/,
    ],
    [
      'with a window over the retention',
      { options: 'actions: { name: "a" code: 1 dedup_window_seconds: 86401 }' },
      /dedup_window_seconds: 86401 is longer than the retention of 86400/,
    ],
    [
      'with windows that share no multiple within the retention',
      {
        options:
          'actions: { name: "a" code: 1 dedup_window_seconds: 50000 } actions: { name: "b" code: 2 dedup_window_seconds: 7 }',
      },
      /actions: the least common multiple of the dedup windows \(50000, 7 s\) is 350000 s, longer than the retention of 86400 s/,
    ],
    [
      'with windows that share no multiple within 32 days',
      {
        options:
          'actions: { name: "a" code: 1 dedup_window_seconds: 86400 } actions: { name: "b" code: 2 dedup_window_seconds: 86399 }',
        retention: '{}',
      },
      /actions: the least common multiple .* is 7464873600 s, over 32 days/,
    ],
    [
      'with a limit of versions',
      { retention: '{ max_age_seconds: 86400 versions_max: 1 }' },
      /\.retention\.versions_max: must be omitted for events/,
    ],
    [
      'in generations',
      { options: 'actions: { name: "a" code: 1 dedup_window_seconds: 60 } generations: true' },
      /\.generations: must be omitted for events/,
    ],
  ])('%s', (_what, proto, message) => {
    expect(problemsOf(proto)).toMatch(message);
  });

  it('as a second default', () => {
    const options = `${look} events: { default: true }`;
    expect(problemsOf({ options }, { message: 'Thoughts', family: 'thoughts', options })).toMatch(
      /acme\.v1\.Thoughts: cannot be the default event DataType, because acme\.v1\.Things already is/,
    );
  });

  it('with a family that holds events in another corpus', () => {
    expect(problemsOf({}, { message: 'Thoughts', corpus: 'others' })).toMatch(
      /family "things" of events is already used by acme\.v1\.Things in corpus "users"/,
    );
  });

  it('when a DataType of objects has dimensions', () => {
    const body = `message Pets { ${dataTypeOptions()} string name = 1 [(tidemark.v1.dimension) = {}]; }`;
    const folder = protoFolder({ 'acme/v1/pets.proto': acmeProto(body) });
    expect(() => loadSchema({ protoPaths: [folder] })).toThrow(
      /acme\.v1\.Pets\.name, option \(tidemark\.v1\.dimension\): the message declares no actions/,
    );
  });
});
