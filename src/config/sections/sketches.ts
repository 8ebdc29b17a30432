import { integer, type Environment } from '../environment';
import { widened } from '../widened';

/** Defaults of the sketches behind counts over all users. */
export const SKETCH_DEFAULTS = {
  /** Shortest time between two writes of the same row, in milliseconds; events in between wait for the next write. */
  flushIntervalMs: 250,
  /**
   * Bytes written to a row from which its flush interval grows in proportion: a row keeps all of them until Bigtable
   * compacts it.
   */
  flushBytesFree: 256 * 1024,
  /** Upper bound of the growing flush interval, in milliseconds. */
  flushIntervalMaxMs: 3_000,
  /** Maximum number of rows written in one call. */
  rowsPerFlushMax: 1_000,
  flushTimeoutMs: 5_000,
  /** Maximum number of buffered sketches, of 16 KB at most; beyond it, the least used are evicted once written. */
  bufferedMax: 20_000,
  /** Time without events after which a sketch is evicted, in milliseconds. */
  idleMs: 10 * 60_000,
  /** Cache lifetime of "registered" in milliseconds. */
  registeredForMs: 5 * 60_000,
  /** Cache lifetime of "unregistered or unknown" in milliseconds. */
  unregisteredForMs: 2_000,
  /** Maximum number of cached registrations. */
  registeredMax: 100_000,
  registerTimeoutMs: 1_000,
  registerRowsPerRead: 1_000,
} as const;

export function readSketchesConfig(env: Environment) {
  const d = widened(SKETCH_DEFAULTS);
  return {
    ...d,
    flushIntervalMs: env.get(
      'TIDEMARK_SKETCHES_FLUSH_INTERVAL_MS',
      integer(10, 60_000),
      d.flushIntervalMs,
      'Shortest time between two writes of the same row of counts over all users; its events are acknowledged after the write',
    ),
    flushIntervalMaxMs: env.get(
      'TIDEMARK_SKETCHES_FLUSH_INTERVAL_MAX_MS',
      integer(10, 600_000),
      d.flushIntervalMaxMs,
      'Upper bound of that interval, which grows with the bytes written to a row; a value below the interval disables the growth',
    ),
    bufferedMax: env.get(
      'TIDEMARK_SKETCHES_BUFFERED_MAX',
      integer(100, 10_000_000),
      d.bufferedMax,
      'Sketches that a process buffers, of 16 KiB each at most',
    ),
  };
}
