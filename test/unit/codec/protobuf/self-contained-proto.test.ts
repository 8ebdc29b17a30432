import protobuf from 'protobufjs';
import { loadDescriptors } from '../../../../src/codec/protobuf/descriptors';
import { ShapeCompiler } from '../../../../src/codec/protobuf/message-shape';
import { selfContainedProto } from '../../../../src/codec/protobuf/self-contained-proto';
import { acmeProto, protoFolder } from '../../../support/proto-folder';

/** A message with all kinds of fields. */
const VISIT = acmeProto(
  `
  message Visit {
    enum Status { UNKNOWN = 0; OPEN = 1; }
    message Place { string name = 1; Kind kind = 2; enum Kind { UNKNOWN = 0; HOME = 1; } }
    string user_id = 1;
    optional int32 rank = 2;
    repeated sint64 times = 3;
    repeated uint32 old_times = 4 [packed = false];
    map<string, Place> places = 5;
    oneof device { string phone = 6; Tablet tablet = 7; }
    Status status = 8;
    google.protobuf.Timestamp at = 9;
    acme.other.Tablet second = 10;
    Visit previous = 11;
    bytes raw = 12 [json_name = "rawBytes"];
    Alias alias = 13;
    string last = 900;
  }
  message Tablet { double inches = 1; }
  enum Alias { option allow_alias = true; NONE = 0; FIRST = 1; ERSTE = 1; }
  `,
  ['google/protobuf/timestamp.proto', 'acme/other.proto'],
);
const OTHER =
  'syntax = "proto3"; package acme.other; message Tablet { fixed64 serial = 1; Tablet twin = 2; }';

function load(files: Readonly<Record<string, string>>): protobuf.Root {
  return loadDescriptors({ protoPaths: [protoFolder(files)] });
}

function definitionOf(root: protobuf.Root, name: string): string {
  return selfContainedProto(new ShapeCompiler().message(root.lookupType(name)));
}

const BYTES = Buffer.from('0102', 'hex');
const MESSAGE = {
  user_id: 'ada',
  rank: 0,
  times: ['-5', '7'],
  old_times: [1, 2],
  places: { here: { name: 'home', kind: 1 } },
  tablet: { inches: 10.5 },
  status: 1,
  at: { seconds: '1700000000', nanos: 5 },
  second: { serial: '99', twin: { serial: '1' } },
  previous: { user_id: 'bob', phone: '123' },
  raw: BYTES,
  alias: 1,
  last: 'end',
};

describe('a message for a Pub/Sub schema', () => {
  const root = load({ 'acme/v1/visit.proto': VISIT, 'acme/other.proto': OTHER });
  const definition = definitionOf(root, 'acme.v1.Visit');
  const parsed = protobuf.parse(definition, { keepCase: true });

  it('is one top-level type without imports or custom options', () => {
    expect(parsed.imports ?? []).toEqual([]);
    expect(parsed.root.nestedArray.map(({ name }) => name)).toEqual(['Visit']);
    expect(definition).not.toContain('tidemark.v1.');
    expect(definition).toContain('// The message acme.v1.Visit, for a Pub/Sub schema.');
    parsed.root.resolveAll();
  });

  it('reads and writes the same bytes as the original', () => {
    const original = root.lookupType('acme.v1.Visit');
    const derived = parsed.root.lookupType('Visit');
    const bytes = original.encode(original.fromObject(MESSAGE)).finish();
    expect(Buffer.from(derived.encode(derived.decode(bytes)).finish())).toEqual(Buffer.from(bytes));
    const options = { longs: String, bytes: String };
    expect(derived.toObject(derived.decode(bytes), options)).toEqual(
      original.toObject(original.decode(bytes), options),
    );
    expect(derived.toObject(derived.decode(bytes), options)).toMatchObject({ ...MESSAGE, raw: 'AQI=' });
  });

  it('keeps presence, packing and JSON names', () => {
    expect(definition).toContain('optional int32 rank = 2;');
    expect(definition).toContain('repeated uint32 old_times = 4 [packed = false];');
    expect(definition).toContain('bytes raw = 12 [json_name = "rawBytes"];');
    expect(definition).toContain('oneof device {');
    expect(definition).toContain('option allow_alias = true;');
  });

  it('distinguishes types with the same name, and values with the same name', () => {
    const types = parsed.root.lookupType('Visit').nestedArray.map(({ name }) => name);
    expect(types).toEqual(expect.arrayContaining(['Tablet', 'acme_other_Tablet', 'OfStatus', 'Kind']));
  });

  it('rejects an enum that proto3 does not support', () => {
    const text = 'syntax = "proto2"; package acme.v1; message M { optional E e = 1; enum E { ONE = 1; } }';
    expect(() => definitionOf(load({ 'm.proto': text }), 'acme.v1.M')).toThrow(
      /acme.v1.M.E: must begin with 0/,
    );
  });

  it('rejects a definition larger than the limit of Pub/Sub', () => {
    const fields = Array.from({ length: 80 }, (_, i) => `string ${'a'.repeat(4000)}_${i} = ${i + 1};`);
    const text = `syntax = "proto3"; package acme.v1; message M { ${fields.join('\n')} }`;
    expect(() => definitionOf(load({ 'm.proto': text }), 'acme.v1.M')).toThrow(/is larger than 307200 bytes/);
  });
});
