import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { terraformSchemaOf } from '../../codec/declarations/terraform-schema';
import { loadSchemaConfig, processEnvironment } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { invalidArgument } from '../../errors';
import { print, printError } from '../shared/terminal';

/** `tidemark schema terraform`: from the proto files to what the Terraform modules read. */
export function schemaTerraformCommand(): Command {
  return new Command('terraform')
    .description(
      'Write the tables, families, GC rules and Pub/Sub schemas that the proto files declare, for the Terraform modules.',
    )
    .option('--out <file>', 'file to write', DEFAULTS.schema.terraformFile)
    .option('--check', 'write nothing; exit with 1 when the file is not what the proto files declare')
    .option('--json', 'print one JSON object')
    .action(writeTerraformSchema);
}

/** The file's text for the schema that the environment names: the built-in proto files, and those of its folders. */
export function terraformSchemaText(variables: NodeJS.ProcessEnv): string {
  return `${JSON.stringify(terraformSchemaOf(loadSchema(loadSchemaConfig(variables))), null, 2)}\n`;
}

interface Flags {
  readonly out: string;
  readonly check?: boolean;
  readonly json?: boolean;
}

function writeTerraformSchema({ out, check = false, json = false }: Flags): void {
  const text = terraformSchemaText(processEnvironment());
  const fresh = existsSync(out) && readFileSync(out, 'utf8') === text;
  if (!check && !fresh) write(out, text);
  if (json) print(JSON.stringify({ file: out, fresh, written: !check && !fresh }));
  else if (fresh) print(`${out} is as the proto files declare.`);
  else if (check) printError(`${out} is stale: make it anew with \`tidemark schema terraform\`.`);
  else print(`Wrote ${out}.`);
  if (check && !fresh) process.exitCode = 1;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    throw invalidArgument('--out', `names ${file}, which cannot be written: ${(cause as Error).message}`);
  }
}
