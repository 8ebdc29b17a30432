import { Command } from 'commander';
import { followCommand } from './follow';
import { pipelineForgetCommand } from './forget';
import { generationCommands } from './generations';
import { pipelineListCommand } from './list';
import { pipelineRunCommand } from './run';
import { pipelineStatusCommand } from './status';
import { pipelineTypesCommand } from './types';

/** Returns `tidemark pipeline`, which runs the pipelines of users' modules. */
export function pipelineCommand(): Command {
  const command = new Command('pipeline')
    .description('Run a module of yours over all objects of a corpus, on the batch clusters.')
    .addCommand(pipelineRunCommand())
    .addCommand(followCommand())
    .addCommand(pipelineStatusCommand())
    .addCommand(pipelineListCommand())
    .addCommand(pipelineTypesCommand())
    .addCommand(pipelineForgetCommand());
  for (const each of generationCommands()) command.addCommand(each);
  return command;
}
