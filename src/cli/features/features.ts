import { Command } from 'commander';
import { featuresExportCommand } from './export';
import { featuresGetCommand } from './get';

/** `tidemark features`: what models are told of users and candidates. */
export function featuresCommand(): Command {
  return new Command('features')
    .description('Fatigue features: of one user now, or of many at moments past, to train models on.')
    .addCommand(featuresGetCommand())
    .addCommand(featuresExportCommand());
}
