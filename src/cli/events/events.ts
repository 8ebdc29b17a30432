import { Command } from 'commander';
import { eventsDeleteCommand } from './delete';

/** Returns `tidemark events`, which changes stored events. */
export function eventsCommand(): Command {
  return new Command('events').description('Delete stored events.').addCommand(eventsDeleteCommand());
}
