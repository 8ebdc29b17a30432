/**
 * Rendezvous hashing (Thaler and Ravishankar, "A Name-Based Mapping Scheme for Rendezvous", 1996): each row has its own
 * order of the clusters, so adding or removing a cluster moves only the rows that this cluster gains or loses.
 */
import type { OriginCode } from '../../core/consistency/row-watermark';
import { CLUSTERS_PER_INSTANCE_MAX } from '../topology/limits';

/**
 * Returns the seed of a cluster for rendezvous weights. Different clusters have different seeds, as they have different
 * codes.
 */
export function clusterSeed(code: OriginCode): number {
  return Buffer.from(code, 'latin1').readUInt32LE(0);
}

/**
 * Returns the rendezvous weight of (row hash, cluster seed), each 32 bits. Applies MurmurHash3's finalizer (Austin
 * Appleby, public domain), which is a bijection, so different clusters never tie.
 */
function rendezvousWeight(row: number, seed: number): number {
  let h = row ^ seed;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

interface SeededItem {
  readonly seed: number;
}

/**
 * Weights, and the indexes of their items, in the order of the latest call. Reused, since calls are synchronous and
 * never interleave.
 */
const weights = new Uint32Array(CLUSTERS_PER_INSTANCE_MAX);
const indexes = new Uint8Array(CLUSTERS_PER_INSTANCE_MAX);

/** Returns the indexes of the items in the row's order, one for each item. Valid until the next call. */
export function rowOrder(items: readonly SeededItem[], row: number): Readonly<Uint8Array> {
  for (let i = 0; i < items.length; i++) {
    const itemScore = rendezvousWeight(row, items[i]!.seed);
    let place = i;
    for (; place > 0 && weights[place - 1]! < itemScore; place--) {
      weights[place] = weights[place - 1]!;
      indexes[place] = indexes[place - 1]!;
    }
    weights[place] = itemScore;
    indexes[place] = i;
  }
  return indexes;
}
