import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Digest } from './digest';

/**
 * State of the database in a file beside it. LevelDB silently drops the corrupted end of its log and ends the process
 * for some corruption in its tables. This file detects such folders before LevelDB opens them.
 */
export interface FolderState {
  /** Digest of all records after an orderly shutdown. Absent while a server runs or after it was killed. */
  readonly closedAs?: Digest | undefined;
  /** Checksums of the database's files by name: of all files after an orderly shutdown, else only of immutable ones. */
  readonly files: ReadonlyMap<string, number>;
  /** Whether commits are counted in a file, which must then exist. */
  readonly countsCommits?: boolean;
}

/** Reads the state; undefined for a folder that never had data. Throws when the file is corrupted. */
export async function readFolderState(folder: string): Promise<FolderState | undefined> {
  const text = await readFile(join(folder, STATE_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const [json = '', checksum] = text.split('\n');
  if (checksum !== String(crc32(json))) throw new Error(`the file ${STATE_FILE} has changed`);
  const {
    closedAs,
    files,
    countsCommits = false,
  } = JSON.parse(json) as {
    readonly closedAs?: string;
    readonly files: [string, number][];
    readonly countsCommits?: boolean;
  };
  return {
    closedAs: closedAs === undefined ? undefined : Digest.decode(Buffer.from(closedAs, 'hex')),
    files: new Map(files),
    countsCommits,
  };
}

/** Replaces the file atomically and syncs it. */
export async function writeFolderState(folder: string, state: FolderState): Promise<void> {
  const { closedAs, files, countsCommits } = state;
  const path = join(folder, STATE_FILE);
  const closed = closedAs?.encode().toString('hex');
  const json = JSON.stringify({ closedAs: closed, files: [...files], countsCommits });
  await writeFile(`${path}.new`, `${json}\n${crc32(json)}\n`, { flush: true });
  await rename(`${path}.new`, path);
}

/** Throws when a file of the database has changed. Files that may have been replaced since may be missing. */
export async function verifyFiles(level: string, { closedAs, files }: FolderState): Promise<void> {
  for (const [name, expected] of files) {
    const checksum = await checksumOf(join(level, name));
    if (checksum === undefined && closedAs === undefined) continue;
    if (checksum === undefined) throw new Error(`the file ${name} is missing`);
    if (checksum !== expected) throw new Error(`the file ${name} has changed`);
  }
}

/** Returns the checksums of a closed database's files. Tables with known checksums are not read again. */
export async function checksumsOf(
  level: string,
  known: ReadonlyMap<string, number>,
): Promise<Map<string, number>> {
  const files = new Map<string, number>();
  for (const name of (await readdir(level)).filter((each) => DATA_FILE.test(each))) {
    const checksum =
      (isImmutableFile(name) ? known.get(name) : undefined) ?? (await checksumOf(join(level, name)));
    if (checksum !== undefined) files.set(name, checksum);
  }
  return files;
}

/** Returns whether LevelDB writes the file only once. */
export const isImmutableFile = (name: string): boolean => TABLE_FILE.test(name);

/** Returns a file's checksum; undefined when it does not exist. */
async function checksumOf(path: string): Promise<number | undefined> {
  let checksum = 0;
  try {
    const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: READ_AHEAD_BYTES });
    for await (const chunk of chunks) checksum = crc32(chunk, checksum);
    return checksum;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Name of the file in the data folder. */
export const STATE_FILE = 'STATE';
const TABLE_FILE = /\.(ldb|sst)$/;
const DATA_FILE = /\.(ldb|sst|log)$|^CURRENT$|^MANIFEST-/;
const READ_AHEAD_BYTES = 1024 * 1024;
