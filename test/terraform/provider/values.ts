import { ExtensionCodec, decode, encode } from '@msgpack/msgpack';

/** Terraform's extension types of MessagePack: a value that isn't known yet, and one with what is known of it. */
const UNKNOWN_TYPE = 0;
const REFINED_UNKNOWN_TYPE = 12;

/** A value that will be known once the resource it comes from exists. Refinements are passed on as they came. */
export class Unknown {
  readonly type: number;
  readonly data: Uint8Array;

  constructor(type: number, data: Uint8Array) {
    this.type = type;
    this.data = data;
  }
}

export const UNKNOWN = new Unknown(UNKNOWN_TYPE, new Uint8Array([0]));

export type Value = null | boolean | number | bigint | string | Unknown | readonly Value[] | ObjectValue;
/** An object, a block or a map. */
export interface ObjectValue {
  readonly [name: string]: Value;
}

/** A value on the wire. */
export interface WireValue {
  readonly msgpack?: Uint8Array;
  readonly json?: Uint8Array;
}

const extensionCodec = new ExtensionCodec();
for (const type of [UNKNOWN_TYPE, REFINED_UNKNOWN_TYPE]) {
  extensionCodec.register({
    type,
    encode: (value) => (value instanceof Unknown && value.type === type ? value.data : null),
    decode: (data) => new Unknown(type, data),
  });
}

export function decodeValue(wire: WireValue | null | undefined): Value {
  if (wire?.msgpack && wire.msgpack.length > 0) return decode(wire.msgpack, { extensionCodec }) as Value;
  if (wire?.json && wire.json.length > 0) return JSON.parse(Buffer.from(wire.json).toString()) as Value;
  return null;
}

export function encodeValue(value: Value): WireValue {
  return { msgpack: encode(value, { extensionCodec }) };
}

export function isObject(value: Value | undefined): value is ObjectValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unknown);
}

export function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}

/** The blocks of a name: none if they aren't known yet, one if the block can't be repeated. */
export function blocksOf(value: Value | undefined): readonly ObjectValue[] {
  return isList(value) ? value.filter(isObject) : isObject(value) ? [value] : [];
}
