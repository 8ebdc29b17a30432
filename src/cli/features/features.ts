import { Command } from 'commander';
import { featuresExportCommand } from './export';
import { featuresGetCommand } from './get';

/** Returns `tidemark features`: the features of users and candidates that models are trained on and served with. */
export function featuresCommand(): Command {
  return new Command('features')
    .description(
      'Print the fatigue features of a user, or export those of many users at past times to train models.',
    )
    .addCommand(featuresGetCommand())
    .addCommand(featuresExportCommand());
}
