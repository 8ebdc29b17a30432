/**
 * Runs command lines in one process. Each begins when the process would end, that is when no connection, timer or listener of the one
 * before is left open; only then the line of that one's `CliRun` is printed. Standard input: the command lines, as JSON.
 */
import { readFileSync } from 'node:fs';
import { COMMANDS } from '../../src/cli/commands';
import type { CliRun } from './run-cli';
import { runCommand } from './run-command';

export interface CommandLine {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

const lines = JSON.parse(readFileSync(0, 'utf8')) as CommandLine[];
let last: CliRun | undefined;

async function run({ args: [name = '', ...args], env }: CommandLine): Promise<void> {
  last = await runCommand(await COMMANDS[name]!.load(), args, { env });
}

process.on('beforeExit', () => {
  if (last !== undefined) process.stdout.write(`${JSON.stringify(last)}\n`);
  last = undefined;
  const next = lines.shift();
  // Node.js emits this event again only if the event loop has had work meanwhile. A command that fails at once gives it none.
  if (next !== undefined) setImmediate(() => void run(next));
});
