import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { schemaSnapshotOf } from '../../../../src/codec/declarations/schema-snapshot';
import { compareSchemas, type SchemaSnapshot } from '../../../../src/core/schema/schema-lock';
import { eventProto, type EventProto } from '../../../support/event-proto';
import { protoFolder } from '../../../support/proto-folder';

const LEVEL = '[(tidemark.v1.dimension) = { level: "item" }]';
const OPTIONS = `actions: { name: "look" code: 1 dedup_dimensions: "item_id" dedup_window_seconds: 60 }
  events: { levels: "item" }`;
const FIELDS = `string item_id = 4 ${LEVEL}; string shop_id = 6;`;
const REQUIRED = FIELDS.replace('level: "item"', 'level: "item" required: true');
const CART = 'string cart_id = 7 [(tidemark.v1.dimension) = { level: "cart" required: true }];';
const SKETCHES = 'family: "item_counts" corpus: "counts" level: "item" breakdowns: "shop_id" reach: true';

function snapshot(proto: EventProto = {}): SchemaSnapshot {
  const text = eventProto({ options: OPTIONS, fields: FIELDS, ...proto });
  return schemaSnapshotOf(loadSchema({ protoPaths: [protoFolder({ 'acme/v1/things.proto': text })] }));
}

/** An event type with sketches. */
function counted(sketches = SKETCHES, fields = REQUIRED): EventProto {
  return { options: OPTIONS.replace('levels: "item"', `levels: "item" sketches: { ${sketches} }`), fields };
}

const locked = snapshot();
const compare = (proto: EventProto) => compareSchemas(locked, snapshot(proto));
const OF = 'DataType users/things:';

describe('a snapshot of an event type', () => {
  it('contains everything that stored events depend on', () => {
    expect(locked.dataTypes['users/things']).toEqual({
      message: 'acme.v1.Things',
      purpose: 'pet_care',
      lawfulBasis: 'consent',
      events: {
        user: { name: 'userId', idType: 'string' },
        dimensions: { 4: { name: 'itemId', idType: 'string' }, 6: { name: 'shopId', idType: 'string' } },
        levels: { item: 'itemId' },
        actions: { 1: { name: 'look', dedupDimensions: ['itemId'], dedupWindowSeconds: 60 } },
      },
    });
  });
});

describe('a change of an event type is compatible', () => {
  it.each<[string, EventProto, string[]]>([
    ['none', {}, []],
    ['a required dimension', { fields: FIELDS.replace('level: "item"', 'level: "item" required: true') }, []],
    ['the default', { options: OPTIONS.replace('levels', 'default: true levels') }, []],
    [
      'a dimension at the end',
      { fields: `${FIELDS} uint64 price = 7;` },
      [`${OF} dimension price`, 'acme.v1.Things: field price = 7'],
    ],
    [
      'another level',
      {
        options: OPTIONS.replace('"item"', '["shop", "item"]'),
        fields: FIELDS.replace('shop_id = 6', `shop_id = 6 ${LEVEL.replace('item', 'shop')}`),
      },
      [`${OF} level shop`],
    ],
    ['another action', { options: `${OPTIONS} actions: { name: "buy" code: 2 }` }, [`${OF} action buy (2)`]],
  ])('%s', (_what, proto, additions) => {
    expect(compare(proto)).toEqual({ incompatible: [], additions });
  });

  it('that adds what the first form of the lock did not contain', () => {
    const { message, events } = locked.dataTypes['users/things']!;
    const first = { ...locked.dataTypes, 'users/things': { message, actions: events!.actions } };
    expect(compareSchemas({ ...locked, dataTypes: first }, locked)).toEqual({
      incompatible: [],
      additions: [`${OF} purpose`, `${OF} lawful basis`, `${OF} user, dimensions and levels`],
    });
    const other = snapshot({ options: OPTIONS.replace('60', '61') });
    expect(compareSchemas({ ...locked, dataTypes: first }, other).incompatible).toHaveLength(1);
  });
});

describe('a change of an event type is incompatible', () => {
  it.each<[string, EventProto, RegExp]>([
    [
      'other ids of a dimension',
      { fields: FIELDS.replace('level: "item"', 'level: "item" id_type: UUID') },
      /ids of dimension itemId changed from string to uuid: add a dimension instead/,
    ],
    [
      'a removed dimension, reserved or not',
      { fields: `string item_id = 4 ${LEVEL}; reserved 6;` },
      /dimension shopId is removed, but stored events have it/,
    ],
    [
      'a dimension between others',
      { fields: `${FIELDS} string cart_id = 5;` },
      /dimension cartId = 5 is below existing ones, .* use a number above 6/,
    ],
    [
      'other ids of users',
      {
        base: 'string user_id = 1 [(tidemark.v1.dimension) = { id_type: UINT64 }]; string action = 2; int64 event_time_ms = 3;',
      },
      /the user changed from userId \(string\) to userId \(uint64\), .* add a DataType instead/,
    ],
    [
      'a removed level',
      { options: OPTIONS.replace('levels: "item"', ''), fields: FIELDS.replace(LEVEL, '') },
      /level item is removed, but queries and caps name it/,
    ],
    [
      'a level of another dimension',
      { fields: FIELDS.replace(LEVEL, '').replace('shop_id = 6', `shop_id = 6 ${LEVEL}`) },
      /level item is identified by shopId instead of itemId/,
    ],
    [
      'another dedup window',
      { options: OPTIONS.replace('60', '61') },
      /action code 1 \(look\): the dedup policy changed from itemId in 60 s to itemId in 61 s/,
    ],
  ])('%s', (_what, proto, message) => {
    expect(compare(proto).incompatible).toEqual([expect.stringMatching(message)]);
  });
});

describe('sketches', () => {
  const withSketches = snapshot(counted());
  const change = (proto: EventProto) => compareSchemas(withSketches, snapshot(proto));
  const NAMED = `${OF} sketches counts/item_counts`;

  it('are in the snapshot by their table and family', () => {
    const registered = snapshot(
      counted(`${SKETCHES} time_zone: "Asia/Jakarta" registered_as: "users/profile"`),
    );
    expect(registered.dataTypes['users/things']!.events!.sketches).toEqual({
      'counts/item_counts': {
        level: 'item',
        timeZone: 'Asia/Jakarta',
        breakdowns: ['shopId'],
        reach: true,
        registeredAs: 'users/profile',
      },
    });
    expect(locked.dataTypes['users/things']!.events?.sketches).toBeUndefined();
  });

  it.each<[string, string, string[]]>([
    ['in nothing', SKETCHES, []],
    ['in their retention', `${SKETCHES} retention: { max_age_seconds: 60 }`, []],
  ])('can change %s', (_what, sketches, additions) => {
    expect(change(counted(sketches))).toEqual({ incompatible: [], additions });
  });

  it('can be added', () => {
    const added = compareSchemas(snapshot({ fields: REQUIRED }), withSketches);
    expect(added).toEqual({ incompatible: [], additions: [NAMED] });
    const others = counted(`${SKETCHES} } sketches: { family: "more" corpus: "counts" level: "item"`);
    expect(compareSchemas(withSketches, snapshot(others))).toEqual({
      incompatible: [],
      additions: [`${OF} sketches counts/more`],
    });
  });

  it('can get reach, and breakdowns after the existing ones', () => {
    const fields = `${REQUIRED} string cart_id = 7;`;
    const before = snapshot(counted(SKETCHES.replace('reach: true', ''), fields));
    const after = snapshot(counted(SKETCHES.replace('"shop_id"', '["shop_id", "cart_id"]'), fields));
    expect(compareSchemas(before, after)).toEqual({
      incompatible: [],
      additions: [`${NAMED}: reach`, `${NAMED}: breakdown cartId`],
    });
  });

  it.each<[string, string, RegExp]>([
    [
      'in another family',
      SKETCHES.replace('item_counts', 'other'),
      /sketches counts\/item_counts are removed/,
    ],
    ['in another table', SKETCHES.replace('"counts"', '"other"'), /sketches counts\/item_counts are removed/],
    [
      'of another level',
      SKETCHES.replace('level: "item"', 'level: "cart"'),
      /the level changed from item to cart/,
    ],
    [
      'of other days',
      `${SKETCHES} time_zone: "Asia/Jakarta"`,
      /the time zone changed from UTC to Asia\/Jakarta/,
    ],
    ['of registered items', `${SKETCHES} registered_as: "users/profile"`, /from nothing to users\/profile/],
    ['without reach', SKETCHES.replace('reach: true', ''), /reach is removed/],
    [
      'with another breakdown',
      SKETCHES.replace('shop_id', 'cart_id'),
      /the breakdowns changed from shopId to cartId, .*: add breakdowns at the end/,
    ],
    [
      'with another breakdown before it',
      SKETCHES.replace('"shop_id"', '["cart_id", "shop_id"]'),
      /the breakdowns changed from shopId to cartId/,
    ],
    ['without a breakdown', SKETCHES.replace('breakdowns: "shop_id"', ''), /changed from shopId to none/],
  ])('are rejected %s', (_what, sketches, message) => {
    const fields = `${REQUIRED} ${CART}`;
    const { options } = counted(sketches, fields);
    const { incompatible } = change({
      fields,
      options: options!.replace('levels: "item"', 'levels: ["cart", "item"]'),
    });
    expect(incompatible).toEqual([expect.stringMatching(message)]);
  });
});
