import { Command } from 'commander';
import { capsCheckCommand } from './check';
import { capsReleaseCommand } from './release';

/** `tidemark caps`: what may be shown to a user, and reservations of it. */
export function capsCommand(): Command {
  return new Command('caps')
    .description('Frequency caps: whether a user may be shown more of something.')
    .addCommand(capsCheckCommand())
    .addCommand(capsReleaseCommand());
}
