import { readFileSync } from 'node:fs';
import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { schemaSnapshotOf } from '../../../../src/codec/declarations/schema-snapshot';
import { compareSchemas, type SchemaSnapshot } from '../../../../src/core/schema/schema-lock';
import { acmeProto, dataTypeOptions, protoFolder } from '../../../support/proto-folder';

function snapshot(body: string, options: Parameters<typeof dataTypeOptions>[0] = {}): SchemaSnapshot {
  const text = acmeProto(`message Pets { ${dataTypeOptions(options)} ${body} }\n${TOYS}`);
  return schemaSnapshotOf(loadSchema({ protoPaths: [protoFolder({ 'acme/v1/pets.proto': text })] }));
}

const TOYS = 'message Toy { string name = 1; } message Toy2 { string name = 1; }';
const KINDS = 'enum Kind { NONE = 0; CAT = 1; DOG = 2; }';
const before = 'string name = 1; Toy toy = 2; oneof home { string house = 4; string tree = 5; }';

describe('the committed lock', () => {
  it('contains the built-in schema: after a change of the protos run `tidemark schema lock`', () => {
    const locked = JSON.parse(readFileSync('protos/schema.lock.json', 'utf8')) as SchemaSnapshot;
    expect(locked).toEqual(JSON.parse(JSON.stringify(schemaSnapshotOf(loadSchema()))));
  });
});

describe('a snapshot', () => {
  it('contains every message and enum that a DataType reaches, but not those of google.protobuf', () => {
    const text = acmeProto(
      `${KINDS} ${TOYS}
       message Pets { ${dataTypeOptions()} map<string, Toy> toys = 1; repeated Kind kinds = 2;
         optional int64 age = 3; oneof home { string house = 4; } google.protobuf.Timestamp born = 5; reserved 7, 9 to 11; }
       message Unreached { string name = 1; }`,
      ['google/protobuf/timestamp.proto'],
    );
    const schema = loadSchema({ protoPaths: [protoFolder({ 'acme/v1/pets.proto': text })] });
    const { messages, enums } = schemaSnapshotOf(schema);
    expect(Object.keys(messages).filter((name) => name.startsWith('acme'))).toEqual([
      'acme.v1.Pets',
      'acme.v1.Toy',
    ]);
    expect(Object.keys(messages).filter((name) => name.startsWith('google'))).toEqual([]);
    expect(enums).toEqual({ 'acme.v1.Kind': { values: { 0: 'NONE', 1: 'CAT', 2: 'DOG' }, reserved: [] } });
    expect(messages['acme.v1.Pets']).toEqual({
      fields: {
        1: { name: 'toys', type: 'map<string, acme.v1.Toy>' },
        2: { name: 'kinds', type: 'repeated acme.v1.Kind' },
        3: { name: 'age', type: 'int64' },
        4: { name: 'house', type: 'string', oneof: 'home' },
        5: { name: 'born', type: 'google.protobuf.Timestamp' },
      },
      reserved: [
        [7, 7],
        [9, 11],
      ],
    });
  });

  it('contains messages that contain themselves', () => {
    const { messages } = snapshot('Pets young = 1;');
    expect(messages['acme.v1.Pets']?.fields).toEqual({ 1: { name: 'young', type: 'acme.v1.Pets' } });
  });

  it('is equal after a round trip through JSON', () => {
    const whole = snapshot(before);
    expect(JSON.parse(JSON.stringify(whole))).toEqual(whole);
  });
});

describe('the stored form of sketches', () => {
  it('is locked if any sketches are declared', () => {
    const { messages } = schemaSnapshotOf(loadSchema());
    expect(Object.keys(messages['tidemark.v1.Sketch']!.fields).map(Number)).toContain(6);
  });
});

describe('a message change is compatible', () => {
  it.each([
    ['none', before, []],
    ['a new field', `${before} int64 age = 6;`, ['acme.v1.Pets: field age = 6']],
    [
      'a removed and reserved field',
      'Toy toy = 2; oneof home { string house = 4; string tree = 5; } reserved 1;',
      ['acme.v1.Pets: reserved 1'],
    ],
    [
      'a new message inside',
      `${before} Toy2 best = 6;`,
      ['acme.v1.Pets: field best = 6', 'message acme.v1.Toy2'],
    ],
  ])('%s', (_what, after, additions) => {
    expect(compareSchemas(snapshot(before), snapshot(after))).toEqual({ incompatible: [], additions });
  });

  it('other options of the DataType', () => {
    const changed = snapshot(before, {
      owner: '"others"',
      retention: '{ max_age_seconds: 1 }',
      value_bytes_max: '7',
    });
    expect(compareSchemas(snapshot(before), changed)).toEqual({ incompatible: [], additions: [] });
  });
});

describe('a message change is incompatible', () => {
  it.each([
    [
      'a removed field',
      before.replace('string name = 1;', ''),
      /field number 1 \(name\) is removed without `reserved 1;`/,
    ],
    [
      'a reused number',
      before.replace('string name = 1;', 'string title = 1;'),
      /field number 1 is reused: it was name and is now title/,
    ],
    [
      'another type',
      before.replace('string name', 'bytes name'),
      /field number 1 \(name\): its type changed from string to bytes/,
    ],
    [
      'another message',
      before.replace('Toy toy', 'Toy2 toy'),
      /its type changed from acme\.v1\.Toy to acme\.v1\.Toy2/,
    ],
    [
      'one made repeated',
      before.replace('string name', 'repeated string name'),
      /from string to repeated string/,
    ],
    [
      'a field taken into a oneof',
      before.replace('string name = 1;', '').replace('{', '{ string name = 1;'),
      /it moved from no oneof to oneof home/,
    ],
  ])('%s', (_what, after, message) => {
    const { incompatible } = compareSchemas(snapshot(before), snapshot(after));
    expect(incompatible).toEqual([expect.stringMatching(message)]);
  });

  it('a reserved number that is used or no longer reserved', () => {
    const reserved = snapshot('string name = 1; reserved 2 to 4;');
    const used = compareSchemas(reserved, snapshot('string name = 1; string toy = 3; reserved 2, 4;'));
    expect(used.incompatible).toEqual(['acme.v1.Pets: field number 3 (toy) is reserved: use a new number']);
    const forgotten = compareSchemas(reserved, snapshot('string name = 1; reserved 2 to 3;'));
    expect(forgotten.incompatible).toEqual(['acme.v1.Pets: `reserved 2 to 4;` is removed']);
    const rewritten = compareSchemas(reserved, snapshot('string name = 1; reserved 2, 3 to 5;'));
    expect(rewritten).toEqual({ incompatible: [], additions: ['acme.v1.Pets: reserved 3 to 5'] });
  });
});

describe('an enum', () => {
  const withEnum = (values: string): SchemaSnapshot => snapshot(`enum Kind { ${values} } Kind kind = 1;`);
  const locked = withEnum('NONE = 0; CAT = 1; DOG = 2;');

  it.each([
    ['a removed value', 'NONE = 0; CAT = 1;', /value 2 \(DOG\) is removed without `reserved 2;`/],
    ['a reused number', 'NONE = 0; CAT = 1; COW = 2;', /value 2 is reused: it was DOG and is now COW/],
  ])('is rejected with %s', (_what, values, message) => {
    expect(compareSchemas(locked, withEnum(values)).incompatible).toEqual([expect.stringMatching(message)]);
  });

  it('accepts new values, and removed ones that are reserved', () => {
    expect(compareSchemas(locked, withEnum('NONE = 0; CAT = 1; reserved 2; COW = 3;'))).toEqual({
      incompatible: [],
      additions: ['acme.v1.Pets.Kind: value COW = 3', 'acme.v1.Pets.Kind: reserved 2'],
    });
  });

  it('keeps reserved values', () => {
    const reserved = withEnum('NONE = 0; reserved 2;');
    expect(compareSchemas(reserved, withEnum('NONE = 0; DOG = 2;')).incompatible).toEqual([
      'acme.v1.Pets.Kind: value 2 (DOG) is reserved: use a new number',
    ]);
  });
});

describe('a DataType', () => {
  const builtIn = schemaSnapshotOf(loadSchema());
  const change = (name: string, dataType: object | undefined): SchemaSnapshot => {
    const dataTypes = { ...builtIn.dataTypes, [name]: dataType } as Record<string, unknown>;
    if (dataType === undefined) delete dataTypes[name];
    return { ...builtIn, dataTypes: dataTypes as SchemaSnapshot['dataTypes'] };
  };
  const profile = builtIn.dataTypes['users/profile']!;
  const without = change('users/profile', undefined);

  it.each([
    ['removed', without, /DataType users\/profile is removed/],
    [
      'renamed',
      { ...without, dataTypes: { ...without.dataTypes, 'users/person': profile } },
      /users\/profile: its family is renamed to users\/person/,
    ],
    [
      'moved',
      { ...without, dataTypes: { ...without.dataTypes, 'people/profile': profile } },
      /users\/profile: its corpus changed to people/,
    ],
    [
      'of another message',
      change('users/profile', { ...profile, message: 'tidemark.v1.Embedding' }),
      /stored cells are tidemark\.v1\.Profile, and would be read as/,
    ],
    [
      'for another purpose',
      change('users/profile', { ...profile, purpose: 'fraud' }),
      /users\/profile: its purpose changed from ads_personalization to fraud/,
    ],
    [
      'on another lawful basis',
      change('users/profile', { ...profile, lawfulBasis: 'contract' }),
      /users\/profile: its lawful basis changed from consent to contract/,
    ],
    [
      'stored in generations',
      change('users/profile', { ...profile, generations: true }),
      /users\/profile: generations are turned on, but stored columns have the other form/,
    ],
    [
      'turned into events',
      change('users/profile', { ...profile, events: {} }),
      /events and objects are stored differently/,
    ],
  ])('is rejected when %s', (_what, changed, message) => {
    expect(compareSchemas(builtIn, changed).incompatible).toEqual([expect.stringMatching(message)]);
  });

  const events = builtIn.dataTypes['users/ad_action'];
  const withActions = (change_: (actions: Record<string, object>) => void): SchemaSnapshot => {
    const copy = JSON.parse(JSON.stringify(events)) as { events: { actions: Record<string, object> } };
    change_(copy.events.actions);
    return change('users/ad_action', copy);
  };

  it.each([
    ['removed', withActions((all) => void delete all['2']), /action code 2 \(click\) is removed/],
    [
      'whose code is reused',
      withActions((all) => Object.assign(all['2'] ?? {}, { name: 'tap' })),
      /action code 2 is reused: it was click and is now tap/,
    ],
    [
      'with another dedup window',
      withActions((all) => Object.assign(all['2'] ?? {}, { dedupWindowSeconds: 20 })),
      /dedup policy changed from adId in 10 s to adId in 20 s/,
    ],
    [
      'with other dedup dimensions',
      withActions((all) => Object.assign(all['2'] ?? {}, { dedupDimensions: [] })),
      /dedup policy changed from adId in 10 s to user in 10 s/,
    ],
  ])('is rejected with an action %s', (_what, changed, message) => {
    expect(compareSchemas(builtIn, changed).incompatible).toEqual([expect.stringMatching(message)]);
  });

  it('can be added, and can get new actions', () => {
    const more = withActions(
      (all) => void (all['9'] = { name: 'share', dedupDimensions: [], dedupWindowSeconds: 1 }),
    );
    const dataTypes = { ...more.dataTypes, 'users/pets': { message: 'acme.v1.Pets' } };
    expect(compareSchemas(builtIn, { ...more, dataTypes })).toEqual({
      incompatible: [],
      additions: ['DataType users/ad_action: action share (9)', 'DataType users/pets'],
    });
  });
});
