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

/** What is needed of a cell of a user's row: a single event ("raw") or an action block. */
export interface EventCell {
  readonly qualifier: Uint8Array;
  readonly timestampMicros: number;
  readonly value: Uint8Array;
}

/** The events of one user that were read, no two of them duplicates. */
export interface StoredEvents {
  readonly parts: readonly EventColumns[];
  readonly stats: ReadStats;
}

/** What was read, and how many events of it were duplicates of others. */
export interface ReadStats {
  readonly rawCells: number;
  readonly rawBytes: number;
  readonly blocks: number;
  readonly blockBytes: number;
  readonly duplicates: number;
}

/**
 * The events in cells of one row and family, in any order; Bigtable's own, columns ascending, is the fast one. Throws
 * `internal` for cells that nothing of ours has written, and what `decodeBlock` throws.
 */
export function readEvents(cells: readonly EventCell[], type: EventType): StoredEvents {
  return runToCompletion(readEventsInSteps(cells, type));
}

/** The same in steps: of a block each, and of single events all together several. */
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
