import protobuf from 'protobufjs';
import { ShapeCompiler, type MessageShape } from '../../src/codec/protobuf/message-shape';

/** Message with every kind of field. */
const KITCHEN_SINK = `
syntax = "proto3";
package test.v1;
import "google/protobuf/duration.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";

enum Color { option allow_alias = true; COLOR_NONE = 0; RED = 1; ROUGE = 1; BLUE = 5; NEGATIVE = -1; }

message Sink {
  double a_double = 1;
  float a_float = 2;
  int32 an_int32 = 3;
  uint32 a_uint32 = 4;
  sint32 a_sint32 = 5;
  fixed32 a_fixed32 = 6;
  sfixed32 a_sfixed32 = 7;
  int64 an_int64 = 8;
  uint64 a_uint64 = 9;
  sint64 a_sint64 = 10;
  fixed64 a_fixed64 = 11;
  sfixed64 a_sfixed64 = 12;
  bool a_bool = 13;
  string a_string = 14;
  bytes some_bytes = 15;
  Color color = 16;
  Sink child = 17;
  repeated int32 numbers = 18;
  repeated int32 unpacked = 19 [packed = false];
  repeated string words = 20;
  repeated Sink children = 21;
  repeated Color colors = 22;
  map<string, int32> by_name = 23;
  map<int64, Sink> by_number = 24;
  map<bool, Color> by_bool = 25;
  optional int32 maybe = 26;
  oneof choice { string left = 27; int32 right = 28; Sink middle = 29; }
  google.protobuf.Timestamp when = 30;
  google.protobuf.Duration how_long = 31;
  google.protobuf.Struct struct = 32;
  google.protobuf.Value value = 33;
  google.protobuf.ListValue list = 34;
  google.protobuf.Int64Value wrapped = 35;
  google.protobuf.FieldMask mask = 36;
  string named = 37 [json_name = "@name"];
  google.protobuf.BytesValue wrapped_bytes = 38;
  google.protobuf.FloatValue wrapped_float = 39;
  google.protobuf.NullValue null = 40;
  int32 far = 536870911;
}
`;

export function kitchenSink(): { type: protobuf.Type; shape: MessageShape } {
  const root = new protobuf.Root();
  const parsed = protobuf.parse(KITCHEN_SINK, root, { keepCase: true });
  for (const name of parsed.imports ?? []) {
    const bundled = protobuf.common.get(name);
    if (bundled?.nested) root.addJSON(bundled.nested);
  }
  root.resolveAll();
  const type = root.lookupType('test.v1.Sink');
  return { type, shape: new ShapeCompiler().message(type) };
}
