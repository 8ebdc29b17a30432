import { randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import {
  tokenKeyFingerprint,
  formatTokenKeys,
  nextKeyId,
  withKey,
  withoutKey,
  withSigner,
} from '../../core/tokens/token-key-changes';
import { KEY_ID_MAX, parseTokenKeys, type TokenKey, type TokenKeys } from '../../core/tokens/token-keys';
import { readInputText } from '../shared/input-text';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { textTable } from '../shared/text-table';

interface KeyFlags {
  readonly file?: string;
  readonly id?: number;
  readonly json?: boolean;
}

const SECRET_BYTES = 32;

const HELP = `
The commands read the keys in the format of TIDEMARK_TOKEN_KEYS from --file or standard input, and print the new keys. They store
nothing: save the output where your secrets are, for TIDEMARK_TOKEN_KEYS_FILE or TIDEMARK_TOKEN_KEYS.

A rotation that invalidates no token:
  1. tidemark keys add        Wait until every process verifies with the new key: tidemark_tokens_keys{key_id="2"}.
  2. tidemark keys promote 2  Wait until no process signs with the old key: tidemark_tokens_keys{key_id="1",use="signing"} is 0.
  3. tidemark keys remove 1   Wait before this until all tokens of the old key have expired: TIDEMARK_TOKEN_LIFETIME_MS, 24 h.

Example:
  gcloud secrets versions access latest --secret tidemark-token-keys \\
    | tidemark keys add \\
    | gcloud secrets versions add tidemark-token-keys --data-file -`;

/** Returns `tidemark keys`, which creates and rotates the keys that sign write tokens. */
export function keysCommand(): Command {
  const command = new Command('keys')
    .description('Create, add, promote and remove keys that sign write tokens. No store is needed.')
    .addHelpText('after', HELP);
  const sub = (name: string, description: string): Command => {
    const subcommand = new Command(name).description(description);
    command.addCommand(subcommand);
    return subcommand.option('--json', 'print the result as one JSON object');
  };
  const changing = (name: string, description: string): Command =>
    sub(name, description).option('--file <file>', 'file with the current keys; default: standard input');
  sub('new', 'Create the first key.')
    .option('--id <id>', 'id of the key; default: 1', keyId)
    .action(commandAction((_run: CommandRun, flags: KeyFlags) => printKeys([newKey(flags.id ?? 1)], flags)));
  changing('add', 'Add a key that verifies tokens and does not sign yet.')
    .option('--id <id>', 'id of the key; default: the next free one', keyId)
    .action(
      commandAction((_run: CommandRun, flags: KeyFlags) => {
        const keys = readKeys(flags);
        const key = newKey(flags.id ?? nextKeyId(keys));
        printKeys(withKey(keys, key), flags);
        printError(`Key ${key.id} verifies tokens. Promote it once every process has it.`);
      }),
    );
  changing('promote', 'Make a key sign tokens. The previous signing key only verifies from then on.')
    .argument('<id>', 'id of the key', keyId)
    .action(
      commandAction((_run: CommandRun, id: number, flags: KeyFlags) => {
        const keys = readKeys(flags);
        printKeys(withSigner(keys, id), flags);
        if (keys[0].id !== id)
          printError(`Key ${id} signs tokens. Remove key ${keys[0].id} after the lifetime of a token.`);
      }),
    );
  changing('remove', 'Remove a key that does not sign.')
    .argument('<id>', 'id of the key', keyId)
    .action(
      commandAction((_run: CommandRun, id: number, flags: KeyFlags) =>
        printKeys(withoutKey(readKeys(flags), id), flags),
      ),
    );
  changing('show', 'Show the ids, roles and fingerprints of the keys, but no secrets.').action(
    commandAction((_run: CommandRun, flags: KeyFlags) => show(readKeys(flags), flags)),
  );
  return command;
}

function readKeys({ file }: KeyFlags): TokenKeys {
  const field = file ?? 'stdin';
  return parseTokenKeys(readInputText(file ?? '-', field).trim(), field);
}

function newKey(id: number): TokenKey {
  return { id, secret: randomBytes(SECRET_BYTES) };
}

function printKeys(keys: TokenKeys, { json }: KeyFlags): void {
  const text = formatTokenKeys(keys);
  print(json === true ? JSON.stringify({ keys: text, ...describeKeys(keys) }) : text);
}

function show(keys: TokenKeys, { json }: KeyFlags): void {
  if (json === true) return print(JSON.stringify(describeKeys(keys)));
  const rows = describeKeys(keys).known.map(({ id, role, fingerprint, secretBytes }) => [
    String(id),
    role,
    fingerprint,
    String(secretBytes),
  ]);
  print(textTable(['key', 'role', 'fingerprint', 'bytes'], rows));
}

function describeKeys(keys: TokenKeys) {
  return {
    signing: keys[0].id,
    known: keys.map((key, index) => ({
      id: key.id,
      role: index === 0 ? 'signing' : 'verifying',
      fingerprint: tokenKeyFingerprint(key),
      secretBytes: key.secret.length,
    })),
  };
}

function keyId(text: string): number {
  const id = Number(text);
  if (/^\d{1,3}$/.test(text) && id <= KEY_ID_MAX) return id;
  throw new InvalidArgumentError(`Must be a whole number from 0 to ${KEY_ID_MAX}.`);
}
