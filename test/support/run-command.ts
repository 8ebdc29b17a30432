import { CommanderError, type Command } from 'commander';
import { describeFailure, failureJson } from '../../src/errors';
import type { CliRun } from './run-cli';

/** Those that are run in the tests' own process, by their first word; loaded when one is asked for. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  import: async () => (await import('../../src/cli/import/import.js')).importCommand(),
  count: async () => (await import('../../src/cli/count/count.js')).countCommand(),
  caps: async () => (await import('../../src/cli/caps/caps.js')).capsCommand(),
  compact: async () => (await import('../../src/cli/compact/compact.js')).compactCommand(),
  campaigns: async () => (await import('../../src/cli/campaigns/campaigns.js')).campaignsCommand(),
  features: async () => (await import('../../src/cli/features/features.js')).featuresCommand(),
  topology: async () => (await import('../../src/cli/topology/topology.js')).topologyCommand(),
  schema: async () => (await import('../../src/cli/schema/schema.js')).schemaCommand(),
};

let isRunning = false;

export interface CommandOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Working directory. Default: that of the tests. */
  readonly cwd?: string;
}

/** A line as a user writes it behind `tidemark`, in the tests' own process as `runCommand` does. */
export async function runCommandLine(
  [name = '', ...args]: readonly string[],
  options: CommandOptions,
): Promise<CliRun> {
  const load = COMMANDS[name];
  if (load === undefined) throw new Error(`${name} is not among those that are run in this process`);
  return runCommand(await load(), args, options);
}

/**
 * Runs a command as `runCli` does, but in the tests' own process, which takes a tenth of the time: for what needs neither signals
 * nor the standard input. One at a time.
 */
export async function runCommand(
  command: Command,
  args: readonly string[],
  { env, cwd = process.cwd() }: CommandOptions,
): Promise<CliRun> {
  if (isRunning)
    throw new Error('Another command is run in this process, which has one environment and one folder');
  isRunning = true;
  const [envBefore, cwdBefore] = [process.env, process.cwd()];
  const [stdout, stderr] = [captured(process.stdout), captured(process.stderr)];
  process.env = { ...env };
  process.chdir(cwd);
  // Else a word that is no option of the command would end this process.
  for (const each of [command, ...command.commands]) each.exitOverride();
  try {
    const ended = await endOf(command, args);
    return { ended, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    [stdout, stderr].forEach((stream) => stream.release());
    process.chdir(cwdBefore);
    process.env = envBefore;
    process.exitCode = undefined;
    isRunning = false;
  }
}

/** The exit code. */
async function endOf(command: Command, args: readonly string[]): Promise<number> {
  try {
    await command.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    const message = args.includes('--json') ? failureJson(error) : describeFailure(error);
    process.stderr.write(`${message}\n`);
    return 1;
  }
}

function captured(stream: NodeJS.WriteStream) {
  const write = stream.write.bind(stream);
  let text = '';
  stream.write = (chunk: string | Uint8Array): boolean => {
    text += chunk.toString();
    return true;
  };
  return {
    text: () => text,
    release: () => {
      stream.write = write;
    },
  };
}
