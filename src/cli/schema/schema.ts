import { Command } from 'commander';
import { createInterface } from 'node:readline/promises';
import { loadSchema, type SchemaRegistry } from '../../codec/declarations/schema-registry';
import { snapshotOf } from '../../codec/declarations/schema-snapshot';
import { loadSchemaConfig, processEnvironment } from '../../config/index';
import { DEFAULTS } from '../../config/defaults';
import { describeGcRule, gcRuleOf } from '../../core/schema/gc-rule';
import { storedRetention } from '../../core/schema/stored-retention';
import { compareSchemas, type SchemaSnapshot } from '../../core/schema/schema-lock';
import { corpusView } from '../../core/schema/schema-view';
import { describeStep, type SchemaPlan } from '../../core/schema/schema-plan';
import { invalidArgument } from '../../errors';
import { createApplySchema, createPlanSchema } from '../../operations/schema/apply-schema';
import { createCheckSchema, type SchemaReport } from '../../operations/schema/check-schema';
import { loadCommandConfig, withSchemaAdmin } from '../shared/connection';
import { readSchemaLock, writeSchemaLock } from './lock-file';
import { schemaTerraformCommand } from './terraform-file';
import { print, printError } from '../shared/terminal';
import { textTable } from '../shared/text-table';

/** `tidemark schema …`: from proto files to tables, families and GC rules, and back to the proto files. */
export function schemaCommand(): Command {
  const { lockFile } = DEFAULTS.schema;
  const command = new Command('schema').description(
    'Show, check and apply the schema that the proto files declare. Folders of your own: TIDEMARK_PROTO_PATH.',
  );
  command
    .command('show')
    .description('Print the declared DataTypes.')
    .option('--json', 'print one JSON object')
    .action(show);
  command
    .command('apply')
    .description(
      'Create missing tables and families and set GC rules; print the plan first. Never drops anything. ' +
        'Changing a GC rule can delete stored cells: it is asked for, and needs --yes where nobody can be asked.',
    )
    .option('--dry-run', 'print the plan and change nothing')
    .option('-y, --yes', 'change GC rules without asking')
    .option('--json', 'print one JSON object')
    .action(apply);
  command
    .command('check')
    .description('Exit with 1 when the store differs from the declaration, or the proto files from the lock.')
    .option('--lock <file>', 'snapshot of the released schema', lockFile)
    .option('--no-store', 'compare the proto files with the lock only')
    .option('--json', 'print one JSON object')
    .action(check);
  command
    .command('lock')
    .description('Accept compatible changes of the proto files into the lock; refuse incompatible ones.')
    .option('--lock <file>', 'snapshot of the released schema', lockFile)
    .option('--json', 'print one JSON object')
    .action(lock);
  command.addCommand(schemaTerraformCommand());
  return command;
}

interface JsonFlag {
  readonly json?: boolean;
}

function declaredSchema(): SchemaRegistry {
  return loadSchema(loadSchemaConfig(processEnvironment()));
}

function show(flags: JsonFlag): void {
  const schema = declaredSchema();
  if (flags.json === true) return print(JSON.stringify({ corpora: schema.corpora().map(corpusView) }));
  const header = [
    'corpus',
    'DataType',
    'message',
    'holds',
    'owner',
    'consent purpose',
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
      dataType.events === undefined
        ? 'objects'
        : `events: ${dataType.events.actions.map(({ name }) => name).join(' ')}`,
      dataType.owner,
      dataType.consentPurpose,
      dataType.readers.join(' '),
      dataType.writers.join(' '),
      describeGcRule(gcRuleOf(storedRetention(dataType))),
      String(dataType.valueBytesMax),
    ]);
  print(textTable(header, rows));
}

interface ApplyFlags extends JsonFlag {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

async function apply(flags: ApplyFlags): Promise<void> {
  const schema = declaredSchema();
  await withSchemaAdmin(loadCommandConfig(), async (admin) => {
    const plan = await createPlanSchema({ admin, schema })();
    const json = flags.json === true;
    if (!json) printPlan(plan);
    const agreed = flags.dryRun !== true && (await agree(plan, flags));
    if (agreed) await createApplySchema({ admin, schema })(plan.steps);
    if (json) print(JSON.stringify({ plan, applied: agreed }));
    else if (plan.steps.length > 0) print(agreed ? 'Applied.' : 'Nothing was changed.');
  });
}

/** Creating harms nobody. A GC rule can delete what is stored, so somebody has to agree to a change of one. */
async function agree(plan: SchemaPlan, flags: ApplyFlags): Promise<boolean> {
  const changesGarbage = plan.steps.some(({ kind }) => kind === 'update-gc-rule');
  if (!changesGarbage || flags.yes === true) return true;
  if (!process.stdin.isTTY || flags.json === true) {
    throw invalidArgument(
      '--yes',
      'must confirm the plan: it changes GC rules, which can delete stored cells',
    );
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(
    'Changing a GC rule can delete stored cells. Apply the plan? [y/N] ',
  );
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function printPlan({ steps, undeclared }: SchemaPlan): void {
  if (steps.length === 0) print('The store is as declared: nothing to do.');
  for (const step of steps) print(describeStep(step));
  for (const family of undeclared) print(`? family ${family} is declared by no DataType; it is left alone`);
}

interface CheckFlags extends JsonFlag {
  readonly lock: string;
  readonly store: boolean;
}

async function check(flags: CheckFlags): Promise<void> {
  const schema = declaredSchema();
  const locked = readSchemaLock(flags.lock, snapshotOf(schema));
  if (locked === undefined) {
    throw invalidArgument(
      '--lock',
      `names ${flags.lock}, which is not there: make it with \`tidemark schema lock\``,
    );
  }
  const report = await checked(schema, locked, flags);
  if (flags.json === true) print(JSON.stringify(report));
  else printReport(report);
  if (!report.ok) process.exitCode = 1;
}

async function checked(
  schema: SchemaRegistry,
  locked: SchemaSnapshot,
  { store }: CheckFlags,
): Promise<SchemaReport> {
  if (!store) return createCheckSchema({ schema, locked })();
  return withSchemaAdmin(loadCommandConfig(), (admin) => createCheckSchema({ schema, locked, admin })());
}

function printReport({ ok, incompatible, unlocked, drift }: SchemaReport): void {
  if (ok)
    return print(
      `The schema is compatible and locked${drift === undefined ? '' : ', and the store has it'}.`,
    );
  printList('Incompatible with what is stored:', incompatible);
  printList('Not in the lock yet; accept with `tidemark schema lock`:', unlocked);
  if (drift === undefined) return;
  printList('The store differs; apply with `tidemark schema apply`:', drift.steps.map(describeStep));
  printList('In the store, declared by no DataType:', drift.undeclared);
}

function printList(title: string, lines: readonly string[]): void {
  if (lines.length === 0) return;
  print(title);
  for (const line of lines) print(`  ${line.replaceAll('\n', '\n  ')}`);
}

interface LockFlags extends JsonFlag {
  readonly lock: string;
}

function lock(flags: LockFlags): void {
  const current = snapshotOf(declaredSchema());
  const locked = readSchemaLock(flags.lock, current);
  const { incompatible, additions } = compareSchemas(locked ?? EMPTY_LOCK, current);
  const refused = incompatible.length > 0;
  if (!refused && (locked === undefined || additions.length > 0)) writeSchemaLock(flags.lock, current);
  if (flags.json === true) print(JSON.stringify({ locked: !refused, incompatible, additions }));
  else printLocked(flags.lock, { incompatible, additions });
  if (refused) process.exitCode = 1;
}

const EMPTY_LOCK: SchemaSnapshot = { version: 1, dataTypes: {}, messages: {}, enums: {} };

function printLocked(
  path: string,
  { incompatible, additions }: { incompatible: readonly string[]; additions: readonly string[] },
): void {
  if (incompatible.length > 0) {
    printList('Refused, since it is incompatible with what is stored:', incompatible);
    return printError(`${path} is unchanged.`);
  }
  if (additions.length === 0) return print(`${path} is up to date.`);
  printList(`Added to ${path}:`, additions);
}
