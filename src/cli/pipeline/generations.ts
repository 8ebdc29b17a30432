/** Commands on the generations of DataTypes. */
import { Command, InvalidArgumentError } from 'commander';
import type { Generation, GenerationRecord } from '../../core/generations/generation-record';
import type { DataType } from '../../core/schema/schema';
import { countOf } from '../../core/shared/count-of';
import { invalidArgument } from '../../errors';
import type { SchemaRegistry } from '../../codec/declarations/schema-registry';
import { loadCommandConfig } from '../shared/connection';
import { commandAction, type CommandRun } from '../shared/lifecycle';
import { print, printError } from '../shared/terminal';
import { textTable } from '../shared/text-table';
import { openGenerations } from './open-generations';

const OPTION_NAMES = {
  generation: '--generation',
  dataType: 'data-type',
  ignoreFollowers: '--ignore-followers',
};

const PUBLISH_HELP = `
Publishes a generation whose full pass is complete, once every cluster of every placement has all of its cells. Then all reads use
it: each process within some seconds, and at once with the token that the command prints. No object is a mixture of two generations.`;

const ROLLBACK_HELP = `
Publishes an earlier generation again. It takes effect like a publication. A rollback is possible until the generation is collected.`;

const COLLECT_HELP = `
Deletes the cells of retired generations by the clusters for batch work. It first waits until no read uses them. A run that was
killed is continued by the next one. Generations stay listed as "collected" until no paused writer can write into them any more: run
the command from time to time, as a cron job.`;

/** Returns the commands on generations, which belong to `tidemark pipeline`. */
export function generationCommands(): readonly Command[] {
  return [generationsCommand(), publishCommand(), rollbackCommand(), collectCommand()];
}

function generationsCommand(): Command {
  return new Command('generations')
    .description('List generations with their states.')
    .argument('[data-type]', 'DataType, such as users/embedding; default: all that are stored in generations')
    .option('--json', 'print one JSON object')
    .action(commandAction(runGenerations, { optionNames: OPTION_NAMES }));
}

function publishCommand(): Command {
  return new Command('publish')
    .description('Make a complete generation visible to all readers at once.')
    .argument('<data-type>', 'DataType, such as users/embedding')
    .option('--generation <number>', 'generation to publish; default: the newest complete one', wholeNumber)
    .option('--ignore-followers', 'publish also if updates of pipelines that follow changes may be missing')
    .option('--dry-run', 'print what would be published and change nothing')
    .option('--json', 'print one JSON object')
    .addHelpText('after', PUBLISH_HELP)
    .action(commandAction(runPublish, { optionNames: OPTION_NAMES }));
}

function rollbackCommand(): Command {
  return new Command('rollback')
    .description('Make an earlier generation visible again.')
    .argument('<data-type>', 'DataType, such as users/embedding')
    .option(
      '--generation <number>',
      'generation to publish again; default: the one before the published one',
      wholeNumber,
    )
    .option('--dry-run', 'print what would be published and change nothing')
    .option('--json', 'print one JSON object')
    .addHelpText('after', ROLLBACK_HELP)
    .action(commandAction(runRollback, { optionNames: OPTION_NAMES }));
}

function collectCommand(): Command {
  return new Command('collect')
    .description('Delete the cells of generations that are no longer used.')
    .argument('[data-type]', 'DataType, such as users/embedding; default: all that are stored in generations')
    .option('--generation <number>', 'generation to collect; default: retired ones', wholeNumber)
    .option('--keep <n>', 'number of retired generations that stay for a rollback', wholeNumber)
    .option('--dry-run', 'print what would be collected and change nothing')
    .option('--json', 'print one JSON object')
    .addHelpText('after', COLLECT_HELP)
    .action(commandAction(runCollect, { optionNames: OPTION_NAMES }));
}

interface JsonFlag {
  readonly json?: boolean;
}

interface ChangeFlags extends JsonFlag {
  readonly generation?: number;
  readonly dryRun?: boolean;
  readonly ignoreFollowers?: boolean;
}

interface CollectFlags extends ChangeFlags {
  readonly keep?: number;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

async function runGenerations(
  { resources }: CommandRun,
  name: string | undefined,
  { json }: JsonFlag,
): Promise<void> {
  const { schema, manage } = openGenerations(loadCommandConfig(), resources);
  const listed = await Promise.all(
    dataTypesOf(schema, name).map(async (dataType) => ({ dataType, record: await manage.list(dataType) })),
  );
  if (json === true) return print(JSON.stringify({ dataTypes: listed.map(listedJson) }));
  const rows = listed.flatMap(({ dataType, record }) =>
    record.generations.map((generation) => rowOf(dataType, generation)),
  );
  if (rows.length === 0) return print('There are no generations.');
  print(textTable(['DataType', 'generation', 'state', 'pipeline', 'run', 'version', 'since'], rows));
}

interface ListedGenerations {
  readonly dataType: DataType;
  readonly record: GenerationRecord;
}

function listedJson({ dataType, record }: ListedGenerations): object {
  return { dataType: nameOf(dataType), publications: record.publications, generations: record.generations };
}

function rowOf(dataType: DataType, generation: Generation): readonly string[] {
  const { number, pipeline, runId, versionMs } = generation;
  const state = describeState(generation);
  return [
    nameOf(dataType),
    String(number),
    state,
    pipeline,
    runId,
    isoTime(versionMs),
    isoTime(sinceMs(generation)),
  ];
}

function describeState({ state, completedAtMs, emptiedAtMs }: Generation): string {
  if (state === 'building') return completedAtMs === undefined ? 'building' : 'building (complete)';
  return state === 'collected' && emptiedAtMs !== undefined ? 'collected (empty)' : state;
}

function sinceMs({ state, ...times }: Generation): number {
  const byState = {
    building: times.completedAtMs,
    published: times.publishedAtMs,
    retired: times.retiredAtMs,
    collected: times.emptiedAtMs ?? times.collectedAtMs,
  };
  return byState[state] ?? times.begunAtMs;
}

const isoTime = (timeMs: number): string => new Date(timeMs).toISOString();

const runPublish = (run: CommandRun, name: string, flags: ChangeFlags): Promise<void> =>
  runChange(run, name, { flags, verb: 'published', operation: 'publish' });

const runRollback = (run: CommandRun, name: string, flags: ChangeFlags): Promise<void> =>
  runChange(run, name, { flags, verb: 'published again', operation: 'rollback' });

interface Change {
  readonly flags: ChangeFlags;
  readonly verb: string;
  readonly operation: 'publish' | 'rollback';
}

async function runChange(run: CommandRun, name: string, { flags, verb, operation }: Change): Promise<void> {
  const { generation: number, dryRun, ignoreFollowers, json } = flags;
  const connection = openGenerations(loadCommandConfig(), run.resources);
  const [dataType] = dataTypesOf(connection.schema, name);
  const options = { dryRun, ignoreFollowers, signal: run.interruptSignal() };
  const { generation, before, token } = await connection.manage[operation](dataType!, number, options);
  const text = connection.store.tokens.encode(token);
  const changed = { dataType: nameOf(dataType!), generation: generation.number, before };
  if (json === true) return print(JSON.stringify({ ...changed, dryRun: dryRun === true, token: text }));
  const instead = before === undefined ? '' : ` instead of generation ${before}`;
  const outcome = dryRun === true ? `would be ${verb}` : `is ${verb}`;
  print(`${changed.dataType}: generation ${changed.generation} ${outcome}${instead}.`);
  if (dryRun !== true) print(`Token for reads that must use it at once: ${text}`);
}

async function runCollect(
  run: CommandRun,
  name: string | undefined,
  { generation, keep, dryRun, json }: CollectFlags,
): Promise<void> {
  if (generation !== undefined && name === undefined)
    throw invalidArgument('--generation', 'requires a DataType');
  const { schema, collectIn } = openGenerations(loadCommandConfig(), run.resources);
  const signal = run.interruptSignal();
  const named = generation === undefined ? undefined : [generation];
  for (const dataType of dataTypesOf(schema, name)) {
    if (json !== true && dryRun !== true)
      printError(`${nameOf(dataType)}: waiting until no read uses what is collected`);
    const options = { generations: named, keep, dryRun, signal };
    const collected = await collectIn(dataType.corpus)(dataType, options);
    if (json === true)
      print(JSON.stringify({ dataType: nameOf(dataType), collected, dryRun: dryRun === true }));
    else if (collected.length === 0) print(`${nameOf(dataType)}: nothing to collect.`);
    else for (const each of collected) print(`${nameOf(dataType)}: ${describeCollected(each, dryRun)}`);
  }
}

function describeCollected(
  { generation, deleted, isEmpty }: { generation: number; deleted: number; isEmpty: boolean },
  dryRun: boolean | undefined,
): string {
  if (dryRun === true) return `generation ${generation} would be collected.`;
  const rest = isEmpty ? 'It is empty.' : 'Collect again later: a paused writer may still write into it.';
  return `generation ${generation}: ${countOf(deleted, 'column')} deleted. ${rest}`;
}

const nameOf = ({ corpus, family }: DataType): string => `${corpus}/${family}`;

/** Returns the DataType of that name, or all with generations. Throws `invalid_argument` that names the argument. */
function dataTypesOf(schema: SchemaRegistry, name: string | undefined): readonly DataType[] {
  if (name === undefined) return schema.dataTypes().filter(({ generations }) => generations === true);
  const [corpus, family, ...rest] = name.split('/');
  if (corpus === undefined || family === undefined || rest.length > 0)
    throw invalidArgument('dataType', `"${name}" is not <corpus>/<DataType>`);
  return [schema.dataType(corpus, family)];
}
