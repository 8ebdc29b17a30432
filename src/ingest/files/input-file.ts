import { statSync, type Stats } from 'node:fs';
import { invalidArgument } from '../../errors';

/** Of an input's file; throws `invalid_argument` for what is none. */
export function inputStat(file: string): Stats {
  try {
    const stat = statSync(file);
    if (stat.isFile()) return stat;
  } catch (error) {
    throw invalidArgument('file', `cannot be read: ${(error as Error).message}`);
  }
  throw invalidArgument('file', `${file} is not a file`);
}
