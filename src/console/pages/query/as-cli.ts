import { shellWord } from './as-curl';
import { entityField, linesOf, listOf, rulesOf, type Corpus, type Values } from './request';
import { chosenEventType, requestOf, type QueryKind } from './request';

/** Returns the values as a command of the CLI, which reads the store directly. */
export function asCli(kind: QueryKind, values: Values, corpora: readonly Corpus[]): string {
  const commands = {
    counts: countCommand,
    caps: capsCommand,
    features: featuresCommand,
    objects: objectsCommand,
  };
  return commands[kind](values, corpora);
}

type Option = readonly [name: string, value?: string | undefined];

function countCommand(values: Values, corpora: readonly Corpus[]): string {
  const type = chosenEventType(corpora, values);
  const levels = type?.events?.levels ?? [];
  return command('npx tidemark count', [
    ['--user', values['user'] ?? ''],
    ...dataTypeOption(values, corpora),
    ['--action', listOf(values['actions']).join(',')],
    ...linesOf(values['where']).map((line): Option => ['--where', line]),
    ...levels.flatMap(({ name }): readonly Option[] => {
      const ids = listOf(values[entityField(name)]);
      return ids.length === 0 ? [] : [['--entity', `${name}=${ids.join(',')}`]];
    }),
    ...listOf(values['windows']).map((window): Option => ['--window', window]),
    ...optional('--group-by', listOf(values['groupBy']).join(',')),
    ...optional('--as-of', values['asOf']),
    ...(values['explain'] === 'true' ? [['--explain'] as const] : []),
    ...optional('--consistency', values['consistency']),
  ]);
}

function capsCommand(values: Values, corpora: readonly Corpus[]): string {
  const { body } = requestOf('caps', values, corpora);
  const rules = JSON.stringify(
    body?.['rules'],
    undefined,
    rulesOf(values['rules']).length > 1 ? 2 : undefined,
  );
  const line = command('npx tidemark caps check', [
    ['--user', values['user'] ?? ''],
    ...dataTypeOption(values, corpora),
    ...candidateOptions(values),
    ['--rules', '-'],
    ...optional('--reserve', values['reserve']),
    ...optional('--ttl', values['reserve'] === '' ? '' : values['ttl']),
    ...optional('--as-of', values['asOf']),
    ...optional('--consistency', values['consistency']),
  ]);
  return `echo ${shellWord(rules)} | ${line}`;
}

function featuresCommand(values: Values, corpora: readonly Corpus[]): string {
  return command('npx tidemark features get', [
    ['--user', values['user'] ?? ''],
    ...dataTypeOption(values, corpora),
    ...candidateOptions(values),
    ...optional('--level', listOf(values['levels']).join(',')),
    ...optional('--action', listOf(values['actions']).join(',')),
    ...optional('--window', listOf(values['windows']).join(',')),
    ...optional('--half-life', listOf(values['halfLives']).join(',')),
    ...linesOf(values['where']).map((line): Option => ['--where', line]),
    ...optional('--as-of', values['asOf']),
    ...optional('--consistency', values['consistency']),
  ]);
}

function objectsCommand(values: Values): string {
  const words = [values['corpus'] ?? '', values['id'] ?? '', ...listOf(values['cells'])];
  return command(`npx tidemark objects get ${words.map(shellWord).join(' ')}`, [
    ...optional('--versions', values['versions']),
    ...optional('--consistency', values['consistency']),
  ]);
}

function dataTypeOption(values: Values, corpora: readonly Corpus[]): readonly Option[] {
  const type = chosenEventType(corpora, values);
  return type === undefined || type.events?.default === true ? [] : [['--data-type', type.family]];
}

const candidateOptions = (values: Values): readonly Option[] =>
  linesOf(values['candidates']).map((line): Option => ['--candidate', line.replaceAll(' ', '')]);

function optional(name: string, value: string | undefined): readonly Option[] {
  return value === undefined || value.trim() === '' ? [] : [[name, value.trim()]];
}

function command(start: string, options: readonly Option[]): string {
  const words = options.map(([name, value]) => (value === undefined ? name : `${name} ${shellWord(value)}`));
  return [start, ...words].join(' \\\n  ');
}
