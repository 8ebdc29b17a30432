import { readFileSync } from 'node:fs';
import { invalidArgument } from '../../errors';

/** File descriptor of standard input. */
const STDIN_FD = 0;

/**
 * Returns the text of a file, or of standard input for `-`. Throws `invalid_argument` with `field`, the option or
 * argument.
 */
export function readInputText(file: string, field: string): string {
  return readInputBytes(file, field).toString('utf8');
}

/** Like `readInputText`, for bytes. */
export function readInputBytes(file: string, field: string): Buffer {
  try {
    return readFileSync(file === '-' ? STDIN_FD : file);
  } catch (error) {
    throw invalidArgument(field, `cannot be read: ${(error as Error).message}`);
  }
}
