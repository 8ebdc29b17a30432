import { Command } from 'commander';
import { consentGetCommand } from './get';
import { consentImportCommand } from './import';
import { consentSetCommand } from './set';

/** Returns `tidemark consent`, the commands about the decisions of users. */
export function consentCommand(): Command {
  return new Command('consent')
    .description('Read and record which purposes users grant or withdraw.')
    .addCommand(consentGetCommand())
    .addCommand(consentSetCommand())
    .addCommand(consentImportCommand());
}
