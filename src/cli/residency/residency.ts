import { Command } from 'commander';
import { residencyAssignCommand } from './assign';
import { residencyAuditCommand } from './audit';
import { residencyMoveCommand } from './move';
import { residencyPlanCommand } from './plan';
import { residencyRebuildCommand } from './rebuild';
import { residencyShowCommand } from './show';
import { residencyCancelCommand, residencyResumeCommand, residencyStatusCommand } from './waves';

/** Returns `tidemark residency`, which manages where the rows of users are. */
export function residencyCommand(): Command {
  return new Command('residency')
    .description('Show, assign and change the placements of users, and find data that is outside of them.')
    .addCommand(residencyShowCommand())
    .addCommand(residencyAssignCommand())
    .addCommand(residencyPlanCommand())
    .addCommand(residencyMoveCommand())
    .addCommand(residencyStatusCommand())
    .addCommand(residencyResumeCommand())
    .addCommand(residencyCancelCommand())
    .addCommand(residencyAuditCommand())
    .addCommand(residencyRebuildCommand());
}
