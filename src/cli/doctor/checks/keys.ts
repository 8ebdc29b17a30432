/** Checks of keys and of authentication. */
import { readFileSync } from 'node:fs';
import type { Config } from '../../../config/index';
import { requireAccessControl } from '../../../config/sections/access';
import { countOf } from '../../../core/shared/count-of';
import { parseTokenKeys } from '../../../core/tokens/token-keys';
import { invalidArgument } from '../../../errors';
import { checkAccessFile } from '../../../http/access/check-access';
import type { Clock } from '../../../platform/time/clock';
import type { StoreTopology } from '../../../routing/topology/store-topology';
import { directorySecretOf } from '../../../store/directory-secret';
import { ledgerKeysOf } from '../../../store/privacy-keys';
import { failed, ok, skipped, warning, type CheckFinding } from '../check';
import { reasonOf } from '../run-checks';

/** Checks the keys of write tokens, of the privacy ledger, and of the location directory. */
export function checkKeys(config: Config, topology: StoreTopology | undefined): readonly CheckFinding[] {
  const needsDirectory = topology?.placements !== undefined;
  return [
    orFailure(() => tokenKeys(config.tokens)),
    orFailure(() =>
      ledgerKeysOf(config.privacy) === undefined
        ? skipped(
            'privacy ledger: no keys, so users cannot be erased',
            'set TIDEMARK_PRIVACY_KEYS_FILE for `tidemark erase`',
          )
        : ok('privacy ledger: the keys are valid'),
    ),
    orFailure(() => {
      if (directorySecretOf(config.directory) !== undefined)
        return ok('location directory: the key is valid');
      return needsDirectory
        ? failed('location directory: no key, which placements need', 'set TIDEMARK_DIRECTORY_KEY_FILE')
        : skipped('location directory: without placements no key is needed');
    }),
  ];
}

function tokenKeys({ keys, keysFile }: Config['tokens']): CheckFinding {
  if (keysFile === undefined) {
    return keys === undefined
      ? warning(
          'write tokens: no keys, so tokens end with each process, and other processes reject them',
          'create a file with `tidemark keys new` and set TIDEMARK_TOKEN_KEYS_FILE',
        )
      : ok(`write tokens: key ${keys[0].id} signs, ${countOf(keys.length, 'key')} for verification`);
  }
  const [signing, ...others] = parseTokenKeys(contentOf(keysFile).trim(), TOKEN_KEYS_FILE);
  return ok(
    `write tokens: key ${signing.id} of ${keysFile} signs, ${countOf(others.length + 1, 'key')} for verification`,
  );
}

const TOKEN_KEYS_FILE = 'TIDEMARK_TOKEN_KEYS_FILE';

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw invalidArgument(TOKEN_KEYS_FILE, `cannot be read: ${(error as Error).message}`);
  }
}

function orFailure(check: () => CheckFinding): CheckFinding {
  try {
    return check();
  } catch (error) {
    return failed(
      reasonOf(error),
      'correct the file or the variable; docs/operations/keys.md has the format',
    );
  }
}

/** Checks the access file, and whether the keys of its issuers can be fetched. */
export async function checkAccess(
  { access, http }: Pick<Config, 'access' | 'http'>,
  clock: Clock,
): Promise<readonly CheckFinding[]> {
  const { file } = access;
  if (file === undefined) {
    requireAccessControl(http.host, access);
    return [
      access.open
        ? warning(
            'all callers may do everything (TIDEMARK_ACCESS=open)',
            'set TIDEMARK_ACCESS_FILE; docs/security.md',
          )
        : skipped(`no access file: callers of ${http.host} are not authenticated`),
    ];
  }
  const { callers, issuers } = await checkAccessFile(file, { limits: access, clock });
  const found = issuers.map(({ issuer, failure }) =>
    failure === undefined
      ? ok(`the keys of ${issuer} can be used`)
      : failed(
          `cannot fetch the keys of ${issuer}: ${failure}`,
          'check the URL, and the network from here to the issuer',
        ),
  );
  return [ok(`${file}: ${countOf(issuers.length, 'issuer')}, ${countOf(callers, 'caller')}`), ...found];
}
