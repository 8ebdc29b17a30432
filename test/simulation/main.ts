import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { textTable } from '../bench/text-table';
import {
  type Flags,
  runSeeds,
  type Simulation,
  type SimulationReport,
  type Target,
  type Verdict,
  verdictOf,
} from './harness';

/** Each name with the file that holds it, loaded only when it is run. */
const SIMULATIONS: Readonly<Record<string, string>> = {
  replication: './replication',
  consistency: './consistency',
  compaction: './compaction',
  sketches: './sketches',
  pacing: './pacing',
};

const FAILURES_SHOWN = 5;
const FAILURES_LISTED = 100;
const USAGE = 'usage: npm run sim -- <name> [--seeds N | --seed S] [--json] [--quick] [its flags] | --list';

const requireHere = createRequire(__filename);

function load(file: string): Simulation {
  return (requireHere(file) as { readonly simulation: Simulation }).simulation;
}

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const name = words.find((word) => word in SIMULATIONS);
  const simulation = name === undefined ? undefined : load(SIMULATIONS[name]!);
  const asked = parse(words, simulation);
  if (typeof asked === 'string') return usage(asked);
  const { values, flags } = asked;
  if (values.list === true) return list();
  const seeds = simulation && seedsOf(values, simulation);
  if (simulation === undefined || seeds === undefined) return usage();
  const startedMs = performance.now();
  const report = await withProgress(simulation, seeds, flags);
  const verdict = verdictOf(simulation, report, flags);
  const elapsedMs = performance.now() - startedMs;
  print(simulation, report, { asJson: values.json === true, elapsedMs, verdict, flags });
  return verdict.ok ? 0 : 1;
}

interface Values {
  readonly seeds?: string;
  readonly seed?: string;
  readonly json?: boolean;
  readonly quick?: boolean;
  readonly list?: boolean;
}

/** What the words ask for, or why they make no sense. */
function parse(
  args: readonly string[],
  simulation: Simulation | undefined,
): { readonly values: Values; readonly flags: Flags } | string {
  const own = Object.entries(simulation?.flags ?? {});
  try {
    const { values, positionals } = parseArgs({
      ...{ args: [...args], allowPositionals: true },
      options: { ...COMMON, ...Object.fromEntries(own.map(([flag, choice]) => [flag, optionOf(choice)])) },
    });
    if (positionals.length > 1) return `one simulation at a time, not ${positionals.join(' and ')}`;
    const given = own.filter(([flag]) => values[flag] !== undefined);
    const wrong = given.find(([flag, choice]) => isWrong(choice, String(values[flag])));
    if (wrong !== undefined) return `--${wrong[0]} is one of ${choicesOf(wrong[1])}`;
    const flags = Object.fromEntries(given.map(([flag]) => [flag, values[flag] as string | true]));
    const quick = values['quick'] === true ? simulation?.quickFlags : undefined;
    return { values: values, flags: { ...quick, ...flags } };
  } catch (error) {
    return (error as Error).message;
  }
}

type Options = NonNullable<ParseArgsConfig['options']>;

const COMMON: Options = {
  ...{ seeds: { type: 'string' }, seed: { type: 'string' } },
  ...{ json: { type: 'boolean' }, quick: { type: 'boolean' }, list: { type: 'boolean' } },
};

type Choice = readonly string[] | string;

const isWrong = (choice: Choice, value: string): boolean =>
  typeof choice !== 'string' && choice.length > 0 && !choice.includes(value);

const choicesOf = (choice: Choice): string => (typeof choice === 'string' ? choice : choice.join(', '));

const optionOf = (choice: Choice): Options[string] => ({
  type: choice.length === 0 ? 'boolean' : 'string',
});

/** One seed again, or as many new ones as asked for; undefined when that makes no sense. */
function seedsOf(values: Values, { seeds }: Simulation): number[] | undefined {
  if (values.seed !== undefined) return isWhole(values.seed) ? [Number(values.seed)] : undefined;
  const count = values.seeds ?? String(values.quick === true ? seeds.quick : seeds.usual);
  if (!isWhole(count) || Number(count) === 0) return undefined;
  const first = Date.now() % 1_000_000_000;
  return Array.from({ length: Number(count) }, (_, index) => first + index);
}

const isWhole = (text: string): boolean => /^\d{1,10}$/.test(text);

/** On a terminal a bar shows how far it is, and how many seeds have failed so far. */
async function withProgress(
  simulation: Simulation,
  seeds: readonly number[],
  flags: Flags,
): Promise<SimulationReport> {
  const format = `${simulation.name} {bar} {value}/{total} seeds, {failed} failed, {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, noTTYOutput: false }, Presets.shades_classic);
  bar.start(seeds.length, 0, { failed: 0 });
  try {
    const onDone = (failed: number): void => bar.increment(1, { failed });
    return await runSeeds(simulation, seeds, { flags, onDone });
  } finally {
    bar.stop();
  }
}

interface Printing {
  readonly asJson: boolean;
  readonly elapsedMs: number;
  readonly verdict: Verdict;
  readonly flags: Flags;
}

function print(simulation: Simulation, report: SimulationReport, printing: Printing): void {
  const { name } = simulation;
  const { seeds, counts, failures, violations } = report;
  const { asJson, elapsedMs, verdict, flags } = printing;
  const rows = Object.entries(counts).map(([what, count]) => [what, String(count)]);
  process.stdout.write(`${textTable(['what happened', 'times'], rows)}\n\n`);
  const targets = simulation.targets?.(report, printing.flags) ?? [];
  printFigures(report, targets);
  for (const { seed, message, replay } of failures.slice(0, FAILURES_SHOWN)) {
    process.stdout.write(`VIOLATION with seed ${seed}: ${message}\n  again: ${replay}\n\n`);
  }
  const seconds = (elapsedMs / 1_000).toFixed(1);
  process.stdout.write(
    `${seeds} seeds in ${seconds} s, ${failures.length} with violations: ${verdict.text}\n`,
  );
  if (!asJson) return;
  const machine = { cpus: cpus().length, node: process.versions.node };
  const listed = failures.slice(0, FAILURES_LISTED);
  const figures = { seeds, violations, seedsWithViolations: failures.length, ...counts, ...report.figures };
  process.stdout.write(
    `${JSON.stringify({ name, machine, flags, figures, targets, verdict, failures: listed })}\n`,
  );
}

function printFigures({ figures }: SimulationReport, targets: readonly Target[]): void {
  const rows = Object.entries(figures).map(([what, { mean, min, max }]) => [
    what,
    ...[mean, min, max].map((value) => value.toFixed(2)),
  ]);
  if (rows.length > 0)
    process.stdout.write(`${textTable(['figure', 'mean of seeds', 'least', 'most'], rows)}\n\n`);
  const verdicts = targets.map(({ name, value, op, target, ok }) => [
    name,
    String(value),
    `${op} ${target}`,
    ok ? 'reached' : 'MISSED',
  ]);
  if (verdicts.length > 0)
    process.stdout.write(`${textTable(['target', 'value', 'to reach', ''], verdicts)}\n\n`);
}

function list(): number {
  for (const file of Object.values(SIMULATIONS)) {
    const simulation = load(file);
    process.stdout.write(`${simulation.name.padEnd(14)} ${simulation.description}${flagsOf(simulation)}\n`);
  }
  return 0;
}

function flagsOf({ flags = {} }: Simulation): string {
  const words = Object.entries(flags).map(
    ([flag, choice]) =>
      ` [--${flag}${choice.length === 0 ? '' : ` ${typeof choice === 'string' ? `<${choice}>` : choice.join('|')}`}]`,
  );
  return words.join('');
}

function usage(problem?: string): number {
  if (problem !== undefined) process.stderr.write(`${problem}\n`);
  process.stderr.write(`${USAGE}\nsimulations: ${Object.keys(SIMULATIONS).join(', ')}\n`);
  return 2;
}

void main().then((code) => process.exit(code));
