/** Runs one command of `tidemark` from the sources, in a process that can be killed. It prints a line before it begins. */
import { eraseCommand } from '../../src/cli/erase/erase';
import { eventsCommand } from '../../src/cli/events/events';

const COMMANDS = { erase: eraseCommand, events: eventsCommand };

async function main([name, ...args]: readonly string[]): Promise<void> {
  process.stdout.write('ready\n');
  await COMMANDS[name as keyof typeof COMMANDS]().parseAsync(args, { from: 'user' });
}

void main(process.argv.slice(2));
