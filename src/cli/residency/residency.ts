import { Command } from 'commander';
import { residencyAuditCommand } from './audit';

/** Returns `tidemark residency`, which manages where the rows of users are. */
export function residencyCommand(): Command {
  return new Command('residency')
    .description('Find users whose data is outside of its placement.')
    .addCommand(residencyAuditCommand());
}
