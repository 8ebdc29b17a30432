/** `tidemark completion`: scripts that complete commands and options in a shell. */
import { Argument, Command } from 'commander';
import { completedWords } from './completed-words';
import { bashCompletion, fishCompletion, zshCompletion } from './shell-scripts';
import { print } from '../shared/terminal';

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

const EXAMPLES = `
Examples:
  tidemark completion bash > ~/.local/share/bash-completion/completions/tidemark
  tidemark completion zsh > ~/.zsh/tidemark.zsh      # and in ~/.zshrc: source ~/.zsh/tidemark.zsh
  tidemark completion fish > ~/.config/fish/completions/tidemark.fish`;

/** Returns the command. `loadCommands` returns all commands of the program. */
export function completionCommand(loadCommands: () => Promise<readonly Command[]>): Command {
  return new Command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>', 'shell that the script is for').choices(Object.keys(SCRIPTS)))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: keyof typeof SCRIPTS) => {
      print(SCRIPTS[shell](completedWords(await loadCommands())));
    });
}
