import { readFileSync } from 'node:fs';
import type { Config } from '../config/index';
import { LedgerKeys } from '../core/privacy/ledger-keys';
import { parseTokenKeys } from '../core/tokens/token-keys';
import { invalidArgument } from '../errors';

const FILE_VARIABLE = 'TIDEMARK_PRIVACY_KEYS_FILE';

/**
 * Returns the keys of the privacy ledger: the configured ones, or those of the file; undefined if there are none. Throws
 * `invalid_argument` for an invalid file, without its content.
 */
export function ledgerKeysOf({ keys, keysFile }: Config['privacy']): LedgerKeys | undefined {
  if (keysFile !== undefined)
    return new LedgerKeys(parseTokenKeys(contentOf(keysFile).trim(), FILE_VARIABLE));
  return keys === undefined ? undefined : new LedgerKeys(keys);
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw invalidArgument(FILE_VARIABLE, `cannot be read: ${(error as Error).message}`);
  }
}
