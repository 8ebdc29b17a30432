import { loadSchema, type SchemaRegistry } from '../../../../src/codec/declarations/schema-registry';
import { TidemarkError } from '../../../../src/errors';
import { acmeProto, dataTypeOptions, protoFolder } from '../../../support/proto-folder';

const pets = (options: string, fields = 'string name = 1;'): string =>
  acmeProto(`message Pets { ${options} ${fields} }`);

function load(text: string): SchemaRegistry {
  return loadSchema({ protoPaths: [protoFolder({ 'acme/v1/pets.proto': text })] });
}

function problemOf(action: () => unknown): TidemarkError {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(TidemarkError);
    return error as TidemarkError;
  }
  throw new Error('nothing was thrown');
}

describe('the built-in schema', () => {
  const schema = loadSchema();

  it.each([
    ['campaign_counts', []],
    ['campaigns', ['campaign', 'pacing_change', 'pacing_snapshot', 'pacing_state', 'stage_progress']],
    ['users', ['ad_action', 'campaign_action', 'embedding', 'profile']],
  ])('has the corpus %s with DataTypes %j', (corpus, families) => {
    expect(schema.corpus(corpus).dataTypes.map(({ family }) => family)).toEqual(families);
  });

  it('has no other corpora', () => {
    const names = schema.corpora().map(({ name }) => name);
    expect(names).toEqual(['campaign_counts', 'campaigns', 'users']);
  });

  it('reads all parts of a declaration', () => {
    expect(schema.dataType('users', 'profile')).toEqual({
      family: 'profile',
      corpus: 'users',
      message: 'tidemark.v1.Profile',
      owner: 'ads-personalization',
      provenance: 'personalization-pipeline',
      purpose: 'ads_personalization',
      lawfulBasis: 'consent',
      retention: { maxAgeMs: 15_552_000_000, versionsMax: 3 },
      valueBytesMax: 1_048_576,
      readers: ['ads-serving'],
      writers: ['ads-personalization'],
    });
  });

  it('reads actions with dimensions in camelCase', () => {
    const { family, events } = schema.eventDataType();
    expect(family).toBe('ad_action');
    expect(events.actions.map(({ name, code }) => [name, code])).toEqual([
      ['impression', 1],
      ['click', 2],
      ['view', 3],
      ['save', 4],
    ]);
    expect(events.actions[0]!.dedup).toMatchObject({
      dimensions: [{ name: 'insertionId' }],
      windowSeconds: 86_400,
    });
  });

  it('is frozen', () => {
    const { actions } = schema.eventDataType().events;
    expect(Object.isFrozen(schema.corpus('users'))).toBe(true);
    expect(Object.isFrozen(actions[0]!.dedup.dimensions[0])).toBe(true);
  });

  it.each([
    ['unknown_corpus', 'corpus', () => schema.corpus('unknown')],
    ['unknown_corpus', 'corpus', () => schema.dataType('__proto__', 'profile')],
    ['unknown_data_type', 'dataType', () => schema.dataType('users', 'toString')],
  ])('throws %s naming %s', (code, field, action) => {
    expect(problemOf(action)).toMatchObject({ code, field });
  });
});

describe('a proto folder of the user', () => {
  it('adds a DataType without a build', () => {
    const schema = load(pets(dataTypeOptions({ value_bytes_max: '100' })));
    expect(schema.dataType('users', 'pets')).toMatchObject({
      message: 'acme.v1.Pets',
      valueBytesMax: 100,
      retention: { maxAgeMs: 86_400_000, versionsMax: 2 },
    });
    expect(schema.dataType('users', 'profile').message).toBe('tidemark.v1.Profile');
  });

  it('can import well-known types and other files of the folder, and can contain a copy of options.proto', () => {
    const folder = protoFolder({
      'acme/v1/pets.proto': acmeProto(
        `message Pets { ${dataTypeOptions()} Toy toy = 1; google.protobuf.Timestamp born = 2; }`,
        ['acme/v1/toy.proto', 'google/protobuf/timestamp.proto'],
      ),
      'acme/v1/toy.proto': 'syntax = "proto3"; package acme.v1; message Toy { string name = 1; }',
      'tidemark/v1/options.proto': 'not even a proto file',
    });
    const schema = loadSchema({ protoPaths: [folder] });
    const codec = schema.codec(schema.dataType('users', 'pets'));
    const json = { toy: { name: 'ball' }, born: '2026-01-02T03:04:05Z' };
    expect(codec.toJson(codec.fromJson(json))).toEqual(json);
  });

  it('can define custom options', () => {
    const text = acmeProto(
      `extend google.protobuf.FieldOptions { string note = 51002; }
       message Pets { ${dataTypeOptions()} string name = 1 [(note) = "call name"]; }`,
      ['google/protobuf/descriptor.proto'],
    );
    expect(load(text).dataType('users', 'pets').owner).toBe('pet-team');
  });

  it.each([
    ['(tidemark.v1.data_type)', 'acme.v1', true],
    ['(.tidemark.v1.data_type)', 'acme.v1', true],
    ['(data_type)', 'tidemark.v1.pets', true],
    ['(v1.data_type)', 'tidemark', true],
    ['(data_type)', 'acme.v1', false],
    ['(.data_type)', 'tidemark.v1', false],
    ['(.v1.data_type)', 'tidemark', false],
  ])('resolves the option %s in package %s: %s', (option, packageName, found) => {
    const text = pets(dataTypeOptions())
      .replace('(tidemark.v1.data_type)', option)
      .replace('package acme.v1', `package ${packageName}`);
    const families = load(text)
      .dataTypes()
      .map(({ family }) => family);
    expect(families.includes('pets')).toBe(found);
  });

  it.each([
    [
      'a folder that does not exist',
      () => loadSchema({ protoPaths: ['/no/such/folder'] }),
      /\/no\/such\/folder is not a folder/,
    ],
    [
      'an import that is nowhere',
      () => load(acmeProto('', ['acme/nowhere.proto'])),
      /acme\/nowhere\.proto is imported but not found in/,
    ],
    ['a syntax error', () => load('syntax = "proto3"; message {'), /pets\.proto, line 1/],
    [
      'a list of messages, which the parser cannot read',
      () => load(pets(dataTypeOptions({ actions: '[ { code: 1 } ]' }))),
      /repeating the field/,
    ],
    [
      'a built-in file name',
      () => loadSchema({ protoPaths: [protoFolder({ 'tidemark/v1/profile.proto': '' })] }),
      /has the name of a built-in proto file/,
    ],
    ['a type that is nowhere', () => load(pets(dataTypeOptions(), 'Toy toy = 1;')), /no such.*Toy/],
  ])('is rejected with %s', (_what, action, message) => {
    const error = problemOf(action);
    expect(error.code).toBe('schema_invalid');
    expect(error.message).toMatch(message);
  });
});

describe('a declaration is rejected', () => {
  const refused: readonly [string, Parameters<typeof dataTypeOptions>[0], RegExp][] = [
    [
      'without a family',
      { family: undefined },
      /acme\.v1\.Pets, option \(tidemark\.v1\.data_type\)\.family: missing/,
    ],
    ['with a bad family', { family: '"pet food"' }, /\.family: "pet food" is not/],
    ['with a family of Tidemark', { family: '"_wm"' }, /starts with an underscore/],
    ['with a family over 64 bytes', { family: `"${'x'.repeat(65)}"` }, /\.family: /],
    ['without a corpus', { corpus: undefined }, /\.corpus: missing/],
    ['with a bad corpus', { corpus: '"a/b"' }, /\.corpus: "a\/b" is not/],
    [
      'with the corpus of a table of Tidemark',
      { corpus: '"tidemark_directory"' },
      /\.corpus: "tidemark_directory" is reserved/,
    ],
    ['without an owner', { owner: undefined }, /\.owner: missing/],
    ['with an empty owner', { owner: '""' }, /\.owner: missing/],
    ['without provenance', { provenance: undefined }, /\.provenance: missing/],
    ['without a consent purpose', { purpose: undefined }, /\.purpose: missing/],
    ['without retention', { retention: undefined }, /\.retention: missing/],
    ['over 100 MB', { value_bytes_max: '104857601' }, /\.value_bytes_max: 104857601 is over/],
    ['with a misspelt option', { famly: '"x"' }, /\.famly: unknown field of tidemark\.v1\.DataTypeOptions/],
    ['with a misspelt nested option', { retention: '{ age: 1 }' }, /\.retention\.age: /],
    ['with an option of the wrong type', { owner: '7' }, /\.owner: must be a string, not a number/],
    ['with a reader named twice', { readers: '[ "a", "a" ]' }, /\.readers: contains a duplicate/],
    ['with a family that is taken', { family: '"profile"' }, /family "profile" of corpus "users" is/],
  ];

  it.each(refused)('%s', (_what, overrides, message) => {
    const error = problemOf(() => load(pets(dataTypeOptions(overrides))));
    expect(error.code).toBe('schema_invalid');
    expect(error.message).toMatch(message);
  });

  it('with a google.protobuf.Any anywhere inside', () => {
    const text = acmeProto(
      `message Toy { google.protobuf.Any what = 1; } message Pets { ${dataTypeOptions()} Toy toy = 1; }`,
      ['google/protobuf/any.proto'],
    );
    expect(problemOf(() => load(text)).message).toMatch(/acme\.v1\.Toy\.what: google\.protobuf\.Any/);
  });

  it('with two fields of one JSON name', () => {
    const text = pets(dataTypeOptions(), 'string pet_name = 1; string petName = 2;');
    expect(problemOf(() => load(text)).message).toMatch(
      /acme\.v1\.Pets\.petName: has the same JSON name as pet_name/,
    );
  });

  it('with required fields', () => {
    const text = pets(dataTypeOptions(), 'required string name = 1;').replace('proto3', 'proto2');
    expect(problemOf(() => load(text)).message).toMatch(/acme\.v1\.Pets\.name: required/);
  });

  it('with all its problems at once', () => {
    const { message } = problemOf(() => load(pets(dataTypeOptions({ owner: undefined, corpus: undefined }))));
    expect(message).toMatch(/\.owner: missing/);
    expect(message).toMatch(/\.corpus: missing/);
  });
});
