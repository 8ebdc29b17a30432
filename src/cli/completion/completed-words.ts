import type { Command } from 'commander';

/** Words that may follow the names of a command and its parents. */
export interface CompletedWords {
  /** Names after `tidemark`, separated by spaces; empty for the program itself. */
  readonly path: string;
  readonly commands: readonly string[];
  readonly options: readonly string[];
}

/** Returns the words after the program and after each of its commands, at any depth. */
export function completedWords(commands: readonly Command[]): readonly CompletedWords[] {
  const names = commands.map((command) => command.name());
  const program = { path: '', commands: [...names, 'help'], options: ['--help', '--version', '--no-color'] };
  return [program, ...commands.flatMap((command) => wordsOf(command, command.name()))];
}

function wordsOf(command: Command, path: string): readonly CompletedWords[] {
  const options = command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? []);
  const commands = command.commands.map((each) => each.name());
  const nested = command.commands.flatMap((each) => wordsOf(each, `${path} ${each.name()}`));
  return [{ path, commands, options: [...options, '--help'] }, ...nested];
}
