import { DIRECTORY_SECRET_FORM, parseDirectorySecret } from '../../../core/residency/subject-key';
import { invalidArgument } from '../../../errors';
import { text, type Environment, type VariableParser } from '../../environment';
import { widened } from '../../widened';

/** Defaults of the location directory and of the feed of moves. */
export const DIRECTORY_DEFAULTS = {
  /** Time from one read of the feed of moves to the next, in milliseconds. */
  pollIntervalMs: 1_000,
  /** Time limit of one read of the feed, in milliseconds. */
  pollTimeoutMs: 2_000,
  /**
   * Time for which a read of the feed makes what a process knows valid, in milliseconds. Movers wait for twice as long,
   * so all processes need the same.
   */
  leaseMs: 3_000,
  /** Largest number of locations that a process remembers. */
  cachedLocationsMax: 1_000_000,
} as const;

/** Parser of the secret. Its error messages never quote it. */
const secretOf: VariableParser<Buffer> = {
  expected: DIRECTORY_SECRET_FORM,
  secret: true,
  parse: parseDirectorySecret,
};

/** Secret of stores on an emulator. It protects nothing, since it is public. */
const EMULATOR_SECRET = Buffer.from('tidemark on an emulator has no secret directory');

/** `isEmulated`: whether the store is an emulator, which has a secret by default. */
export function readDirectoryConfig(env: Environment, isEmulated: boolean) {
  const secret = env.get(
    'TIDEMARK_DIRECTORY_KEY',
    secretOf,
    undefined,
    'Key of the HMAC under which the location directory names users, the same for all processes and for ever; required with placements, except on an emulator',
  );
  const secretFile = env.get(
    'TIDEMARK_DIRECTORY_KEY_FILE',
    text,
    undefined,
    'File with this key, for example a mounted secret; read at the start',
  );
  if (secret !== undefined && secretFile !== undefined)
    throw invalidArgument(
      'TIDEMARK_DIRECTORY_KEY_FILE',
      'cannot be combined with TIDEMARK_DIRECTORY_KEY: set one of them',
    );
  const fallback = isEmulated && secretFile === undefined ? EMULATOR_SECRET : undefined;
  return { ...widened(DIRECTORY_DEFAULTS), secret: secret ?? fallback, secretFile };
}
