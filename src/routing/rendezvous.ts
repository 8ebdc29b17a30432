/**
 * Rendezvous hashing (Thaler and Ravishankar, "A Name-Based Mapping Scheme for Rendezvous", 1996): each row has its own
 * order of the clusters, and so a cluster that comes or goes moves only the rows that it wins or held.
 */
import type { OriginCode } from '../core/row-watermark';

/** What stands for a cluster in the scores of its rows. Different clusters have different ones, as they have codes. */
export function seedOf(code: OriginCode): number {
  return Buffer.from(code, 'latin1').readUInt32LE(0);
}

/**
 * How much the row is for the cluster; both are 32 bits, the row's of its key's hash. MurmurHash3's finalizer (Austin
 * Appleby, public domain) over both: it is a bijection, so different clusters never tie.
 */
function score(row: number, seed: number): number {
  let h = row ^ seed;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

interface Seeded {
  readonly seed: number;
}

/** One scratch for all calls, none of which can interleave. */
const scores: number[] = [];

/** Puts the items into the row's order, at the beginning of `out`; allocates nothing that `out` has room for. */
export function orderInto<T extends Seeded>(out: T[], items: readonly T[], row: number): void {
  for (let i = 0; i < items.length; i++) {
    const item = items[i]!;
    const itemScore = items.length === 1 ? 0 : score(row, item.seed);
    let place = i;
    for (; place > 0 && scores[place - 1]! < itemScore; place--) {
      scores[place] = scores[place - 1]!;
      out[place] = out[place - 1]!;
    }
    scores[place] = itemScore;
    out[place] = item;
  }
}
