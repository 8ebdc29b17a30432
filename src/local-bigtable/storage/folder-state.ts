import { createReadStream } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Digest } from './digest';

/**
 * What a file beside the database says of it. LevelDB drops the damaged end of its log in silence, and ends the process
 * over some damage in its tables; this tells such folders from sound ones before LevelDB sees them.
 */
export interface FolderState {
  /** The digest of everything, when the server ended in order; absent while one runs, or when it was killed. */
  readonly closedAs?: Digest;
  /** Checksums of the database's files by name: all of them when closed, else those that never change. */
  readonly files: ReadonlyMap<string, number>;
  /** Whether commits have been counted in a file: then it must be there. */
  readonly countsCommits?: boolean;
}

/** Undefined for a folder in which nothing was ever kept. Throws when the file is not as we wrote it. */
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
    ...(closedAs !== undefined && { closedAs: Digest.decode(Buffer.from(closedAs, 'hex')) }),
    files: new Map(files),
    countsCommits,
  };
}

/** Replaces the file as a whole, on the disk. */
export async function writeFolderState(folder: string, state: FolderState): Promise<void> {
  const { closedAs, files, countsCommits } = state;
  const path = join(folder, STATE_FILE);
  const closed = closedAs?.encode().toString('hex');
  const json = JSON.stringify({ closedAs: closed, files: [...files], countsCommits });
  await writeFile(`${path}.new`, `${json}\n${crc32(json)}\n`, { flush: true });
  await rename(`${path}.new`, path);
}

/** Throws when a file of the database is not what it was; those that may have been replaced since may be gone. */
export async function verifyFiles(level: string, { closedAs, files }: FolderState): Promise<void> {
  for (const [name, expected] of files) {
    const checksum = await checksumOf(join(level, name));
    if (checksum === undefined && closedAs === undefined) continue;
    if (checksum === undefined) throw new Error(`the file ${name} is missing`);
    if (checksum !== expected) throw new Error(`the file ${name} has changed`);
  }
}

/** The checksums of a closed database's files; tables that are known already are not read again. */
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

/** LevelDB writes a table once. */
export const isImmutableFile = (name: string): boolean => TABLE_FILE.test(name);

/** Undefined when the file is not there. */
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

export const STATE_FILE = 'STATE';
const TABLE_FILE = /\.(ldb|sst)$/;
const DATA_FILE = /\.(ldb|sst|log)$|^CURRENT$|^MANIFEST-/;
const READ_AHEAD_BYTES = 1024 * 1024;
