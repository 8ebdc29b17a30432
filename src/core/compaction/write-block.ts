import { blockQualifier, type BlockPeriod } from '../blocks/block-column';
import { encodeBlock } from '../blocks/encode-block';
import type { EventCell } from '../columns/event-cell';
import type { EventColumns } from '../columns/event-columns';
import type { EventType } from '../schema/schema';

export interface LargeBlockLimits {
  /** Number of events from which a block is large. Large blocks are not merged any more. */
  readonly largeBlockEvents: number;
  readonly largeBlockBytes: number;
}

/** Returns the cell of a block with the events, at least one. Throws the errors of `encodeBlock`. */
export function blockCell(
  columns: EventColumns,
  type: EventType,
  { period, limits }: { readonly period: BlockPeriod; readonly limits: LargeBlockLimits },
): EventCell {
  const value = encodeBlock(columns, type);
  const isLarge = columns.count >= limits.largeBlockEvents || value.length >= limits.largeBlockBytes;
  // The block becomes garbage when its latest event does.
  const timestampMicros = columns.timesMs.at(-1)! * 1_000;
  const { startSeconds, days } = period;
  return { qualifier: blockQualifier({ startSeconds, days, isLarge }, value), timestampMicros, value };
}
