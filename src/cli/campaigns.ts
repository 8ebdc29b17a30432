import { Command } from 'commander';
import { campaignsCompactCommand } from './campaigns-compact';
import { campaignsCountsCommand } from './campaigns-counts';
import { campaignsDeleteCommand } from './campaigns-delete';
import { campaignsGetCommand } from './campaigns-get';
import { campaignsListCommand } from './campaigns-list';
import { campaignsPutCommand } from './campaigns-put';

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
