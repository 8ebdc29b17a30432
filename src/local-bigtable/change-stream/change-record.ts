import { byteString, data, toBuffer } from '../encoding/proto';
import type { Commit } from '../replication/commit';
import { commitKey, decodeCommitKey } from '../replication/log-record';
import type { EntryRecord } from '../storage/commit-storage';

const { DataChange } = data.ReadChangeStreamResponse;

/** One change of one row, as a change stream shows it. */
export interface ChangeRecord {
  readonly rowKey: string;
  /** When it was committed, microseconds; no other change of its origin has the same. */
  readonly commitMicros: number;
  /** The cluster that accepted it; empty for the system itself, which collects garbage at all clusters at once. */
  readonly origin: string;
  /** Number in the commit queue: readers see it once that is durable. */
  readonly version: number;
  /** The encoded DataChange (latin1), but for what depends on its reader. */
  readonly change: string;
  /** Tells which clusters have applied it; absent once all have. */
  commit?: Commit | undefined;
}

/** The origin of garbage collection. */
export const SYSTEM_ORIGIN = '';

export interface Change {
  readonly rowKey: string;
  readonly commitMicros: number;
  readonly origin: string;
  readonly version: number;
  readonly mutations: readonly data.IMutation[];
  /** Decides between changes of the same cell with the same stamp: the larger one stays. */
  readonly tiebreaker: number;
}

export function createChangeRecord({ mutations, tiebreaker, ...address }: Change): ChangeRecord {
  const { rowKey, commitMicros: commitMicros, origin } = address;
  const message = DataChange.create({
    type: origin === SYSTEM_ORIGIN ? DataChange.Type.GARBAGE_COLLECTION : DataChange.Type.USER,
    sourceClusterId: origin,
    rowKey: toBuffer(rowKey),
    commitTimestamp: timestampFromMicros(commitMicros),
    tiebreaker,
    chunks: mutations.map((mutation) => ({ mutation })),
  });
  return { ...address, change: byteString(DataChange.encode(message).finish()) };
}

/** How storage keeps it. */
export function changeToEntry(table: number, record: ChangeRecord, action: 'write' | 'remove'): EntryRecord {
  const key = commitKey(record);
  const { change } = record;
  return {
    kind: 'entry',
    space: 'change',
    table,
    key,
    ...(action === 'write' ? { after: change } : { before: change }),
  };
}

/** A record as storage kept it; a restart is long enough for it to arrive everywhere. */
export function changeFromEntry(key: string, change: string): ChangeRecord {
  const { rowKey } = DataChange.decode(toBuffer(change));
  return { ...decodeCommitKey(key), rowKey: byteString(rowKey), version: 0, change };
}

/** About how much memory it takes. */
export const recordBytes = ({ rowKey, change }: ChangeRecord): number =>
  rowKey.length + change.length + RECORD_OVERHEAD_BYTES;

/** Microseconds since the epoch as the protocol has them. */
export function timestampFromMicros(micros: number): { seconds: number; nanos: number } {
  const seconds = Math.floor(micros / MICROS_PER_SECOND);
  return { seconds, nanos: (micros - seconds * MICROS_PER_SECOND) * 1_000 };
}

const MICROS_PER_SECOND = 1_000_000;
const RECORD_OVERHEAD_BYTES = 128;
