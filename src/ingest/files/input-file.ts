import { statSync, type Stats } from 'node:fs';
import { invalidArgument } from '../../errors';

/** File name that stands for standard input. */
export const STDIN = '-';

/** Returns the status of an input file. Throws `invalid_argument` when it is not a regular file or cannot be read. */
export function inputStat(file: string): Stats {
  try {
    const stat = statSync(file);
    if (stat.isFile()) return stat;
  } catch (error) {
    throw invalidArgument('file', `cannot be read: ${(error as Error).message}`);
  }
  throw invalidArgument('file', `${file} is not a file`);
}

/** Returns the size of the input in bytes, for a progress bar; undefined for standard input. */
export function inputBytes(file: string): number | undefined {
  return file === STDIN ? undefined : inputStat(file).size;
}
