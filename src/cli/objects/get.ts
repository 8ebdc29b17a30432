import { Command } from 'commander';
import { evidenceJson } from '../../codec/answers/evidence-json';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { parseGenerationsText } from '../../core/generations/requested-generations';
import { invalidArgument } from '../../errors';
import { createGetObject, type GetObjectAnswer } from '../../operations/objects/get-object';
import { everyObjectType } from '../../operations/objects/scan-objects';
import { commandGenerations } from '../shared/command-generations';
import { systemClock } from '../../platform/time/clock';
import { openCommandAccessLog } from '../shared/command-access-log';
import { openServing } from '../shared/connection';
import { evidenceLine } from '../shared/count-table';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { omissionLines } from '../shared/omission-lines';
import {
  compileReadConsistency,
  loadReadConfig,
  READ_OPTION_NAMES,
  withReadOptions,
  type ReadFlags,
} from '../shared/read-options';
import { print, printError } from '../shared/terminal';
import { integerBetween } from '../shared/units';
import { SELECTION_FIELDS, selectorsOf, SELECTION_OPTION_NAMES } from './selection-flags';

interface GetFlags extends ReadFlags {
  readonly versions: number;
  readonly generations?: string;
  readonly protobuf?: boolean;
  readonly json?: boolean;
}

const VERSIONS_MAX = 100;

const EXAMPLE = `
Examples:
  tidemark objects get users user-1
  tidemark objects get users user-1 profile/main embedding --versions 2 --json
  tidemark objects get users user-1 profile/main --protobuf > profile.pb`;

/** Returns `tidemark objects get`, the shell's counterpart of `GET /v1/corpora/{corpus}/objects/{id}`. */
export function objectsGetCommand(): Command {
  const command = new Command('get')
    .description('Read cells of an object.')
    .argument('<corpus>', 'corpus, such as users')
    .argument('<id>', 'id of the object')
    .argument('[cells...]', 'DataTypes (profile) or cells (profile/main); default: all that hold objects')
    .option(
      '--versions <count>',
      'maximum number of versions of each cell',
      integerBetween(1, VERSIONS_MAX),
      1,
    )
    .option(
      '--generations <list>',
      'generations to read instead of the published ones, such as embedding=3, separated by commas',
    )
    .option('--protobuf', 'write the serialized message of the only cell to standard output');
  return withReadOptions(command)
    .option('--json', 'print the answer of the API')
    .addHelpText('after', EXAMPLE)
    .action(
      commandAction(runGet, {
        optionNames: {
          ...READ_OPTION_NAMES,
          ...SELECTION_OPTION_NAMES,
          dataTypes: '<cells>',
          id: '<id>',
        },
      }),
    );
}

async function runGet(
  { resources }: CommandRun,
  corpus: string,
  id: string,
  cells: readonly string[],
  flags: GetFlags,
): Promise<void> {
  const config = loadReadConfig(flags);
  const { store, schema } = openServing(config, { resources });
  const select = cells.length === 0 ? everyObjectType(schema, corpus) : selectorsOf({ dataTypes: cells })!;
  const generations = commandGenerations({ store, schema, config });
  const limits = config.objects;
  const get = createGetObject({ reader: store.reader, generations, schema, clock: systemClock, limits });
  const consistency = compileReadConsistency(flags, store);
  const { versions, generations: named } = flags;
  const requested = named === undefined ? undefined : parseGenerationsText(named, 'generations');
  const cellsToGet = { corpus, id, select, fields: SELECTION_FIELDS, versions };
  const request = { ...cellsToGet, generations: requested, consistency };
  const log = openCommandAccessLog(config, schema.corpora(), resources);
  const dataTypes = select.map(({ dataType }) => schema.dataType(corpus, dataType, 'dataTypes'));
  const access = { operation: 'getObject', kind: 'read', subjects: [id], dataTypes } as const;
  const answer = await log.logged(access, () => get(request));
  if (flags.protobuf === true) return printMessage(answer);
  const shown = cellsJson(answer, corpus, schema);
  const { omitted, evidence } = answer;
  if (flags.json === true) {
    const consistency = evidenceJson(evidence, store.tokens);
    const json = { cells: shown, omitted, generations: answer.generations, consistency };
    return print(JSON.stringify(json));
  }
  for (const { dataType, subType, timestampMs, value } of shown) {
    print(`${dataType}/${subType}  ${new Date(timestampMs).toISOString()}  ${JSON.stringify(value)}`);
  }
  omissionLines(omitted).forEach((line) => print(line));
  for (const [family, generation] of Object.entries(answer.generations ?? {}))
    print(`${family}: generation ${generation}`);
  print(evidenceLine(evidence));
}

function cellsJson({ cells }: GetObjectAnswer, corpus: string, schema: SchemaRegistry) {
  return cells.map(({ value, ...cell }) => ({
    ...cell,
    value: schema.codec(schema.dataType(corpus, cell.dataType)).toJson(value),
  }));
}

function printMessage({ cells, omitted }: GetObjectAnswer): void {
  const [cell, another] = cells;
  omissionLines(omitted).forEach((line) => printError(line));
  if (cell === undefined || another !== undefined)
    throw invalidArgument('--protobuf', `needs a single cell, and there are ${cells.length}: name one`);
  process.stdout.write(cell.value);
}
