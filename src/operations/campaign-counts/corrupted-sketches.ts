import { mergeSketchBytes } from '../../codec/sketches/sketch-codec';
import type { Cell } from '../../bigtable/client/types';
import type { Sketch } from '../../core/sketches/sketch';
import { TidemarkError } from '../../errors';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics } from '../../platform/telemetry/metrics';

/** Location of a stored sketch. */
interface SketchLocation {
  readonly table: string;
  readonly id: string;
  readonly day: string;
}

/** Observer of stored sketches that cannot be read. */
export interface CorruptionObserver {
  /**
   * Reports a stored sketch that cannot be read: `data_corrupted`, or `data_unsupported` for one of a later version.
   */
  onCorrupted(place: SketchLocation, error: TidemarkError): void;
}

/**
 * Merges a stored sketch into one in memory. Throws `data_corrupted` or `data_unsupported` with the location of the
 * sketch.
 */
export function mergeSketchCell(
  into: Sketch,
  { qualifier, value }: Pick<Cell, 'qualifier' | 'value'>,
  day: string,
): void {
  try {
    mergeSketchBytes(into, value);
  } catch (cause) {
    if (!(cause instanceof TidemarkError)) throw cause;
    const where = `${day}, column ${qualifier.toString('hex')}`;
    throw new TidemarkError(cause.code, `${cause.message} (${where})`, { cause });
  }
}

/** Whether the error concerns stored data of one entity only. */
export function isCorruption(error: unknown): error is TidemarkError {
  return (
    error instanceof TidemarkError && (error.code === 'data_corrupted' || error.code === 'data_unsupported')
  );
}

/** Maximum number of locations that are logged. Further corruption is only counted. */
const LOGGED_MAX = 1_000;

/** Returns an observer that counts every corrupted sketch and logs each location once. */
export function observeCorruption(metrics: Metrics, logger?: Logger): CorruptionObserver {
  const damaged = metrics.counter(
    {
      name: 'tidemark.sketches.corrupted',
      description: 'Stored sketches that could not be read, by table and error code',
    },
    ['table', 'code'],
  );
  const logged = new Set<string>();
  return {
    onCorrupted({ table, id, day }, { code, message }) {
      damaged(1, table, code);
      const name = JSON.stringify([table, id, day, code]);
      if (logged.has(name) || logged.size >= LOGGED_MAX) return;
      logged.add(name);
      logger?.error({ table, id, day, code, message }, 'a stored sketch cannot be read');
    },
  };
}
