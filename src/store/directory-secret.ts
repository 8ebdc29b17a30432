import { readFileSync } from 'node:fs';
import type { Config } from '../config/index';
import { DIRECTORY_SECRET_FORM, parseDirectorySecret } from '../core/residency/subject-key';
import { invalidArgument } from '../errors';

const FILE_VARIABLE = 'TIDEMARK_DIRECTORY_KEY_FILE';

/**
 * Returns the secret of the location directory: the configured one, or that of the file. Throws `invalid_argument` for
 * an invalid file, without its content.
 */
export function directorySecretOf({ secret, secretFile }: Config['directory']): Buffer | undefined {
  if (secretFile === undefined) return secret;
  const parsed = parseDirectorySecret(contentOf(secretFile).trim());
  if (parsed === undefined) throw invalidArgument(FILE_VARIABLE, `must have ${DIRECTORY_SECRET_FORM}`);
  return parsed;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw invalidArgument(FILE_VARIABLE, `cannot be read: ${(error as Error).message}`);
  }
}
