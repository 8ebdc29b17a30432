import { byteString, data, toBuffer } from '../encoding/proto';
import type { Commit } from '../replication/commit';
import { commitKey, decodeCommitKey } from '../replication/log-record';
import type { EntryRecord } from '../storage/commit-storage';

const { DataChange } = data.ReadChangeStreamResponse;

/** One change of one row in a change stream. */
export interface ChangeRecord {
  readonly rowKey: string;
  /** Commit timestamp in microseconds, unique among the changes of its origin. */
  readonly commitMicros: number;
  /**
   * Id of the cluster that accepted the change. Empty for garbage collection, which the system does at all clusters at
   * once.
   */
  readonly origin: string;
  /** Number in the commit queue. Readers see the change once this version is durable. */
  readonly version: number;
  /** Encoded DataChange (latin1) without the fields that depend on the reader. */
  readonly change: string;
  /** Commit with the set of clusters that have applied it. Absent once all have. */
  commit?: Commit | undefined;
}

/** Origin of garbage collection. */
export const SYSTEM_ORIGIN = '';

/** Change of a row before it is encoded. */
export interface Change {
  readonly rowKey: string;
  readonly commitMicros: number;
  readonly origin: string;
  readonly version: number;
  readonly mutations: readonly data.IMutation[];
  /** Orders changes of the same cell with the same commit timestamp: the larger value wins. */
  readonly tiebreaker: number;
}

/** Encodes a change. */
export function createChangeRecord({ mutations, tiebreaker, ...address }: Change): ChangeRecord {
  const { rowKey, commitMicros, origin } = address;
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

/** Converts a change to its storage entry. */
export function changeToEntry(table: number, record: ChangeRecord, action: 'write' | 'remove'): EntryRecord {
  const key = commitKey(record);
  const { change } = record;
  return {
    kind: 'entry',
    space: 'change',
    table,
    key,
    before: action === 'remove' ? change : undefined,
    after: action === 'write' ? change : undefined,
  };
}

/** Converts a storage entry to a change. It counts as applied at all clusters, because a restart applies everything. */
export function changeFromEntry(key: string, change: string): ChangeRecord {
  const { rowKey } = DataChange.decode(toBuffer(change));
  return { ...decodeCommitKey(key), rowKey: byteString(rowKey), version: 0, change };
}

/** Returns the approximate memory size of a record, in bytes. */
export const recordBytes = ({ rowKey, change }: ChangeRecord): number =>
  rowKey.length + change.length + RECORD_OVERHEAD_BYTES;

/** Converts microseconds since the epoch to a protobuf Timestamp. */
export function timestampFromMicros(micros: number): { seconds: number; nanos: number } {
  const seconds = Math.floor(micros / MICROS_PER_SECOND);
  return { seconds, nanos: (micros - seconds * MICROS_PER_SECOND) * 1_000 };
}

const MICROS_PER_SECOND = 1_000_000;
const RECORD_OVERHEAD_BYTES = 128;
