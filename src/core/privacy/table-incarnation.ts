/**
 * Markers of the tables that have users: each names the instance that its table is in, and a generation that an erasure
 * worker advances. The ledger records the latest generation that every cluster of the table has. So a table with an older
 * one, or with another instance's marker, was restored from a backup: docs/decisions/0013-privacy.md.
 */
import { objectAt, stringAt } from '../json/json-fields';
import { TidemarkError } from '../../errors';
import { maxOf } from '../shared/lists';

/** Row of the marker, in the family of users' records. Its key sorts before all shards, and is no object's. */
export const MARKER_KEY = Buffer.from('!incarnation');

/** Column of the marker, in its table and in the ledger. The timestamp of a cell is its generation. */
export const MARKER_COLUMN = Buffer.from('i');

/**
 * Row of the ledger with the generations of a table of the store, a column for each instance that has or had it: the old table
 * is served until the topology names the new one. The row sorts before those of open entries and of users.
 */
export const ledgerMarkerKey = (table: string): Buffer => Buffer.from(`!incarnation:${table}`);

export interface TableMarker {
  /** Id of the instance that has the table. */
  readonly instance: string;
  /** Time at which a worker last found the table to be the same, in milliseconds since the Unix epoch. */
  readonly generation: number;
}

/**
 * `certified`: the table has all erasures of the ledger. `unmarked`: neither the table nor the ledger has a marker: no
 * worker has adopted the table yet. `restored`: the table comes from a backup, and the ledger was not applied again.
 */
export type IncarnationState = 'certified' | 'unmarked' | 'restored';

/** Markers of a table, as the table and the ledger have them. */
export interface TableIncarnation {
  readonly table: string;
  /** Id of the instance in which this process finds the table. */
  readonly instance: string;
  readonly marker: TableMarker | undefined;
  /** Generation in the ledger, for this instance; undefined if it has none, or cannot be read. */
  readonly recorded: TableMarker | undefined;
  /** Whether the ledger has the table in this instance or in another one. */
  readonly isKnown: boolean;
  /** Shares of the present replay that are done. */
  readonly shares: readonly ReplayedShare[];
}

/** Without a marker in the ledger, the instance in the table's marker decides. */
export function incarnationStateOf({
  instance,
  marker,
  recorded,
  isKnown,
}: Omit<TableIncarnation, 'table' | 'shares'>): IncarnationState {
  if (marker === undefined) return isKnown ? 'restored' : 'unmarked';
  const isOlder = recorded !== undefined && marker.generation < recorded.generation;
  return marker.instance !== instance || isOlder ? 'restored' : 'certified';
}

const MICROS_PER_MS = 1_000;

interface StoredCell {
  readonly qualifier: Buffer;
  readonly timestampMicros: number;
  readonly value: Buffer;
}

export const encodeMarker = ({ instance }: TableMarker): Buffer => Buffer.from(JSON.stringify({ instance }));

/** Returns the newest marker in a row's cells. Throws `data_corrupted`. */
export function markerIn(cells: readonly StoredCell[]): TableMarker | undefined {
  const markers = cells.filter(({ qualifier }) => qualifier.equals(MARKER_COLUMN));
  const [newest] = markers.sort((a, b) => b.timestampMicros - a.timestampMicros);
  if (newest === undefined) return undefined;
  try {
    const fields = objectAt(JSON.parse(newest.value.toString('utf8')), 'marker');
    const instance = stringAt(fields['instance'], 'instance');
    return { instance, generation: newest.timestampMicros / MICROS_PER_MS };
  } catch (cause) {
    throw new TidemarkError('data_corrupted', 'the marker of a table is corrupted', { cause });
  }
}

/** Column of an instance in the ledger's row of a table. The timestamp of a cell is the generation. */
export const ledgerColumn = (instance: string): Buffer => Buffer.from(`i:${instance}`);

/** Returns what cells of the ledger's row of a table have of an instance. */
export function recordedIn(cells: readonly StoredCell[], instance: string): TableMarker | undefined {
  const column = ledgerColumn(instance);
  const ofInstance = cells.filter(({ qualifier }) => qualifier.equals(column));
  if (ofInstance.length === 0) return undefined;
  return { instance, generation: maxOf(ofInstance.map((cell) => cell.timestampMicros)) / MICROS_PER_MS };
}

/** A worker's share of a replay that is done: the index-th of `count`, from 0. */
export interface ReplayedShare {
  readonly index: number;
  readonly count: number;
  /**
   * Generation in the ledger when the replay began; 0 without one. A share of an earlier replay, which a backup may have,
   * has another one.
   */
  readonly since: number;
  readonly column: Buffer;
  readonly timestampMicros: number;
}

const SHARE_PATTERN = /^s:(\d+)\/(\d+)@(\d+)$/;

/** Column of a share of a replay, in the row of the table's marker. */
export function shareColumn({
  index,
  count,
  since,
}: Pick<ReplayedShare, 'index' | 'count' | 'since'>): Buffer {
  return Buffer.from(`s:${index}/${count}@${since}`);
}

export function sharesIn(cells: readonly StoredCell[]): readonly ReplayedShare[] {
  return cells.flatMap(({ qualifier, timestampMicros }) => {
    const match = SHARE_PATTERN.exec(qualifier.toString('latin1'));
    if (match === null) return [];
    const [index = 0, count = 0, since = 0] = match.slice(1).map(Number);
    return [{ index, count, since, column: Buffer.from(qualifier), timestampMicros }];
  });
}

/** Whether the shares of one replay cover all rows of the table. */
export function isReplayed(
  { shares }: Pick<TableIncarnation, 'shares'>,
  { count, since }: Pick<ReplayedShare, 'count' | 'since'>,
): boolean {
  const ofReplay = shares.filter((share) => share.count === count && share.since === since);
  return new Set(ofReplay.map(({ index }) => index)).size === count;
}
