/**
 * Buffers of large answers, reused after the answer has been sent. The engine frees the memory of a buffer with the
 * buffer's object, and as the objects are few, it often does so by full collections of the heap only.
 */

const SMALLEST_BYTES = 64 * 1024;
/** Maximum size of all idle buffers together, in bytes. */
const IDLE_BYTES_MAX = 16 * 1024 * 1024;

/** Idle buffers by size. */
const idle = new Map<number, Buffer[]>();
let idleBytes = 0;

/** Returns a buffer of at least this size, with any content. */
export function acquireBuffer(bytes: number): Buffer {
  const size = sizeFor(bytes);
  const reused = idle.get(size)?.pop();
  if (reused === undefined) return Buffer.allocUnsafeSlow(size);
  idleBytes -= size;
  return reused;
}

/** Takes back a buffer of `acquireBuffer`, which nothing may use any more. */
export function releaseBuffer(buffer: Buffer): void {
  if (idleBytes + buffer.length > IDLE_BYTES_MAX) return;
  idleBytes += buffer.length;
  const others = idle.get(buffer.length);
  if (others === undefined) idle.set(buffer.length, [buffer]);
  else others.push(buffer);
}

/** Returns one of four sizes per power of two, so that buffers fit several requests and at most a quarter is unused. */
function sizeFor(bytes: number): number {
  if (bytes <= SMALLEST_BYTES) return SMALLEST_BYTES;
  const step = 2 ** (Math.ceil(Math.log2(bytes)) - 3);
  return Math.ceil(bytes / step) * step;
}
