import { Command } from 'commander';
import { subjectsExportCommand } from './export';

/** Returns `tidemark subjects`, which answers requests of users about their data. */
export function subjectsCommand(): Command {
  return new Command('subjects')
    .description('Export what is stored about a user.')
    .addCommand(subjectsExportCommand());
}
