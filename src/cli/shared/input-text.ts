import { readFileSync } from 'node:fs';
import { invalidArgument } from '../../errors';

/** 0 is a file descriptor: what is piped in, or typed. */
const STDIN_FD = 0;

/** The text of a file that an option or argument names; `-` reads standard input. Throws `invalid_argument` with that name as the field. */
export function readInputText(file: string, field: string): string {
  try {
    return readFileSync(file === '-' ? STDIN_FD : file, 'utf8');
  } catch (error) {
    throw invalidArgument(field, `cannot be read: ${(error as Error).message}`);
  }
}
