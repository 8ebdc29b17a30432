import { Command } from 'commander';
import { loadSchema, type SchemaRegistry } from '../../codec/declarations/schema-registry';
import { schemaSnapshotOf } from '../../codec/declarations/schema-snapshot';
import { schemaView } from '../../codec/declarations/schema-view';
import { loadSchemaConfig, processEnvironment } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { describeGcRule, gcRuleOf } from '../../core/schema/gc-rule';
import type { DataType } from '../../core/schema/schema';
import { storedRetention } from '../../core/schema/stored-retention';
import { compareSchemas, type SchemaSnapshot } from '../../core/schema/schema-lock';
import { describeStep, type SchemaPlan } from '../../core/schema/schema-plan';
import { invalidArgument } from '../../errors';
import { createApplySchema, createPlanSchema } from '../../operations/schema/apply-schema';
import { createCheckSchema, type SchemaReport } from '../../operations/schema/check-schema';
import { loadCommandConfig, withSchemaAdmin } from '../shared/connection';
import { changeStreamCommand } from './change-stream';
import { readSchemaLock, writeSchemaLock } from './lock-file';
import { schemaTerraformCommand } from './terraform-file';
import { schemaTypesCommand } from './types';
import { commandAction, EXIT_CODES, type CommandRun, type ExitCode } from '../shared/lifecycle';
import { askYesNo } from '../shared/confirm';
import { print, printError } from '../shared/terminal';
import { textTable } from '../shared/text-table';

/** Returns `tidemark schema`, which compares proto files with tables, families and GC rules, and applies them. */
export function schemaCommand(): Command {
  const { lockFile } = DEFAULTS.schema;
  const command = new Command('schema').description(
    'Show, check and apply the schema that the proto files declare. TIDEMARK_PROTO_PATH adds folders of your own.',
  );
  command
    .command('show')
    .description('Print the declared DataTypes.')
    .option('--json', 'print one JSON object')
    .action(commandAction(show));
  command
    .command('apply')
    .description(
      'Print a plan, create missing tables and families, and set GC rules. The command never drops anything. ' +
        'Changing a GC rule can delete stored cells: the command asks first, or needs --yes.',
    )
    .option('--dry-run', 'print the plan and change nothing')
    .option('-y, --yes', 'change GC rules without asking for confirmation')
    .option('--json', 'print one JSON object')
    .action(commandAction(apply));
  command
    .command('check')
    .description('Exit with 1 when the store differs from the proto files, or the proto files from the lock.')
    .option('--lock <file>', 'lock file: snapshot of the released schema', lockFile)
    .option('--no-store', 'compare the proto files with the lock only')
    .option('--json', 'print one JSON object')
    .action(commandAction(check));
  command
    .command('lock')
    .description('Add compatible changes of the proto files to the lock file; reject incompatible ones.')
    .option('--lock <file>', 'lock file: snapshot of the released schema', lockFile)
    .option('--json', 'print one JSON object')
    .action(commandAction(lock));
  command.addCommand(changeStreamCommand());
  command.addCommand(schemaTerraformCommand());
  command.addCommand(schemaTypesCommand());
  return command;
}

interface JsonFlag {
  readonly json?: boolean;
}

function declaredSchema(): SchemaRegistry {
  return loadSchema(loadSchemaConfig(processEnvironment()));
}

function show(_run: CommandRun, flags: JsonFlag): void {
  const schema = declaredSchema();
  if (flags.json === true) return print(JSON.stringify(schemaView(schema)));
  const header = [
    'corpus',
    'DataType',
    'message',
    'holds',
    'owner',
    'purpose',
    'lawful basis',
    'readers',
    'writers',
    'garbage',
    'bytes max',
  ];
  const rows = schema
    .dataTypes()
    .map((dataType) => [
      dataType.corpus,
      dataType.family,
      dataType.message,
      contentOf(dataType),
      dataType.owner,
      dataType.purpose,
      dataType.lawfulBasis,
      dataType.readers.join(' '),
      dataType.writers.join(' '),
      describeGcRule(gcRuleOf(storedRetention(dataType))),
      String(dataType.valueBytesMax),
    ]);
  print(textTable(header, rows));
}

function contentOf({ events, generations }: DataType): string {
  if (events !== undefined) return `events: ${events.actions.map(({ name }) => name).join(' ')}`;
  return generations === true ? 'objects in generations' : 'objects';
}

interface ApplyFlags extends JsonFlag {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

async function apply(_run: CommandRun, flags: ApplyFlags): Promise<void> {
  const schema = declaredSchema();
  await withSchemaAdmin(loadCommandConfig(), async (store) => {
    const dependencies = { ...store, schema };
    const plan = await createPlanSchema(dependencies)();
    const json = flags.json === true;
    if (!json) printPlan(plan);
    const isConfirmed = flags.dryRun !== true && (await confirmPlan(plan, flags));
    if (isConfirmed) await createApplySchema(dependencies)(plan.steps);
    if (json) print(JSON.stringify({ plan, applied: isConfirmed }));
    else if (plan.steps.length > 0) print(isConfirmed ? 'Applied.' : 'Nothing was changed.');
  });
}

/**
 * Returns whether the plan may be applied. Only changes of GC rules need a confirmation: they can delete stored cells.
 */
async function confirmPlan(plan: SchemaPlan, flags: ApplyFlags): Promise<boolean> {
  const changesGarbage = plan.steps.some(({ kind }) => kind === 'update-gc-rule');
  if (!changesGarbage || flags.yes === true) return true;
  if (!process.stdin.isTTY || flags.json === true) {
    throw invalidArgument(
      '--yes',
      'must confirm the plan: it changes GC rules, which can delete stored cells',
    );
  }
  return askYesNo('Changing a GC rule can delete stored cells. Apply the plan?');
}

function printPlan({ steps, undeclared }: SchemaPlan): void {
  if (steps.length === 0) print('The store matches the proto files: nothing to do.');
  for (const step of steps) print(describeStep(step));
  for (const family of undeclared)
    print(`? family ${family} is not declared by a DataType; it stays as it is`);
}

interface CheckFlags extends JsonFlag {
  readonly lock: string;
  readonly store: boolean;
}

async function check(_run: CommandRun, flags: CheckFlags): Promise<ExitCode> {
  const schema = declaredSchema();
  const locked = readSchemaLock(flags.lock, schemaSnapshotOf(schema));
  if (locked === undefined) {
    throw invalidArgument('--lock', `${flags.lock} does not exist: create it with \`tidemark schema lock\``);
  }
  const report = await createReport(schema, locked, flags);
  if (flags.json === true) print(JSON.stringify(report));
  else printReport(report);
  return report.ok ? EXIT_CODES.ok : EXIT_CODES.failed;
}

async function createReport(
  schema: SchemaRegistry,
  locked: SchemaSnapshot,
  { store }: CheckFlags,
): Promise<SchemaReport> {
  if (!store) return createCheckSchema({ schema, locked })();
  return withSchemaAdmin(loadCommandConfig(), (dependencies) =>
    createCheckSchema({ ...dependencies, schema, locked })(),
  );
}

function printReport({ ok, incompatible, unlocked, drift }: SchemaReport): void {
  if (ok)
    return print(
      `The schema is compatible and locked${drift === undefined ? '' : ', and matches the store'}.`,
    );
  printList('Incompatible with stored data:', incompatible);
  printList('Not in the lock file yet; add with `tidemark schema lock`:', unlocked);
  if (drift === undefined) return;
  printList(
    'The store differs from the proto files; apply with `tidemark schema apply`:',
    drift.steps.map(describeStep),
  );
  printList('In the store, but not declared by a DataType:', drift.undeclared);
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  print(title);
  for (const line of lines) print(`  ${line.replaceAll('\n', '\n  ')}`);
}

interface LockFlags extends JsonFlag {
  readonly lock: string;
}

function lock(_run: CommandRun, flags: LockFlags): ExitCode {
  const current = schemaSnapshotOf(declaredSchema());
  const locked = readSchemaLock(flags.lock, current);
  const { incompatible, additions } = compareSchemas(locked ?? EMPTY_LOCK, current);
  const isRejected = incompatible.length > 0;
  if (!isRejected && (locked === undefined || additions.length > 0)) writeSchemaLock(flags.lock, current);
  if (flags.json === true) print(JSON.stringify({ locked: !isRejected, incompatible, additions }));
  else printLocked(flags.lock, { incompatible, additions });
  return isRejected ? EXIT_CODES.failed : EXIT_CODES.ok;
}

const EMPTY_LOCK: SchemaSnapshot = { version: 1, dataTypes: {}, messages: {}, enums: {} };

function printLocked(
  path: string,
  { incompatible, additions }: { incompatible: readonly string[]; additions: readonly string[] },
): void {
  if (incompatible.length > 0) {
    printList('Rejected: incompatible with stored data:', incompatible);
    return printError(`${path} is unchanged.`);
  }
  if (additions.length === 0) return print(`${path} is up to date.`);
  printList(`Added to ${path}:`, additions);
}
