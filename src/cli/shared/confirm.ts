import { createInterface } from 'node:readline/promises';
import { invalidArgument } from '../../errors';

/** Whether the person agrees; throws where nobody can be asked, unless `yes` or `json` with it says so beforehand. */
export async function confirm(
  question: string,
  flags: { readonly yes?: boolean; readonly json?: boolean },
): Promise<boolean> {
  if (flags.yes === true) return true;
  if (!process.stdin.isTTY || flags.json === true) {
    throw invalidArgument('--yes', 'must confirm it where nobody can be asked');
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
