/** Plans the deletion of what a user's record hides for ever in one family of their row. */
import { parseBlockColumn } from '../blocks/block-column';
import { mayHaveHidden } from '../compaction/remove-events';
import { decisionColumn, deletedEventColumn } from './privacy-family';
import type { RowPrivacy } from './row-privacy';
import type { HiddenEvents } from './visible-events';

interface CellName {
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
}

/** Bounds of what may be deleted from a family. */
export interface SweepBounds {
  /** Time up to which cells are deleted, inclusive, in microseconds since the Unix epoch; -1: none is. */
  readonly upToMicros: number;
  /** The same for events, with those that are hidden by their names. Undefined for objects, and if none is. */
  readonly events: HiddenEvents | undefined;
}

export interface SweepPlan {
  /** Columns of which all versions up to the bound are deleted. */
  readonly columns: readonly Buffer[];
  /** Cells that are deleted exactly: events that were deleted by name. */
  readonly cells: readonly CellName[];
  /** Blocks that may contain hidden events and visible ones, so that their values must be read. */
  readonly blocks: readonly CellName[];
}

/** Plans the sweep of cells of one family, in the order of their columns. */
export function planSweep(names: readonly CellName[], { upToMicros, events }: SweepBounds): SweepPlan {
  const columns: Buffer[] = [];
  const cells: CellName[] = [];
  const blocks: CellName[] = [];
  for (const name of names) {
    const { qualifier: view, timestampMicros } = name;
    const isHidden = timestampMicros <= upToMicros;
    if (!isHidden && (events === undefined || !mayHaveHidden(name, events))) continue;
    const qualifier = Buffer.from(view);
    if (!isHidden)
      (parseBlockColumn(qualifier) === undefined ? cells : blocks).push({ qualifier, timestampMicros });
    else if (columns.at(-1)?.equals(qualifier) !== true) columns.push(qualifier);
  }
  return { columns, cells, blocks };
}

/** Cells of one column of the record, up to a time, inclusive, in microseconds since the Unix epoch. */
export interface ErasedColumn {
  readonly column: Buffer;
  readonly upToMicros: number;
}

/**
 * Returns the columns of the record that may have cells which an erasure voids: decisions, and markers of deleted events.
 * Tombstones are not among them, because they hide what arrives late.
 */
export function voidedColumns(privacy: Pick<RowPrivacy, 'record' | 'voidedUpTo'>): readonly ErasedColumn[] {
  const { decisions, deletedEvents } = privacy.record;
  const [ofGrants, ofWithdrawals] = [privacy.voidedUpTo('grant'), privacy.voidedUpTo('withdrawal')];
  const ofMarkers = privacy.voidedUpTo('deleted-event');
  const columns: ErasedColumn[] = [];
  for (const [purpose, { grants, withdrawals }] of decisions) {
    if (grants.some((at) => at <= ofGrants))
      columns.push({ column: decisionColumn(purpose, true), upToMicros: ofGrants });
    if (withdrawals.some((at) => at <= ofWithdrawals))
      columns.push({ column: decisionColumn(purpose, false), upToMicros: ofWithdrawals });
  }
  if (ofMarkers < 0) return columns;
  // A column has several cells if its event was deleted again: an earlier one may be voided although the latest is not.
  for (const [family, names] of deletedEvents)
    for (const name of names.keys())
      columns.push({
        column: deletedEventColumn(family, Buffer.from(name, 'latin1')),
        upToMicros: ofMarkers,
      });
  return columns;
}
