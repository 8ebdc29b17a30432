import { Command } from 'commander';
import { campaignsCompactCommand } from './compact';
import { campaignsCountsCommand } from './counts';
import { campaignsDeleteCommand } from './delete';
import { campaignsGetCommand } from './get';
import { campaignsListCommand } from './list';
import { campaignsPutCommand } from './put';

/** Returns `tidemark campaigns`: what advertisers have bought, and how much of it is delivered. */
export function campaignsCommand(): Command {
  return new Command('campaigns')
    .description('Manage campaigns, and count their actions.')
    .addCommand(campaignsPutCommand())
    .addCommand(campaignsGetCommand())
    .addCommand(campaignsListCommand())
    .addCommand(campaignsCountsCommand())
    .addCommand(campaignsCompactCommand())
    .addCommand(campaignsDeleteCommand());
}
