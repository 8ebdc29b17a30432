import { createPublicKey } from 'node:crypto';
import { Command } from 'commander';
import { publicKeyFingerprint, verifyCertificate } from '../../core/privacy/certificate';
import { objectAt } from '../../core/json/json-fields';
import { countOf } from '../../core/shared/count-of';
import { invalidArgument } from '../../errors';
import { readInputText } from '../shared/input-text';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';

interface VerifyFlags {
  readonly publicKey?: string;
  readonly json?: boolean;
}

const HELP = `
The certificate is that of "tidemark erase status --json", or of GET /v1/subjects/{id}/erasure, with or without the state around
it. The command needs no store. Without --public-key it verifies the signature under the key in the certificate: compare the
fingerprint with that of the operator's key.

Example:
  tidemark erase verify user-1.json --public-key erasure-key.pub.pem`;

/** Returns `tidemark erase verify`, which verifies certificates of erasure. */
export function eraseVerifyCommand(): Command {
  return new Command('verify')
    .description('Verify the signature of a certificate of erasure.')
    .argument('<certificate>', 'file with the certificate; - reads standard input')
    .option('--public-key <file>', 'public key in PEM that must have signed it')
    .option('--json', 'print one JSON object')
    .addHelpText('after', HELP)
    .action(commandAction(runVerify, { optionNames: { certificate: '<certificate>' } }));
}

function runVerify(_: CommandRun, file: string, flags: VerifyFlags): ExitCode {
  const verified = verifyCertificate(certificateIn(readInputText(file, '<certificate>')));
  const { isValid, keyFingerprint, statement } = verified;
  const expected = flags.publicKey === undefined ? undefined : fingerprintOfFile(flags.publicKey);
  const isTrusted = expected === undefined || expected === keyFingerprint;
  const ok = isValid && isTrusted;
  if (flags.json === true) print(JSON.stringify({ ok, isValid, isTrusted, keyFingerprint, statement }));
  else if (ok) {
    print(`valid: ${statement.kind} ${statement.id}, certified ${statement.certifiedAt}`);
    print(`  subject ${statement.subject} (key ${statement.keyId}) in ${statement.store}`);
    print(
      `  without data: ${countOf(statement.evidence.length, 'pair')} of table and cluster; ${countOf(statement.residues.length, 'residue')}`,
    );
    print(`  signed by the key ${keyFingerprint}`);
  } else
    printError(
      isValid ? `tidemark: signed by another key: ${keyFingerprint}` : 'tidemark: the signature is invalid',
    );
  return ok ? EXIT_CODES.ok : EXIT_CODES.failed;
}

/** Returns the certificate itself: the text may be that of an erasure, which has it as a field. */
function certificateIn(text: string): string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw invalidArgument('certificate', `must be JSON: ${(error as Error).message}`);
  }
  const { certificate } = objectAt(json, 'certificate');
  return certificate === undefined ? text : JSON.stringify(certificate);
}

function fingerprintOfFile(file: string): string {
  const text = readInputText(file, '--public-key');
  try {
    return publicKeyFingerprint(createPublicKey(text).export({ type: 'spki', format: 'der' }));
  } catch {
    throw invalidArgument('--public-key', `${file} has no public key in PEM`);
  }
}
