import { loadSchema, type SchemaRegistry } from '../../../../src/codec/declarations/schema-registry';
import type { SketchDeclaration } from '../../../../src/core/schema/schema';
import { TidemarkError } from '../../../../src/errors';
import { eventProto } from '../../../support/event-proto';
import { acmeProto, dataTypeOptions, protoFolder } from '../../../support/proto-folder';

const FIELDS = `string item_id = 4 [(tidemark.v1.dimension) = { level: "item" required: true }];
  string shop_id = 5 [(tidemark.v1.dimension) = { level: "shop" }]; string page = 6;`;
const COUNTS = 'family: "item_counts" corpus: "counts" level: "item"';

/** Declares an event type with these sketches, and a DataType of objects `items/item`. */
function load(...sketches: string[]): SchemaRegistry {
  const options = `actions: { name: "look" code: 1 }
    events: { levels: ["shop", "item"] ${sketches.map((each) => `sketches: { ${each} }`).join(' ')} }`;
  const items = dataTypeOptions({ family: '"item"', corpus: '"items"' });
  const folder = protoFolder({
    'acme/v1/things.proto': eventProto({ options, fields: FIELDS }),
    'acme/v1/item.proto': acmeProto(`message Item { ${items} string name = 1; }`),
  });
  return loadSchema({ protoPaths: [folder] });
}

function sketchesOf(schema: SchemaRegistry): readonly SketchDeclaration[] {
  return schema.eventDataType('things').events.sketches;
}

function problemsOf(...sketches: string[]): string {
  try {
    load(...sketches);
  } catch (error) {
    expect(error).toBeInstanceOf(TidemarkError);
    expect((error as TidemarkError).code).toBe('schema_invalid');
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

describe('sketches', () => {
  it('are read with all parts, and are listed in their table', () => {
    const schema = load(
      `${COUNTS} breakdowns: [ "page", "shop_id" ] time_zone: "Asia/Jakarta" reach: true
       registered_as: "items/item" retention: { max_age_seconds: 60 }`,
    );
    const { dimensions, levels } = schema.eventDataType('things').events;
    const [declared] = sketchesOf(schema);
    expect(declared).toEqual({
      family: 'item_counts',
      corpus: 'counts',
      level: levels[1],
      breakdowns: [dimensions[2], dimensions[1]],
      timeZone: 'Asia/Jakarta',
      reach: true,
      registeredAs: { corpus: 'items', family: 'item' },
      retention: { maxAgeMs: 60_000, versionsMax: 1 },
    });
    expect(schema.corpus('counts')).toEqual({ name: 'counts', dataTypes: [], sketches: [declared] });
  });

  it('default to days in UTC, all entities and unlimited retention', () => {
    expect(sketchesOf(load(COUNTS))[0]).toMatchObject({
      timeZone: 'UTC',
      breakdowns: [],
      reach: false,
      retention: { versionsMax: 1 },
    });
    expect(sketchesOf(load(COUNTS))[0]!.registeredAs).toBeUndefined();
  });

  it("can be in the events' table, and an event type can have several", () => {
    const schema = load('family: "by_item" corpus: "users" level: "item"', COUNTS);
    expect(sketchesOf(schema).map(({ family }) => family)).toEqual(['by_item', 'item_counts']);
    expect(schema.corpus('users').sketches.map(({ family }) => family)).toEqual(['by_item']);
    expect(schema.corpus('users').dataTypes.map(({ family }) => family)).toContain('things');
  });
});

describe('sketches are rejected', () => {
  const AT = 'acme.v1.Things, option (tidemark.v1.data_type).events.sketches[0]';

  it.each([
    ['without a family', COUNTS.replace('"item_counts"', '""'), '.family: "" is not a valid family name'],
    [
      'with a family of Tidemark',
      COUNTS.replace('item_counts', '_wm'),
      '.family: "_wm" is not a valid family name',
    ],
    ['with a bad corpus', COUNTS.replace('"counts"', '"a/b"'), '.corpus: "a/b" is not a valid corpus name'],
    [
      'with the corpus of a table of Tidemark',
      COUNTS.replace('"counts"', '"tidemark_fences"'),
      '.corpus: "tidemark_fences" is not a valid corpus name',
    ],
    [
      'without a level',
      COUNTS.replace('level: "item"', ''),
      '.level: "" is not in events.levels: shop, item',
    ],
    [
      'of a level that events may lack',
      COUNTS.replace('"item"', '"shop"'),
      '.level: the dimension of "shop" must',
    ],
    [
      'of days nowhere',
      `${COUNTS} time_zone: "Mars/Base"`,
      '.time_zone: "Mars/Base" is not an IANA time zone',
    ],
    [
      'by what is no dimension',
      `${COUNTS} breakdowns: "colour"`,
      '.breakdowns[0]: "colour" is not the field of',
    ],
    [
      'by the user',
      `${COUNTS} breakdowns: "user_id"`,
      '.breakdowns[0]: "user_id" is not the field of a dimension',
    ],
    [
      'by the entity itself',
      `${COUNTS} breakdowns: "item_id"`,
      '.breakdowns[0]: "item_id" is the entity itself',
    ],
    ['by one twice', `${COUNTS} breakdowns: ["page", "page"]`, '.breakdowns[1]: "page" is listed twice'],
    [
      'with a bad register',
      `${COUNTS} registered_as: "items"`,
      '.registered_as: "items" is not <corpus>/<family>',
    ],
    [
      'with versions',
      `${COUNTS} retention: { versions_max: 2 }`,
      '.retention.versions_max: must be 1 for sketches',
    ],
    ['with a misspelt option', `${COUNTS} timezone: "UTC"`, '.timezone: '],
  ])('%s', (_what, sketches, problem) => {
    expect(problemsOf(sketches)).toContain(AT + problem);
  });

  it('with more than eight breakdowns', () => {
    const nine = Array.from({ length: 9 }, () => '"page"').join(', ');
    expect(problemsOf(`${COUNTS} breakdowns: [${nine}]`)).toContain(
      `${AT}.breakdowns: 9 exceed the maximum of 8`,
    );
  });

  it.each([
    [
      'in the family of a DataType',
      COUNTS.replace('item_counts', 'item').replace('"counts"', '"items"'),
      'family "item" of',
    ],
    [
      'registered nowhere',
      `${COUNTS} registered_as: "items/nothing"`,
      'registered_as "items/nothing", which is not a DataType',
    ],
    [
      'registered as events',
      `${COUNTS} registered_as: "users/things"`,
      'registered_as "users/things", which is not a DataType',
    ],
  ])('%s', (_what, sketches, problem) => {
    expect(problemsOf(sketches)).toContain(problem);
  });

  it('in the family of other data', () => {
    expect(problemsOf(COUNTS, COUNTS)).toContain(
      'family "item_counts" of corpus "counts" is already used by acme.v1.Things',
    );
  });
});
