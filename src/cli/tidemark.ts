#!/usr/bin/env node
import '../platform/process/v8-flags';
import { Command } from 'commander';
import { ignoreOutputErrors, FINAL_FLUSH_MS, flushLogs } from '../platform/telemetry/log-output';
import { yieldToOthers } from '../platform/process/priority';
import { withoutColourOption } from '../platform/process/terminal-style';
import { VERSION } from '../platform/process/version';
import { COMMANDS } from './commands';
import { reportFailure } from './shared/lifecycle';

import { exitOnClosedOutput } from './shared/terminal';

/** Commands that continue when their standard output is closed, since they do more than print. */
const SERVICES = new Set([
  'start',
  'serve',
  'local',
  'consume',
  'filter',
  'pace',
  'compact',
  'erase',
  'pipeline',
  'reconcile',
  'residency',
  'import',
  'consent',
  'replay',
  'dead-letters',
  'events',
  'pipeline',
]);

/** Commands whose processes leave the processor to others of the same machine, since no request waits for them. */
const BACKGROUND = new Set(['residency move', 'residency resume', 'residency audit']);

/**
 * Adds the command that the arguments name. Without one, as for the help and for unknown names, adds all commands by name
 * and description: nothing is loaded.
 */
async function addCommands(program: Command, name: string | undefined): Promise<void> {
  const named = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (named !== undefined) {
    program.addCommand(await named.load());
    return;
  }
  for (const [each, { description }] of Object.entries(COMMANDS))
    program.command(each).description(description);
}

async function main(argv: readonly string[]): Promise<void> {
  const program = new Command('tidemark')
    .description('A Bigtable-backed personalization store: action counts, campaign pacing, objects.')
    .version(VERSION)
    .option('--no-color', 'print no colours, as with NO_COLOR; also after the name of a command')
    .showHelpAfterError('Run with --help for usage.')
    // Options after the name of a command belong to the command.
    .enablePositionalOptions();
  if (SERVICES.has(argv[2] ?? '')) ignoreOutputErrors();
  else exitOnClosedOutput();
  if (BACKGROUND.has(argv.slice(2, 4).join(' '))) yieldToOthers();
  const [name, topic] = argv.slice(2);
  // `help count` is `count --help`, for which the command is loaded.
  await addCommands(program, name === 'help' ? topic : name);
  await program.parseAsync(argv);
}

const args = withoutColourOption(process.argv);

void main(args)
  .catch((error: unknown) => reportFailure(error, args))
  // A pending write to a pipe without a reader would keep the process alive.
  .then(() => flushLogs(FINAL_FLUSH_MS))
  .then((wereAllFlushed) => (wereAllFlushed ? undefined : process.exit()));
