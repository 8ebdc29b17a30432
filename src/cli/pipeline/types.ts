import { Command } from 'commander';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { pipelineTypes } from '../../codec/pipelines/pipeline-types';
import { loadSchemaConfig, processEnvironment } from '../../config/index';
import { commandAction } from '../shared/lifecycle';

/** Returns `tidemark pipeline types`, which prints the types of pipelines for editors and compilers. */
export function pipelineTypesCommand(): Command {
  return new Command('types')
    .description('Print TypeScript declarations of all DataTypes, for modules of pipelines.')
    .addHelpText('after', '\nExample:\n  tidemark pipeline types > pipeline-types.d.ts')
    .action(commandAction(printTypes));
}

function printTypes(): void {
  process.stdout.write(pipelineTypes(loadSchema(loadSchemaConfig(processEnvironment()))));
}
