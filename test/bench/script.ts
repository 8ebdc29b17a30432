/** Shared code of `npm run bench` and `npm run sim`: a command for each of many files, of which only one is loaded. */
import { Command, CommanderError } from 'commander';

/**
 * Returns the command named by the first argument; without a valid name, one that lists all names.
 */
export function scriptCommand<T>(
  words: readonly string[],
  script: {
    readonly name: string;
    readonly description: string;
    readonly files: Readonly<Record<string, T>>;
  },
  commandOf: (file: T) => Command,
): Command {
  const { name, description, files } = script;
  const named = words.slice(0, 1).filter((word) => Object.hasOwn(files, word));
  const program = new Command(`npm run ${name} --`)
    .description(description)
    .option('--list', 'print their names')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .enablePositionalOptions()
    .exitOverride();
  const wanted = named.length > 0 ? named : Object.keys(files);
  for (const each of wanted) program.addCommand(commandOf(files[each]!));
  return program;
}

/** Returns a line of the list as a sentence. */
export function sentence(line: string): string {
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}.`;
}

/** Runs the script's command to its end, and ends the process: with 2 where the words make no sense. */
export async function runScript(
  command: Command,
  words: readonly string[],
  list: () => void,
): Promise<never> {
  endWithReader();
  try {
    if (words.includes('--list')) list();
    else await command.parseAsync(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  }
  return process.exit();
}

/** A closed output, as with `head`, is not a failure and ends the run. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}
