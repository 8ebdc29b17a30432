/**
 * Aggregation over int64. The state is a big-endian int64 in the cell. Merging states is commutative and associative,
 * so replicas converge whatever the order.
 */
export interface Aggregator {
  readonly name: 'sum' | 'min' | 'max';
  /** Merges two states. */
  merge(a: string, b: string): string;
}

const scratch = Buffer.alloc(8);

/** Encodes a state. Values beyond 64 bits wrap around. */
export function encodeInt64(value: bigint): string {
  scratch.writeBigInt64BE(BigInt.asIntN(64, value));
  return scratch.toString('latin1');
}

/** Decodes an 8-byte state; undefined for any other length. */
export function decodeInt64(state: string): bigint | undefined {
  if (state.length !== 8) return undefined;
  scratch.write(state, 0, 8, 'latin1');
  return scratch.readBigInt64BE(0);
}

function aggregate(name: Aggregator['name'], fold: (a: bigint, b: bigint) => bigint): Aggregator {
  return { name, merge: (a, b) => encodeInt64(fold(decodeInt64(a) ?? 0n, decodeInt64(b) ?? 0n)) };
}

export const AGGREGATORS: Readonly<Record<Aggregator['name'], Aggregator>> = {
  sum: aggregate('sum', (a, b) => a + b),
  min: aggregate('min', (a, b) => (a < b ? a : b)),
  max: aggregate('max', (a, b) => (a > b ? a : b)),
};
