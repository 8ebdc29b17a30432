import { spawnSync } from 'node:child_process';
import type { Command } from 'commander';
import { COMMANDS } from '../../../src/cli/commands';
import { completedWords, type CompletedWords } from '../../../src/cli/completion/completed-words';
import { bashCompletion, fishCompletion, zshCompletion } from '../../../src/cli/completion/shell-scripts';

/** All commands by name. Loading them takes seconds, so it is done once. */
let commands: ReadonlyMap<string, Command>;

beforeAll(async () => {
  commands = new Map(
    await Promise.all(
      Object.entries(COMMANDS).map(async ([name, { load }]) => [name, await load()] as const),
    ),
  );
});

describe('COMMANDS', () => {
  it('describes each command as the command describes itself, so that the help loads none', () => {
    const described = [...commands].map(([name, command]) => [name, command.name(), command.description()]);
    expect(described).toEqual(
      Object.entries(COMMANDS).map(([name, { description }]) => [name, name, description]),
    );
  });
});

describe('tidemark completion', () => {
  let words: readonly CompletedWords[];

  beforeAll(() => {
    words = completedWords([...commands.values()]);
  });

  /** Returns what bash offers for the last word of a line. */
  function offered(line: readonly string[]): string[] {
    const script = `${bashCompletion(words)}
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tidemark; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', 'tidemark', ...line], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    return stdout.split('\n').filter((word) => word !== '');
  }

  it('bash completes commands, commands of commands, and options', () => {
    expect(offered(['sta'])).toEqual(['start']);
    expect(offered(['local', 'stop'])).toEqual(['stop-cluster']);
    expect(offered(['start', '--no'])).toEqual(['--no-demo']);
    expect(offered(['local', '--port', '0', '--eph'])).toEqual(['--ephemeral']);
  });

  it('bash offers all commands after the program, and no options of other commands', () => {
    expect(offered([''])).toEqual([...Object.keys(COMMANDS), 'help', '--help', '--version', '--no-color']);
    expect(offered(['count', '--no-demo'])).toEqual([]);
  });

  it('the scripts of zsh and fish name every command and option', () => {
    for (const script of [zshCompletion(words), fishCompletion(words)])
      for (const { path, options } of words)
        for (const text of [path, ...options.map((option) => option.slice(2))])
          expect(script).toContain(text);
  });
});
