/** Items that sketches count, each as a 64-bit hash. */
import { DEDUP_PREFIX_BYTES } from '../events/dedup-key';
import { writeText } from '../shared/write-text';
import { hash64At, type Hash64 } from '../shared/hash64';

/**
 * Buffer shared by all calls, which cannot interleave. It grows for long ids. It begins with the event's dedup key, or
 * with nothing.
 */
let bytes = Buffer.allocUnsafe(1_024);
let view = viewOf(bytes);

/**
 * Returns the item of an event: its dedup key, which is the user and the beginning of the event's column. So a
 * redelivered event and a duplicate by its action's policy are the same item.
 */
export function eventItem(qualifier: Uint8Array, userId: string): Hash64 {
  reserve(userId);
  for (let i = 0; i < DEDUP_PREFIX_BYTES; i++) bytes[i] = qualifier[i]!;
  return hashed(DEDUP_PREFIX_BYTES, userId);
}

/** Returns the item of a user, for reach. */
export function userItem(userId: string): Hash64 {
  reserve(userId);
  return hashed(0, userId);
}

function reserve(userId: string): void {
  const needed = DEDUP_PREFIX_BYTES + 3 * userId.length;
  if (needed <= bytes.length) return;
  bytes = Buffer.allocUnsafe(2 * needed);
  view = viewOf(bytes);
}

function hashed(start: number, userId: string): Hash64 {
  return hash64At(view, 0, start + writeText(bytes, start, userId));
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}
