const DAY_MS = 86_400_000;
/** Longer than the tests of one file take on a busy machine. */
const ENOUGH_MS = 180_000;

/**
 * The day in UTC, as `2026-11-21`, for tests of what is so today. Asked for just before the day ends it holds this process up until
 * the next one: for the beginning of a file, before anything runs.
 */
export function today(): string {
  const leftMs = DAY_MS - (Date.now() % DAY_MS);
  if (leftMs < ENOUGH_MS) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, leftMs);
  return new Date().toISOString().slice(0, 10);
}
