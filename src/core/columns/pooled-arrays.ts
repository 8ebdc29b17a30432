/**
 * Zeroed typed arrays for data that lives as long as a request. V8 allocates each array of more than 64 bytes outside
 * its heap, which takes half a microsecond, more than most loops over these arrays. A view into a shared slab takes a
 * tenth of that.
 *
 * Within `inArena` the memory is that of the arena. Elsewhere it is garbage once no array of its slab is referenced: as
 * with `Buffer`'s own pool, a slab stays alive as long as any array in it, so do not retain such an array for long.
 */
import { currentArena } from './array-arena';

const SLAB_BYTES = 64 * 1_024;
/** Larger arrays get an allocation of their own. */
const POOLED_BYTES_MAX = SLAB_BYTES / 8;
/** V8 allocates arrays up to this size inside its heap. */
const HEAP_BYTES_MAX = 64;
const ALIGNMENT = 8;
const NOT_POOLED = -1;

let slab = new ArrayBuffer(SLAB_BYTES);
let used = 0;
/** Buffer in which `place` has found room. */
let buffer = slab;

export function uint8s(length: number): Uint8Array<ArrayBuffer> {
  const at = place(length);
  return at < 0 ? new Uint8Array(length) : new Uint8Array(buffer, at, length);
}

export function uint32s(length: number): Uint32Array<ArrayBuffer> {
  const at = place(length * 4);
  return at < 0 ? new Uint32Array(length) : new Uint32Array(buffer, at, length);
}

export function int32s(length: number): Int32Array<ArrayBuffer> {
  const at = place(length * 4);
  return at < 0 ? new Int32Array(length) : new Int32Array(buffer, at, length);
}

export function float64s(length: number): Float64Array<ArrayBuffer> {
  const at = place(length * 8);
  return at < 0 ? new Float64Array(length) : new Float64Array(buffer, at, length);
}

/** Returns where an array of this size begins in `buffer`, or `NOT_POOLED`. */
function place(bytes: number): number {
  if (!(bytes > HEAP_BYTES_MAX)) return NOT_POOLED;
  const arena = currentArena();
  if (arena !== undefined) {
    const at = arena.take(bytes);
    buffer = arena.buffer;
    return at;
  }
  if (bytes > POOLED_BYTES_MAX) return NOT_POOLED;
  if (used + bytes > SLAB_BYTES) {
    slab = new ArrayBuffer(SLAB_BYTES);
    used = 0;
  }
  const start = used;
  used = (start + bytes + ALIGNMENT - 1) & -ALIGNMENT;
  buffer = slab;
  return start;
}
