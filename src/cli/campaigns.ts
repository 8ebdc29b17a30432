import { Command } from 'commander';

/** `tidemark campaigns`: what advertisers have bought, and how far it is delivered. */
export function campaignsCommand(): Command {
  return new Command('campaigns').description('Campaigns: what is bought on which days, and its counts.');
}
