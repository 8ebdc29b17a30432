/**
 * The rows `<shard>!origins` of a table: which clusters have been announced as origins, one column per cluster. They
 * sort behind the shard's heartbeats and before its rows, so that one ReadRows can fetch all of them.
 *
 * A cluster is announced at every other origin before it takes its first write, and a strict or bounded read fetches
 * the announcements wherever it looks for a proof. A process whose topology lacks the cluster finds the announcement
 * there.
 */
import { cellsPerColumnLimit, chain, qualifierRange } from '../../bigtable/read/filters';
import { setCell } from '../../bigtable/write/mutations';
import type { Cell, Filter, Mutation, Row, RowMutations } from '../../bigtable/client/types';
import { ORIGIN_CODE_BYTES, WATERMARK_FAMILY, type OriginCode } from '../../core/consistency/row-watermark';
import { ALL_SHARDS, shardOf } from '../heartbeats/heartbeat-row';

/**
 * `announced`: the cluster may take writes. `complete`: the same, and every other origin has acknowledged it; only the
 * cluster's own control rows have this state. `retired`: all its writes are in every cluster. `fenced`: the operator
 * has given up the writes that only this cluster has.
 */
type AnnouncedState = 'announced' | 'complete' | 'retired' | 'fenced';

export interface OriginAnnouncement {
  readonly origin: OriginCode;
  readonly state: AnnouncedState;
  /**
   * Timestamp of the cell: processes send the cluster writes until then, in milliseconds. Of `retired` and `fenced`:
   * later than that of each announcement that it revokes. The newest cell of a column counts.
   */
  readonly untilMs: number;
  /** Time at which it was written, by the writer's clock, in milliseconds. */
  readonly announcedMs: number;
  /** Origins that had acknowledged the announcement. Only with `complete`. */
  readonly acknowledgedAt: readonly OriginCode[];
}

const SUFFIX = '!origins';
const KEYS = ALL_SHARDS.map((shard) =>
  Buffer.from(`${shard.toString(16).padStart(2, '0')}${SUFFIX}`, 'latin1'),
);
const KEY_BYTES = KEYS[0]!.length;

/** First byte of a column of announcements, whose length distinguishes it from heartbeats and watermarks. */
const PREFIX = 0x6f; // 'o'
const COLUMN_BYTES = 1 + ORIGIN_CODE_BYTES;

/** Returns the key of the control row of a row's shard; of the first shard for a key without a shard. */
export function controlKeyOf(key: Buffer): Buffer {
  return KEYS[Math.max(0, shardOf(key))]!;
}

/** Keys of the control rows of all shards. Callers must not change it. */
export const CONTROL_KEYS: readonly Buffer[] = KEYS;

export function isControlKey(key: Buffer): boolean {
  return key.length === KEY_BYTES && shardOf(key) >= 0 && key.toString('latin1', 2) === SUFFIX;
}

/** Passes the newest announcement of each cluster. */
export const CONTROL_FILTER: Filter = chain(
  qualifierRange({
    family: WATERMARK_FAMILY,
    start: Buffer.of(PREFIX),
    end: Buffer.of(PREFIX + 1),
  }),
  cellsPerColumnLimit(1),
);

/** Returns the newest announcement of each cluster in a control row's cells. */
export function announcementsIn(cells: readonly Cell[]): readonly OriginAnnouncement[] {
  const newest = new Map<OriginCode, OriginAnnouncement>();
  for (const cell of cells) {
    const announcement = announcementOf(cell);
    if (announcement === undefined) continue;
    const known = newest.get(announcement.origin);
    if (known === undefined || known.untilMs < announcement.untilMs)
      newest.set(announcement.origin, announcement);
  }
  return [...newest.values()];
}

/**
 * Returns the rows of one scan over shards, control rows first: before a heartbeat counts as a proof, the announcements
 * that the replica has shown behind it must be recorded.
 */
export function announcementsFirst(rows: readonly Row[]): readonly Row[] {
  return [...rows.filter(({ key }) => isControlKey(key)), ...rows.filter(({ key }) => !isControlKey(key))];
}

/** Returns the mutations that write the announcement for all shards. */
export function announcementMutations(announcement: OriginAnnouncement): RowMutations[] {
  const mutations = [mutationOf(announcement)];
  return KEYS.map((key) => ({ key, mutations }));
}

/** Whether the cluster may have taken writes that are not in every cluster yet. */
export function isActiveOrigin({ state }: OriginAnnouncement): boolean {
  return state === 'announced' || state === 'complete';
}

function mutationOf(announcement: OriginAnnouncement): Mutation {
  const qualifier = Buffer.from(String.fromCharCode(PREFIX) + announcement.origin, 'latin1');
  return setCell(WATERMARK_FAMILY, qualifier, announcement.untilMs * 1_000, encode(announcement));
}

const VERSION = 1;
const STATES: readonly AnnouncedState[] = ['announced', 'complete', 'retired', 'fenced'];
const HEAD_BYTES = 8;

/** Returns `<version 1><state><announcedMs, 6 bytes>`, then the code of each origin that acknowledged it. */
function encode({ state, announcedMs, acknowledgedAt }: OriginAnnouncement): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = VERSION;
  head[1] = STATES.indexOf(state);
  head.writeUIntBE(announcedMs, 2, 6);
  return Buffer.concat([head, Buffer.from(acknowledgedAt.join(''), 'latin1')]);
}

function announcementOf({ family, qualifier, timestampMicros, value }: Cell): OriginAnnouncement | undefined {
  const isOurs = family === WATERMARK_FAMILY && qualifier.length === COLUMN_BYTES && qualifier[0] === PREFIX;
  if (!isOurs) return undefined;
  const origin = qualifier.toString('latin1', 1);
  const untilMs = timestampMicros / 1_000;
  const state = value[0] === VERSION ? STATES[value[1]!] : undefined;
  if (state === undefined || value.length < HEAD_BYTES) {
    // A newer version may have written it: the cluster counts as announced, which can only make a read fail.
    return { origin, state: 'announced', untilMs, announcedMs: untilMs, acknowledgedAt: [] };
  }
  const codes = value.toString('latin1', HEAD_BYTES);
  const acknowledgedAt: OriginCode[] = [];
  for (let at = 0; at + ORIGIN_CODE_BYTES <= codes.length; at += ORIGIN_CODE_BYTES) {
    acknowledgedAt.push(codes.slice(at, at + ORIGIN_CODE_BYTES));
  }
  return { origin, state, untilMs, announcedMs: value.readUIntBE(2, 6), acknowledgedAt };
}
