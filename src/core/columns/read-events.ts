import { parseBlockColumn } from '../blocks/block-column';
import { decodeBlock } from '../blocks/decode-block';
import { QUALIFIER_BYTES } from '../events/dedup-key';
import { malformedEvent } from '../events/stored-event';
import type { EventType } from '../schema/schema';
import { runToCompletion, type Steps } from '../shared/steps';
import type { EventColumns } from './event-columns';
import { deduplicate, type DecodedBlock } from './deduplicate';
import { distinctCells } from './distinct-cells';
import { RawColumns } from './raw-columns';
import type { EventCell } from './event-cell';

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

/**
 * Decodes the events in cells of one row and family. The cells may be in any order, but Bigtable's order, ascending
 * columns, is the fastest. Throws `internal` for cells that Tidemark did not write, and the errors of `decodeBlock`.
 */
export function readEvents(cells: readonly EventCell[], type: EventType): StoredEvents {
  return runToCompletion(readEventsInSteps(cells, type));
}

/** Decodes events like `readEvents`, in steps: one for each block and several for all single events together. */
export function* readEventsInSteps(cells: readonly EventCell[], type: EventType): Steps<StoredEvents> {
  const { raw, blocks, rawBytes, blockBytes } = yield* divide(cells, type);
  const distinct = distinctCells(raw);
  yield;
  const single = distinct.length === 0 ? undefined : new RawColumns(distinct, type);
  yield;
  const { parts, duplicates } = deduplicate(single, blocks, type);
  return {
    parts,
    stats: {
      rawCells: raw.length,
      rawBytes,
      blocks: blocks.length,
      blockBytes,
      duplicates: duplicates + raw.length - distinct.length,
    },
  };
}

interface Divided {
  readonly raw: readonly EventCell[];
  readonly blocks: readonly DecodedBlock[];
  readonly rawBytes: number;
  readonly blockBytes: number;
}

function* divide(cells: readonly EventCell[], type: EventType): Steps<Divided> {
  const raw: EventCell[] = [];
  const blocks: DecodedBlock[] = [];
  let rawBytes = 0;
  let blockBytes = 0;
  for (const cell of cells) {
    const { qualifier, value } = cell;
    const period = parseBlockColumn(qualifier);
    if (period !== undefined) {
      blocks.push({ period, columns: decodeBlock(value, type) });
      blockBytes += value.length;
      yield;
    } else {
      if (qualifier.length !== QUALIFIER_BYTES) throw malformedEvent();
      raw.push(cell);
      rawBytes += value.length;
    }
  }
  return { raw, blocks, rawBytes, blockBytes };
}
