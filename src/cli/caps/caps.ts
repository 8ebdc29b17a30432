import { Command } from 'commander';
import { capsCheckCommand } from './check';
import { capsReleaseCommand } from './release';

/** Returns `tidemark caps`: checks of frequency caps, and reservations. */
export function capsCommand(): Command {
  return new Command('caps')
    .description('Check frequency caps of a user, and release reservations.')
    .addCommand(capsCheckCommand())
    .addCommand(capsReleaseCommand());
}
