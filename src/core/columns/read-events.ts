import { isBlockQualifier, parseBlockColumn } from '../blocks/block-column';
import { decodeBlock } from '../blocks/decode-block';
import { QUALIFIER_BYTES } from '../events/dedup-key';
import { malformedEvent } from '../events/stored-event';
import {
  columnsOfCells,
  QUALIFIER_END,
  QUALIFIER_START,
  SPANS_PER_CELL,
  VALUE_END,
  VALUE_START,
  type CellColumns,
} from '../rows/cell-columns';
import type { EventType } from '../schema/schema';
import { runToCompletion, type Steps } from '../shared/steps';
import type { EventColumns } from './event-columns';
import { deduplicate, type DecodedBlock } from './deduplicate';
import { distinctCells } from './distinct-cells';
import { uint32s } from './pooled-arrays';
import { RawColumns } from './raw-columns';
import type { EventCell } from './event-cell';
import { visibleEvents, type HiddenEvents } from '../privacy/visible-events';

/** Events of one user that were read, without duplicates. */
export interface StoredEvents {
  readonly parts: readonly EventColumns[];
  readonly stats: ReadStats;
}

/** Number and size of the cells that were read, and number of duplicate events. */
export interface ReadStats {
  readonly rawCells: number;
  readonly rawBytes: number;
  readonly blocks: number;
  readonly blockBytes: number;
  readonly duplicates: number;
}

/** Decodes the events in cells like `readEventsInSteps`. */
export function readEvents(cells: readonly EventCell[], type: EventType): StoredEvents {
  return runToCompletion(readEventsInSteps(columnsOfCells(cells), type));
}

/**
 * Decodes the events in cells of one row and family, in steps: one for each block and several for all single events
 * together. The cells may be in any order, but Bigtable's order, ascending columns, is the fastest. Throws `internal`
 * for cells that Tidemark did not write, and the errors of `decodeBlock`.
 *
 * `hidden`: events in blocks that are left out. Single cells of such events must not be among the columns.
 */
export function* readEventsInSteps(
  columns: CellColumns,
  type: EventType,
  hidden: HiddenEvents | undefined = undefined,
): Steps<StoredEvents> {
  const { singles, blocks, rawBytes, blockBytes } = yield* divide(columns, type, hidden);
  const distinct = distinctCells(columns, singles);
  yield;
  const single = distinct.length === 0 ? undefined : new RawColumns(columns, distinct, type);
  yield;
  const { parts, duplicates } = deduplicate(single, blocks, type);
  return {
    parts,
    stats: {
      rawCells: singles.length,
      rawBytes,
      blocks: blocks.length,
      blockBytes,
      duplicates: duplicates + singles.length - distinct.length,
    },
  };
}

interface Divided {
  /** Cells of single events. */
  readonly singles: Uint32Array;
  readonly blocks: readonly DecodedBlock[];
  readonly rawBytes: number;
  readonly blockBytes: number;
}

function* divide(
  { bytes, spans, start, end }: CellColumns,
  type: EventType,
  hidden: HiddenEvents | undefined,
): Steps<Divided> {
  const singles = uint32s(end - start);
  const blocks: DecodedBlock[] = [];
  let count = 0;
  let rawBytes = 0;
  let blockBytes = 0;
  for (let cell = start; cell < end; cell++) {
    const at = cell * SPANS_PER_CELL;
    const qualifierStart = spans[at + QUALIFIER_START]!;
    const qualifierEnd = spans[at + QUALIFIER_END]!;
    const valueBytes = spans[at + VALUE_END]! - spans[at + VALUE_START]!;
    if (isBlockQualifier(bytes, qualifierStart, qualifierEnd)) {
      const period = parseBlockColumn(bytes.subarray(qualifierStart, qualifierEnd))!;
      const value = bytes.subarray(spans[at + VALUE_START], spans[at + VALUE_END]);
      const stored = decodeBlock(value, type);
      // Before deduplication: a hidden event must not suppress a visible one.
      blocks.push({ period, columns: hidden === undefined ? stored : visibleEvents(stored, hidden, type) });
      blockBytes += valueBytes;
      yield;
    } else {
      if (qualifierEnd - qualifierStart !== QUALIFIER_BYTES) throw malformedEvent();
      singles[count++] = cell;
      rawBytes += valueBytes;
    }
  }
  return { singles: singles.subarray(0, count), blocks, rawBytes, blockBytes };
}
