/** What sketches count: distinct items, each as 64 bits of hash. */
import { DEDUP_PREFIX_BYTES } from '../events/dedup-key';
import { writeText } from '../events/write-text';
import { hash64At, type Hash64 } from '../shared/hash64';

/** Of one call at a time, grown for long ids; its start is the event's dedup key, or nothing. */
let bytes = Buffer.allocUnsafe(1_024);
let view = viewOf(bytes);

/**
 * The item of an event: its dedup key, which is the user and the beginning of the event's column. So an event that is
 * delivered again, and another one that its action's policy takes for the same, is the same item.
 */
export function eventItem(qualifier: Uint8Array, userId: string): Hash64 {
  reserve(userId);
  for (let i = 0; i < DEDUP_PREFIX_BYTES; i++) bytes[i] = qualifier[i]!;
  return hashed(DEDUP_PREFIX_BYTES, userId);
}

/** The item of a user, for reach. */
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
