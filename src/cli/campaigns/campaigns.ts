import { Command } from 'commander';
import { campaignsCompactCommand } from './compact';
import { campaignsCountsCommand } from './counts';
import { campaignsDeleteCommand } from './delete';
import { campaignsGetCommand } from './get';
import { campaignsListCommand } from './list';
import { campaignsPutCommand } from './put';

/** `tidemark campaigns`: what advertisers have bought, and how far it is delivered. */
export function campaignsCommand(): Command {
  return new Command('campaigns')
    .description('Campaigns: what is bought on which days, and its counts.')
    .addCommand(campaignsPutCommand())
    .addCommand(campaignsGetCommand())
    .addCommand(campaignsListCommand())
    .addCommand(campaignsCountsCommand())
    .addCommand(campaignsCompactCommand())
    .addCommand(campaignsDeleteCommand());
}
