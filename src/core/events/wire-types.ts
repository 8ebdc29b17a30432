import { FIXED64, LENGTH_DELIMITED, VARINT } from '../protobuf/wire-types';
import type { Dimension } from '../schema/schema';

/** Wire type of each type of dimension. */
export const DIMENSION_WIRE_TYPES: Readonly<Record<Dimension['wire'], number>> = {
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
  return ((fieldNumber << 3) | DIMENSION_WIRE_TYPES[wire]) >>> 0;
}
