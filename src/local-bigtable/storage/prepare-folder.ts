import { mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FOLDER_MODE, replaceFile } from '../../platform/files/replace-file';
import { COMMITS_FILE, readAcknowledged } from './acknowledged-commits';
import { DataFolderError } from './data-folder-error';
import { verifyFiles, type FolderState, readFolderState } from './folder-state';

/** Data folder that LevelDB may open. */
export interface PreparedFolder {
  /** Path of the database. */
  readonly path: string;
  readonly state: FolderState | undefined;
  /** Number of acknowledged commits; undefined when they were not counted. */
  readonly acknowledged: number | undefined;
}

/**
 * Prepares the folder for LevelDB. LevelDB would silently start empty in a folder without its log or without the file
 * that names its state. This function rejects such a folder.
 */
export async function prepareFolder(folder: string): Promise<PreparedFolder> {
  await checkFormat(folder);
  const path = join(await realpath(folder), 'level');
  const damaged = (what: string): DataFolderError => DataFolderError.corrupted(folder, new Error(what));
  const refuse = (error: Error): never => {
    throw damaged(error.message);
  };
  const state = await readFolderState(folder).catch(refuse);
  const files = (await readdir(path).catch(ignoreMissing)) ?? [];
  const isNeeded = state !== undefined || (await hasData(path, files));
  if (isNeeded && !files.includes('CURRENT')) throw damaged('the file CURRENT is missing');
  if (state !== undefined && !files.some((file) => file.endsWith('.log'))) {
    throw damaged('its log is missing');
  }
  if (state !== undefined) await verifyFiles(path, state).catch(refuse);
  const acknowledged = await readAcknowledged(folder).catch(refuse);
  const isCounted = state?.countsCommits === true && state.closedAs === undefined;
  if (isCounted && acknowledged === undefined) throw damaged(`the file ${COMMITS_FILE} is missing`);
  return { path, state, acknowledged };
}

/** Checks or writes the format marker. It is written first, and a folder with other files is never used. */
async function checkFormat(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  const path = join(folder, FORMAT_FILE);
  const format = (await readFile(path, 'utf8').catch(ignoreMissing))?.trim();
  if (format === FORMAT) return;
  if (format !== undefined) throw DataFolderError.otherFormat(folder, format, FORMAT);
  if ((await readdir(folder)).includes('level')) {
    throw DataFolderError.corrupted(folder, new Error(`the file ${FORMAT_FILE} is missing`));
  }
  replaceFile(path, `${FORMAT}\n`);
}

async function hasData(path: string, files: readonly string[]): Promise<boolean> {
  const sizes = await Promise.all(
    files.filter((file) => /\.(ldb|sst|log)$/.test(file)).map((file) => stat(join(path, file))),
  );
  return sizes.some(({ size }) => size > 0);
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}

const FORMAT_FILE = 'FORMAT';
const FORMAT = 'tidemark-bigtable 2';
