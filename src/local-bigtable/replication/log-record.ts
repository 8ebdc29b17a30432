import type { EntryRecord } from '../storage/commit-storage';
import type { StoredTable } from '../store/stored-table';
import type { Commit } from './commit';
import { decodeRowMutation, encodeRowMutation } from './operation-codec';

/**
 * Returns the storage entry of a commit that some cluster has not applied: a row mutation under its commit timestamp
 * and origin.
 */
export function logRecord(table: number, commit: Commit, action: 'write' | 'remove' = 'write'): EntryRecord {
  const value = encodeRowMutation(commit.key, commit.operations);
  return {
    kind: 'entry',
    space: 'log',
    table,
    key: commitKey(commit),
    before: action === 'remove' ? value : undefined,
    after: action === 'write' ? value : undefined,
  };
}

/** Decodes a commit from its storage entry. */
export function commitFromLog(key: string, value: string, families: StoredTable['families']): Commit {
  const { commitMicros, origin } = decodeCommitKey(key);
  return {
    ...decodeRowMutation(value, families),
    commitMicros,
    origin,
    version: 0,
    bytes: 0,
    appliedBy: 0,
  };
}

/** Encodes a key that sorts in commit order. */
export function commitKey({ commitMicros, origin }: Pick<Commit, 'commitMicros' | 'origin'>): string {
  const bytes = Buffer.alloc(TIMESTAMP_BYTES);
  bytes.writeUIntBE(Math.floor(commitMicros / U32), 0, 3);
  bytes.writeUInt32BE(commitMicros % U32, 3);
  return bytes.toString('latin1') + origin;
}

/** Decodes a key of `commitKey`. */
export function decodeCommitKey(key: string): Pick<Commit, 'commitMicros' | 'origin'> {
  const bytes = Buffer.from(key.slice(0, TIMESTAMP_BYTES), 'latin1');
  return {
    commitMicros: bytes.readUIntBE(0, 3) * U32 + bytes.readUInt32BE(3),
    origin: key.slice(TIMESTAMP_BYTES),
  };
}

const TIMESTAMP_BYTES = 7;
const U32 = 2 ** 32;
