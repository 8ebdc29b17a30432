import type { Dimension } from '../schema/schema';

/** Wire types of protobuf fields. https://protobuf.dev/programming-guides/encoding/ */
export const VARINT = 0;
export const FIXED64 = 1;
export const LENGTH_DELIMITED = 2;
export const FIXED32 = 5;

export const WIRE_TYPES: Readonly<Record<Dimension['wire'], number>> = {
  string: LENGTH_DELIMITED,
  bytes: LENGTH_DELIMITED,
  uint64: VARINT,
  fixed64: FIXED64,
};

export function dimensionTag({
  fieldNumber,
  wire,
}: {
  readonly fieldNumber: number;
  readonly wire: Dimension['wire'];
}): number {
  return ((fieldNumber << 3) | WIRE_TYPES[wire]) >>> 0;
}
