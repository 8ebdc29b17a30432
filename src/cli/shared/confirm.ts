import { createInterface } from 'node:readline/promises';
import { invalidArgument } from '../../errors';

/**
 * Asks the user to confirm, and returns the answer. `--yes` confirms without a question. Throws `invalid_argument`
 * without it when standard input is not a terminal, and with `--json`.
 */
export async function confirm(
  question: string,
  flags: { readonly yes?: boolean; readonly json?: boolean },
): Promise<boolean> {
  if (flags.yes === true) return true;
  if (!process.stdin.isTTY || flags.json === true) {
    throw invalidArgument('--yes', 'is required when standard input is not a terminal, and with --json');
  }
  return askYesNo(question);
}

/** Asks the user on the terminal, and returns whether the answer is yes. */
export async function askYesNo(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}
