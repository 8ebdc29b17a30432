import { Command } from 'commander';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { parseCellName } from '../../core/objects/cell-name';
import type { DataType } from '../../core/schema/schema';
import { createDeleteObject } from '../../operations/objects/delete-object';
import { createDeleteWholeObject, deletableTypes } from '../../operations/objects/delete-whole-object';
import { systemClock } from '../../platform/time/clock';
import { openCommandAccessLog } from '../shared/command-access-log';
import { confirm } from '../shared/confirm';
import { loadCommandConfig, openServing } from '../shared/connection';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { print } from '../shared/terminal';
import { versionAt } from './put';
import { withWriteTokenOption, writeTokenOf, type WriteTokenFlags } from './write-token-option';

interface DeleteFlags extends WriteTokenFlags {
  readonly timestamp?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

const EXAMPLE = `
Deleting what is absent succeeds. A deletion is final: an older write that arrives later stays hidden. Events of the user stay.

Examples:
  tidemark objects delete users user-1 profile/main
  tidemark objects delete users user-1 embedding
  tidemark objects delete users user-1 --yes`;

/** Returns `tidemark objects delete`, the shell's counterpart of the `DELETE` requests of objects. */
export function objectsDeleteCommand(): Command {
  const command = new Command('delete')
    .description('Delete an object, a DataType of it, a cell, or one version of a cell.')
    .argument('<corpus>', 'corpus, such as users')
    .argument('<id>', 'id of the object')
    .argument('[cell]', 'DataType (profile) or cell (profile/main); default: the whole object')
    .option('--timestamp <time>', 'version of the cell to delete; default: all');
  return withWriteTokenOption(command)
    .option('-y, --yes', 'delete a whole object without asking for confirmation')
    .option('--json', 'print the answer as one JSON object')
    .addHelpText('after', EXAMPLE)
    .action(commandAction(runDelete, { optionNames: OPTION_NAMES }));
}

const OPTION_NAMES = {
  corpus: '<corpus>',
  id: '<id>',
  cell: '[cell]',
  dataType: '[cell]',
  subType: '[cell]',
  timestampMs: '--timestamp',
  token: '--token',
};

async function runDelete(
  { resources }: CommandRun,
  corpus: string,
  id: string,
  cell: string | undefined,
  flags: DeleteFlags,
): Promise<ExitCode> {
  const config = loadCommandConfig();
  const { store, schema } = openServing(config, { resources });
  const dependencies = { cells: store.cells, schema, clock: systemClock, limits: config.objects };
  const timestampMs = flags.timestamp === undefined ? undefined : versionAt(flags.timestamp);
  const options = { token: writeTokenOf(flags, store) };
  const remove = async () => {
    if (cell === undefined) return createDeleteWholeObject(dependencies)({ corpus, id }, options);
    return createDeleteObject(dependencies)(
      { corpus, id, ...parseCellName(cell, 'cell'), timestampMs },
      options,
    );
  };
  if (cell === undefined && !(await confirm(`Delete the object ${JSON.stringify(id)} of ${corpus}?`, flags)))
    return EXIT_CODES.failed;
  const log = openCommandAccessLog(config, schema.corpora(), resources);
  const dataTypes = deletedTypes(schema, corpus, cell);
  const operation = cell === undefined ? 'deleteWholeObject' : 'deleteObject';
  const access = { operation, kind: 'change', subjects: [id], dataTypes } as const;
  const { token } = await log.logged(access, remove);
  if (flags.json === true) print(JSON.stringify({ token: store.tokens.encode(token) }));
  else print(`${id}  ${cell ?? 'all DataTypes'}  deleted`);
  return EXIT_CODES.ok;
}

function deletedTypes(schema: SchemaRegistry, corpus: string, cell: string | undefined): readonly DataType[] {
  if (cell === undefined) return deletableTypes(schema, corpus);
  return [schema.dataType(corpus, parseCellName(cell, 'cell').dataType)];
}
