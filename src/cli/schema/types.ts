import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { loadSchema } from '../../codec/declarations/schema-registry';
import { schemaTypes } from '../../codec/declarations/schema-types';
import { loadSchemaConfig, processEnvironment } from '../../config/index';
import { invalidArgument } from '../../errors';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print } from '../shared/terminal';

interface TypesFlags {
  readonly out?: string;
  readonly name: string;
}

/** Returns `tidemark schema types`, which writes the types of the schema for the client of applications. */
export function schemaTypesCommand(): Command {
  return new Command('types')
    .description(
      'Write TypeScript types of all DataTypes, event types and purposes, for tidemark/client: misspelt names do not compile.',
    )
    .option('--out <file>', 'file to write (default: standard output)')
    .option('--name <name>', 'name of the exported interface', 'AppSchema')
    .addHelpText(
      'after',
      "\nExample:\n  TIDEMARK_PROTO_PATH=my-protos tidemark schema types --out src/app-schema.ts\n  # createClient<AppSchema>({ url: 'http://127.0.0.1:8080' })",
    )
    .action(commandAction(writeTypes));
}

function writeTypes(_run: CommandRun, { out, name }: TypesFlags): void {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw invalidArgument('--name', 'must be a TypeScript identifier');
  const schema = loadSchema(loadSchemaConfig(processEnvironment()));
  const text = schemaTypes(schema, { name, banner: 'Made by `tidemark schema types`. Do not edit.' });
  if (out === undefined) return void process.stdout.write(text);
  writeFileSync(out, text);
  print(`Wrote ${schema.dataTypes().length} DataTypes to ${out}.`);
}
