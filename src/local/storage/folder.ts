import { mkdir, readdir, readFile, realpath, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DataFolderError } from './data-folder-error';

/**
 * Makes the folder ready for LevelDB and returns the path for it. LevelDB itself would quietly start empty in a folder
 * that has lost the file which names its state; such a folder is refused here.
 */
export async function prepareFolder(folder: string): Promise<string> {
  await checkFormat(folder);
  const path = join(await realpath(folder), 'level');
  const files = await readdir(path).catch(ignoreMissing);
  if (files !== undefined && !files.includes('CURRENT') && (await hasData(path, files))) {
    throw DataFolderError.damaged(folder, new Error('the file CURRENT is missing'));
  }
  return path;
}

/** The marker is written before anything else, and a folder with other files in it is never taken for ours. */
async function checkFormat(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, FORMAT_FILE);
  const format = (await readFile(path, 'utf8').catch(ignoreMissing))?.trim();
  if (format === FORMAT) return;
  if (format !== undefined) throw DataFolderError.otherFormat(folder, format, FORMAT);
  if ((await readdir(folder)).includes('level')) {
    throw DataFolderError.damaged(folder, new Error(`the file ${FORMAT_FILE} is missing`));
  }
  await writeFile(path, `${FORMAT}\n`, { flush: true });
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
const FORMAT = 'tidemark-bigtable 1';
