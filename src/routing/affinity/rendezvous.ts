/**
 * Rendezvous hashing (Thaler and Ravishankar, "A Name-Based Mapping Scheme for Rendezvous", 1996): each row has its own
 * order of the clusters, and so a cluster that comes or goes moves only the rows that it wins or held.
 */
import type { OriginCode } from '../../core/consistency/row-watermark';
import { CLUSTERS_PER_INSTANCE_MAX } from '../topology/limits';

/** What stands for a cluster in the scores of its rows. Different clusters have different ones, as they have codes. */
export function clusterSeed(code: OriginCode): number {
  return Buffer.from(code, 'latin1').readUInt32LE(0);
}

/**
 * How much the row is for the cluster; both are 32 bits, the row's of its key's hash. MurmurHash3's finalizer (Austin
 * Appleby, public domain) over both: it is a bijection, so different clusters never tie.
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

/** Scores, and whose they are, in the order of the latest call; none of the calls can interleave. */
const weights = new Uint32Array(CLUSTERS_PER_INSTANCE_MAX);
const indexes = new Uint8Array(CLUSTERS_PER_INSTANCE_MAX);

/** The places of the items in the row's order, as many as there are items: good until the next call. */
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
