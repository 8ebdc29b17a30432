import { Command } from 'commander';
import { residencyAssignCommand } from './assign';
import { residencyAuditCommand } from './audit';
import { residencyPlanCommand } from './plan';
import { residencyShowCommand } from './show';

/** Returns `tidemark residency`, which manages where the rows of users are. */
export function residencyCommand(): Command {
  return new Command('residency')
    .description('Show and assign the placements of users, and find data that is outside of them.')
    .addCommand(residencyShowCommand())
    .addCommand(residencyAssignCommand())
    .addCommand(residencyPlanCommand())
    .addCommand(residencyAuditCommand());
}
