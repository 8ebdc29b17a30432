import { mergeSketchBytes } from '../../codec/sketches/sketch-codec';
import type { Cell } from '../../bigtable/client/types';
import type { Sketch } from '../../core/sketches/sketch';
import { TidemarkError } from '../../errors';
import type { Logger } from '../../platform/telemetry/logger';
import type { Metrics } from '../../platform/telemetry/metrics';

/** Where a stored sketch is. */
export interface SketchLocation {
  readonly table: string;
  readonly id: string;
  readonly day: string;
}

export interface CorruptionObserver {
  /** A stored sketch cannot be read: `data_corrupted`, or `data_unsupported` for one of a later version. */
  onCorrupted(place: SketchLocation, error: TidemarkError): void;
}

/** Adds a stored sketch to one in memory. Throws `data_corrupted` or `data_unsupported`, which say where it is. */
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

/** Of a failure that is one entity's alone. */
export function isCorruption(error: unknown): error is TidemarkError {
  return (
    error instanceof TidemarkError && (error.code === 'data_corrupted' || error.code === 'data_unsupported')
  );
}

/** Places whose damage was logged; beyond these, damage is only counted. */
const LOGGED_MAX = 1_000;

/** An alarm: it counts all that is met, and logs each place once. */
export function observeCorruption(metrics: Metrics, logger?: Logger): CorruptionObserver {
  const damaged = metrics.counter(
    { name: 'tidemark.sketches.corrupted', description: 'Reads of sketches that cannot be merged, by why' },
    ['table', 'code'],
  );
  const logged = new Set<string>();
  return {
    onCorrupted({ table, id, day }, { code, message }) {
      damaged(1, table, code);
      const name = JSON.stringify([table, id, day, code]);
      if (logged.has(name) || logged.size >= LOGGED_MAX) return;
      logged.add(name);
      logger?.error({ table, id, day, code, message }, 'A stored sketch cannot be read');
    },
  };
}
