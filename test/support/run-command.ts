import { CommanderError, type Command } from 'commander';
import { reportFailure } from '../../src/cli/shared/lifecycle';
import type { CliRun } from './run-cli';

/** Commands that can run in the process of the tests, by name. Each is loaded when it first runs. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  import: async () => (await import('../../src/cli/import/import.js')).importCommand(),
  count: async () => (await import('../../src/cli/count/count.js')).countCommand(),
  caps: async () => (await import('../../src/cli/caps/caps.js')).capsCommand(),
  erase: async () => (await import('../../src/cli/erase/erase.js')).eraseCommand(),
  events: async () => (await import('../../src/cli/events/events.js')).eventsCommand(),
  objects: async () => (await import('../../src/cli/objects/objects.js')).objectsCommand(),
  subjects: async () => (await import('../../src/cli/subjects/subjects.js')).subjectsCommand(),
  compact: async () => (await import('../../src/cli/compact/compact.js')).compactCommand(),
  campaigns: async () => (await import('../../src/cli/campaigns/campaigns.js')).campaignsCommand(),
  pipeline: async () => (await import('../../src/cli/pipeline/pipeline.js')).pipelineCommand(),
  consent: async () => (await import('../../src/cli/consent/consent.js')).consentCommand(),
  features: async () => (await import('../../src/cli/features/features.js')).featuresCommand(),
  reconcile: async () => (await import('../../src/cli/reconcile/reconcile.js')).reconcileCommand(),
  lag: async () => (await import('../../src/cli/lag/lag.js')).lagCommand(),
  residency: async () => (await import('../../src/cli/residency/residency.js')).residencyCommand(),
  topology: async () => (await import('../../src/cli/topology/topology.js')).topologyCommand(),
  consume: async () => (await import('../../src/cli/consume/consume.js')).consumeCommand(),
  'dead-letters': async () =>
    (await import('../../src/cli/dead-letters/dead-letters.js')).deadLettersCommand(),
  doctor: async () => (await import('../../src/cli/doctor/doctor.js')).doctorCommand(),
  schema: async () => (await import('../../src/cli/schema/schema.js')).schemaCommand(),
};

let isRunning = false;

export interface CommandOptions {
  readonly env: NodeJS.ProcessEnv;
  /** Working directory. Default: that of the tests. */
  readonly cwd?: string;
}

/** Runs a command line without the leading `tidemark` in the process of the tests, like `runCommand`. */
export async function runCommandLine(
  [name = '', ...args]: readonly string[],
  options: CommandOptions,
): Promise<CliRun> {
  const load = COMMANDS[name];
  if (load === undefined) throw new Error(`${name} is not among the commands that can run in this process`);
  return runCommand(await load(), args, options);
}

/**
 * Runs a command like `runCli`, but in the process of the tests, which takes a tenth of the time. It is for commands that need
 * neither signals nor standard input. Only one command can run at a time.
 */
export async function runCommand(
  command: Command,
  args: readonly string[],
  { env, cwd = process.cwd() }: CommandOptions,
): Promise<CliRun> {
  if (isRunning)
    throw new Error(
      'another command is running in this process, which has one environment and one working directory',
    );
  isRunning = true;
  const [envBefore, cwdBefore] = [process.env, process.cwd()];
  const [stdout, stderr] = [captured(process.stdout), captured(process.stderr)];
  process.env = { ...env };
  process.chdir(cwd);
  // Without this, an unknown option would end the process of the tests.
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

/** Runs the command, and returns its exit code. */
async function endOf(command: Command, args: readonly string[]): Promise<number> {
  try {
    await command.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    reportFailure(error, args);
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
