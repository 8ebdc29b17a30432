import { parseTokenKeys, type TokenKeys } from '../../../core/tokens/token-keys';
import { invalidArgument } from '../../../errors';
import { integer, text, type Environment, type VariableParser } from '../../environment';
import { widened } from '../../widened';
import { COMPACTION_DEFAULTS } from '../compaction';

const DAY_MS = 86_400_000;

/** Defaults of erasures and of their ledger. */
export const PRIVACY_DEFAULTS = {
  /** Time from a request to the date by which it must be certified, in milliseconds. */
  dueMs: 30 * DAY_MS,
  /** Time after which a listed request without an entry is one that has failed, in milliseconds. */
  abandonedAfterMs: DAY_MS,
  /**
   * Time from the read of a row to a write that is derived from it, at most, in milliseconds. An erasure waits for it
   * before its second tombstone. Compaction is the slowest of Tidemark's own jobs: it reads, and then writes.
   */
  derivedWriteMaxMs: 60_000,
  /**
   * Number of times that an erasure waits so and hides objects again: the largest number of pipelines of which each
   * derives objects from those of the one before.
   */
  derivedSteps: 2,
  derivedStepsMax: 10,
  /** Cells of a row in one read of a sweep, without values. */
  cellsPerPage: 5_000,
  /** Mutations in one write of a sweep. */
  mutationsPerWrite: 1_000,
  /** Time limit of one call, in milliseconds. */
  callTimeoutMs: 20_000,
  /** Time for which a step may keep failing, in milliseconds. */
  retryTimeoutMs: 120_000,
  retryInitialDelayMs: 50,
  retryMaxDelayMs: 5_000,
  /** Subjects that share a consistency token. */
  batchSubjectsMax: 500,
  /** Rows that one worker sweeps at the same time. */
  rowsInFlight: 16,
  /** Number of times that data which has arrived meanwhile is swept again before the erasure is tried again later. */
  sweepRoundsMax: 5,
  /** Rows of which a replay of the ledger reads the keys before it changes some of them. */
  replayRowsPerPage: 2_000,
  progressIntervalMs: 5_000,
  /** Time for which the retention and the backups of a table are remembered, in milliseconds. */
  residuesCachedMs: 600_000,
  /** Time between two looks of a process at the markers that distinguish restored tables, in milliseconds. */
  markerPollMs: 30_000,
  /** Shortest time between two looks at the marker of a table that is not served, in milliseconds. */
  markerRecheckMs: 1_000,
  /** Time limit of one such look, in milliseconds. */
  markerTimeoutMs: 2_000,
  /** Longest time for which a read without a time limit waits for looks that take too long, in milliseconds. */
  markerWaitMs: 60_000,
  /** Time after which an erasure worker advances the markers, in milliseconds. */
  markerAdvanceMs: 60_000,
} as const;

/** Parser of the ledger's keys. Its error messages never quote them. */
const ledgerKeys: VariableParser<TokenKeys> = {
  expected: 'id:secret,id:secret (ids 0 to 255; secrets of 16 bytes or more, in base64url)',
  secret: true,
  parse: (value) => parseTokenKeys(value, 'TIDEMARK_PRIVACY_KEYS'),
};

/** Keys of stores on an emulator. They protect nothing, since they are public. */
const EMULATOR_KEYS: TokenKeys = [
  { id: 0, secret: Buffer.from('tidemark on an emulator has no secret ledger') },
];

/** `isEmulated`: whether the store is an emulator, which has keys by default. */
export function readErasureConfig(env: Environment, isEmulated: boolean) {
  const d = widened(PRIVACY_DEFAULTS);
  const keys = env.get(
    'TIDEMARK_PRIVACY_KEYS',
    ledgerKeys,
    undefined,
    'Keys of the HMAC under which the ledger of erasures names users, the same for all processes: the first names new entries, all find them; required for erasures, except on an emulator',
  );
  const keysFile = env.get(
    'TIDEMARK_PRIVACY_KEYS_FILE',
    text,
    undefined,
    'File with these keys, for example a mounted secret; read at the start',
  );
  if (keys !== undefined && keysFile !== undefined)
    throw invalidArgument(
      'TIDEMARK_PRIVACY_KEYS_FILE',
      'cannot be combined with TIDEMARK_PRIVACY_KEYS: set one of them',
    );
  const signingKeyFile = env.get(
    'TIDEMARK_PRIVACY_SIGNING_KEY_FILE',
    text,
    undefined,
    'File with the Ed25519 private key that signs certificates of erasure, as PEM; required for `tidemark erase work`, except on an emulator',
  );
  const derivedWriteMaxMs = env.get(
    'TIDEMARK_ERASURE_DERIVED_WRITE_MAX_MS',
    // Compaction reads a row and writes it, each within its time limit. Tests on emulators wait for less.
    integer(isEmulated ? 0 : 2 * COMPACTION_DEFAULTS.callTimeoutMs, DAY_MS),
    d.derivedWriteMaxMs,
    'Longest time from the read of a user to a write that is derived from it; an erasure waits for it',
  );
  const derivedSteps = env.get(
    'TIDEMARK_ERASURE_DERIVED_STEPS',
    integer(1, d.derivedStepsMax),
    d.derivedSteps,
    'Largest number of pipelines or jobs of which each derives objects of a user from those of the one before; an erasure waits for each of them',
  );
  const dueMs = env.get(
    'TIDEMARK_ERASURE_DUE_MS',
    integer(1_000, 366 * DAY_MS),
    d.dueMs,
    'Time within which erasures and withdrawals must be certified',
  );
  const fallback = isEmulated && keysFile === undefined ? EMULATOR_KEYS : undefined;
  return {
    ...d,
    keys: keys ?? fallback,
    keysFile,
    signingKeyFile,
    isEmulated,
    derivedWriteMaxMs,
    derivedSteps,
    dueMs,
  };
}
