/**
 * Zeroed typed arrays for data that lives as long as a request. V8 allocates each array of more than 64 bytes outside
 * its heap, which takes half a microsecond, more than most loops over these arrays. A view into a shared slab takes a
 * tenth of that. As with `Buffer`'s own pool, a slab stays alive as long as any array in it, so do not retain such an
 * array for long.
 */
const SLAB_BYTES = 64 * 1_024;
/** Larger arrays get an allocation of their own. */
const POOLED_BYTES_MAX = SLAB_BYTES / 8;
/** V8 allocates arrays up to this size inside its heap. */
const HEAP_BYTES_MAX = 64;
const ALIGNMENT = 8;

let slab = new ArrayBuffer(SLAB_BYTES);
let used = 0;

export function uint8s(length: number): Uint8Array<ArrayBuffer> {
  return isPooled(length) ? new Uint8Array(slab, take(length), length) : new Uint8Array(length);
}

export function uint32s(length: number): Uint32Array<ArrayBuffer> {
  return isPooled(length * 4) ? new Uint32Array(slab, take(length * 4), length) : new Uint32Array(length);
}

export function int32s(length: number): Int32Array<ArrayBuffer> {
  return isPooled(length * 4) ? new Int32Array(slab, take(length * 4), length) : new Int32Array(length);
}

export function float64s(length: number): Float64Array<ArrayBuffer> {
  return isPooled(length * 8) ? new Float64Array(slab, take(length * 8), length) : new Float64Array(length);
}

/** Returns whether an array of this size belongs in a slab, and makes room for it. */
function isPooled(bytes: number): boolean {
  if (!(bytes > HEAP_BYTES_MAX && bytes <= POOLED_BYTES_MAX)) return false;
  if (used + bytes > SLAB_BYTES) {
    slab = new ArrayBuffer(SLAB_BYTES);
    used = 0;
  }
  return true;
}

function take(bytes: number): number {
  const start = used;
  used = (start + bytes + ALIGNMENT - 1) & -ALIGNMENT;
  return start;
}
