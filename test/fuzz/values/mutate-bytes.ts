import type { Random } from '../../../src/platform/random';
import { below, chance, pick, weighted } from './choose';

const NOISE_MAX = 300;
const CHANGES_MAX = 4;

/** Returns random bytes, fewer than the limit. */
export function noise(random: Random, bytesMax = NOISE_MAX): Buffer {
  return Buffer.from(Array.from({ length: below(random, bytesMax) }, () => below(random, 256)));
}

/** Changes some bytes: flipped bits, and bytes inserted, removed, repeated or cut off. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  let mutated = bytes;
  for (let changes = 1 + below(random, CHANGES_MAX); changes > 0; changes--)
    mutated = changed(mutated, random);
  return mutated;
}

function changed(bytes: Buffer, random: Random): Buffer {
  const at = below(random, bytes.length);
  const end = Math.min(bytes.length, at + 1 + below(random, 20));
  const [head, part, tail] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  return weighted(random, [
    [4, () => Buffer.concat([head, flipped(part, random), tail])],
    [2, () => Buffer.concat([head, noise(random, 20), part, tail])],
    [2, () => Buffer.concat([head, tail])],
    [1, () => Buffer.concat([head, part, part, tail])],
    [1, () => head],
  ]);
}

function flipped(part: Buffer, random: Random): Buffer {
  return Buffer.from(
    part.map((byte, index) => {
      if (index > 0 && !chance(random, 0.2)) return byte;
      return chance(random, 0.7)
        ? byte ^ (1 << below(random, 8))
        : pick(random, [0, 0x0a, 0x0d, 0x20, 0x7f, 0xff]);
    }),
  );
}
