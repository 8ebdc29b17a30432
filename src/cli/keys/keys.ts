import { randomBytes } from 'node:crypto';
import { Command, InvalidArgumentError } from 'commander';
import {
  fingerprintOf,
  formatTokenKeys,
  nextKeyId,
  withKey,
  withoutKey,
  withSigner,
} from '../../core/tokens/token-key-changes';
import { KEY_ID_MAX, parseTokenKeys, type TokenKey, type TokenKeys } from '../../core/tokens/token-keys';
import { readInputText } from '../shared/input-text';
import { print, printError } from '../shared/terminal';
import { textTable } from '../shared/text-table';

interface KeyFlags {
  readonly file?: string;
  readonly id?: number;
  readonly json?: boolean;
}

const SECRET_BYTES = 32;

const HELP = `
The text of the keys is what TIDEMARK_TOKEN_KEYS_FILE holds, or TIDEMARK_TOKEN_KEYS: it is read from --file or from standard
input, and the new one is printed. Nothing is changed by this: the text goes to where your secrets are.

A rotation during which no token is refused:
  1. tidemark keys add       every process verifies by the new key; wait until each has it: tidemark_tokens_keys{key_id="2"}
  2. tidemark keys promote 2 it signs; wait until tidemark_tokens_keys{key_id="1",use="signing"} is 0 everywhere
  3. tidemark keys remove 1  not before the last token of the old key has ended: TIDEMARK_TOKEN_LIFETIME_MS, 24 h by default

Example:
  gcloud secrets versions access latest --secret tidemark-token-keys \\
    | tidemark keys add \\
    | gcloud secrets versions add tidemark-token-keys --data-file -`;

/** `tidemark keys`: the text of the keys that write tokens are signed with, made anew for each step of a rotation. */
export function keysCommand(): Command {
  const command = new Command('keys')
    .description('Make, add, promote and remove the keys that sign write tokens; without a store.')
    .addHelpText('after', HELP);
  const sub = (name: string, description: string): Command => {
    const made = new Command(name).description(description);
    command.addCommand(made);
    return made.option('--json', 'print the result as one JSON object');
  };
  const changing = (name: string, description: string): Command =>
    sub(name, description).option('--file <file>', 'file with the keys as they are; default: standard input');
  sub('new', 'A first key.')
    .option('--id <id>', 'its id; default: 1', keyId)
    .action((flags: KeyFlags) => printKeys([newKey(flags.id ?? 1)], flags));
  changing('add', 'One key more, which verifies and does not sign yet.')
    .option('--id <id>', 'its id; default: the next one that is free', keyId)
    .action((flags: KeyFlags) => {
      const keys = readKeys(flags);
      const key = newKey(flags.id ?? nextKeyId(keys));
      printKeys(withKey(keys, key), flags);
      printError(`Key ${key.id} verifies. Promote it once every process knows it.`);
    });
  changing('promote', 'Let another key sign; the one that did verifies.')
    .argument('<id>', 'the key', keyId)
    .action((id: number, flags: KeyFlags) => {
      const keys = readKeys(flags);
      printKeys(withSigner(keys, id), flags);
      if (keys[0].id !== id)
        printError(`Key ${id} signs. Remove key ${keys[0].id} when the lifetime of a token is over.`);
    });
  changing('remove', 'Take away a key that does not sign.')
    .argument('<id>', 'the key', keyId)
    .action((id: number, flags: KeyFlags) => printKeys(withoutKey(readKeys(flags), id), flags));
  changing('show', 'The ids of the keys, which one signs, and their fingerprints; never a secret.').action(
    (flags: KeyFlags) => show(readKeys(flags), flags),
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
  print(json === true ? JSON.stringify({ keys: text, ...described(keys) }) : text);
}

function show(keys: TokenKeys, { json }: KeyFlags): void {
  if (json === true) return print(JSON.stringify(described(keys)));
  const rows = described(keys).known.map(({ id, role, fingerprint, secretBytes }) => [
    String(id),
    role,
    fingerprint,
    String(secretBytes),
  ]);
  print(textTable(['key', 'role', 'fingerprint', 'bytes'], rows));
}

function described(keys: TokenKeys) {
  return {
    signing: keys[0].id,
    known: keys.map((key, index) => ({
      id: key.id,
      role: index === 0 ? 'signing' : 'verifying',
      fingerprint: fingerprintOf(key),
      secretBytes: key.secret.length,
    })),
  };
}

function keyId(text: string): number {
  const id = Number(text);
  if (/^\d{1,3}$/.test(text) && id <= KEY_ID_MAX) return id;
  throw new InvalidArgumentError(`A whole number from 0 to ${KEY_ID_MAX}.`);
}
