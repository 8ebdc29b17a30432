import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { terraformSchemaOf } from '../../codec/declarations/terraform-schema';
import { loadSchemaConfig, processEnvironment } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { invalidArgument } from '../../errors';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';

/**
 * Returns `tidemark schema terraform`, which writes the schema of the proto files as JSON for the Terraform modules.
 */
export function schemaTerraformCommand(): Command {
  return new Command('terraform')
    .description(
      'Write the tables, families, GC rules and Pub/Sub schemas that the proto files declare, for the Terraform modules.',
    )
    .option('--out <file>', 'file to write', DEFAULTS.schema.terraformFile)
    .option('--check', 'write nothing; exit with 1 when the file does not match the proto files')
    .option('--json', 'print one JSON object')
    .action(commandAction(writeTerraformSchema));
}

/** Returns the text of the file for the built-in proto files and those in the folders of the environment. */
export function terraformSchemaText(variables: NodeJS.ProcessEnv): string {
  return `${JSON.stringify(terraformSchemaOf(loadSchema(loadSchemaConfig(variables))), null, 2)}\n`;
}

interface Flags {
  readonly out: string;
  readonly check?: boolean;
  readonly json?: boolean;
}

function writeTerraformSchema(_run: CommandRun, { out, check = false, json = false }: Flags): ExitCode {
  const text = terraformSchemaText(processEnvironment());
  const fresh = existsSync(out) && readFileSync(out, 'utf8') === text;
  if (!check && !fresh) write(out, text);
  if (json) print(JSON.stringify({ file: out, fresh, written: !check && !fresh }));
  else if (fresh) print(`${out} matches the proto files.`);
  else if (check) printError(`${out} is stale: run \`tidemark schema terraform\` to update it.`);
  else print(`Wrote ${out}.`);
  return check && !fresh ? EXIT_CODES.failed : EXIT_CODES.ok;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw invalidArgument('--out', `${file} cannot be written: ${(cause as Error).message}`);
  }
}
