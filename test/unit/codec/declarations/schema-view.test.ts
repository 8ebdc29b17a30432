import { loadSchema } from '../../../../src/codec/declarations/schema-registry';
import { schemaView } from '../../../../src/codec/declarations/schema-view';
import { acmeProto, dataTypeOptions, protoFolder } from '../../../support/proto-folder';

const viewOf = (text: string, family: string) => {
  const schema = loadSchema({ protoPaths: [protoFolder({ 'acme/v1/pets.proto': text })] });
  const users = schemaView(schema).corpora.find(({ name }) => name === 'users')!;
  return users.dataTypes.find((each) => each.family === family)!;
};

describe('the view of a schema', () => {
  it('lists the fields of a message by number, with their labels', () => {
    const { fields } = viewOf(
      acmeProto(`message Pets { ${dataTypeOptions()}
        repeated string nick_names = 3;
        string name = 1;
        optional int32 age = 2;
        map<string, double> scores = 4;
        oneof home { string kennel = 5; string basket = 6; } }`),
      'pets',
    );
    const found = fields.map(({ number, name, jsonName, type, label, keyType, oneof }) =>
      [number, name, jsonName, label, keyType, type, oneof].filter((each) => each !== undefined).join(' '),
    );
    expect(found).toEqual([
      '1 name name singular string',
      '2 age age optional int32',
      '3 nick_names nickNames repeated string',
      '4 scores scores map string double',
      '5 kennel kennel singular string home',
      '6 basket basket singular string home',
    ]);
  });

  it('lists each used message and enum once, also of a message that contains itself', () => {
    const { types } = viewOf(
      acmeProto(`enum Kind { KIND_UNSPECIFIED = 0; CAT = 1; }
        message Pets { ${dataTypeOptions()} Pet first = 1; repeated Pet others = 2; Pets more = 3; Kind kind = 4; }
        message Pet { string name = 1; Pet parent = 2; }`),
      'pets',
    );
    expect(types.map(({ name }) => name)).toEqual(['acme.v1.Pet', 'acme.v1.Kind']);
    expect(types[0]!.fields!.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'name string',
      'parent acme.v1.Pet',
    ]);
    expect(types[1]!.values).toEqual({ KIND_UNSPECIFIED: 0, CAT: 1 });
  });

  it('lists well-known types by name only', () => {
    const text = acmeProto(`message Pets { ${dataTypeOptions()} google.protobuf.Timestamp born = 1; }`, [
      'google/protobuf/timestamp.proto',
    ]);
    const { fields, types } = viewOf(text, 'pets');
    expect(fields[0]).toMatchObject({ type: 'google.protobuf.Timestamp' });
    expect(types).toEqual([]);
  });
});
