import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Presets, SingleBar } from 'cli-progress';
import { textTable } from '../bench/text-table';
import { runSeeds, type Simulation, type SimulationReport } from './harness';

/** Each name with the file that holds it, loaded only when it is run. */
const SIMULATIONS: Readonly<Record<string, string>> = { replication: './replication' };

const SEEDS = 200;
const SEEDS_QUICK = 40;
const FAILURES_SHOWN = 5;
const USAGE = 'usage: npm run sim -- <name> [--seeds N | --seed S] [--json] [--quick] | --list';

const requireHere = createRequire(__filename);

function load(file: string): Simulation {
  return (requireHere(file) as { readonly simulation: Simulation }).simulation;
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...{ seeds: { type: 'string' }, seed: { type: 'string' } },
      ...{ json: { type: 'boolean' }, quick: { type: 'boolean' }, list: { type: 'boolean' } },
    },
  });
  if (values.list === true) return list();
  const file = SIMULATIONS[positionals[0] ?? ''];
  const seeds = seedsOf(values);
  if (file === undefined || positionals.length > 1 || seeds === undefined) return usage();
  const simulation = load(file);
  const startedMs = performance.now();
  const report = await withProgress(simulation, seeds);
  print(simulation, report, { asJson: values.json === true, elapsedMs: performance.now() - startedMs });
  return report.failures.length === 0 ? 0 : 1;
}

/** One seed again, or as many new ones as asked for; undefined when that makes no sense. */
function seedsOf(values: {
  readonly seeds?: string;
  readonly seed?: string;
  readonly quick?: boolean;
}): number[] | undefined {
  if (values.seed !== undefined) return isWhole(values.seed) ? [Number(values.seed)] : undefined;
  const count = values.seeds ?? String(values.quick === true ? SEEDS_QUICK : SEEDS);
  if (!isWhole(count) || Number(count) === 0) return undefined;
  const first = Date.now() % 1_000_000_000;
  return Array.from({ length: Number(count) }, (_, index) => first + index);
}

const isWhole = (text: string): boolean => /^\d{1,10}$/.test(text);

/** On a terminal a bar shows how far it is, and how many seeds have failed so far. */
async function withProgress(simulation: Simulation, seeds: readonly number[]): Promise<SimulationReport> {
  const format = `${simulation.name} {bar} {value}/{total} seeds, {failed} failed, {eta_formatted} left`;
  const bar = new SingleBar({ format, stream: process.stderr, noTTYOutput: false }, Presets.shades_classic);
  bar.start(seeds.length, 0, { failed: 0 });
  try {
    return await runSeeds(simulation, seeds, (failed) => bar.increment(1, { failed }));
  } finally {
    bar.stop();
  }
}

function print(
  { name }: Simulation,
  { seeds, counts, failures }: SimulationReport,
  { asJson, elapsedMs }: { readonly asJson: boolean; readonly elapsedMs: number },
): void {
  const rows = Object.entries(counts).map(([what, count]) => [what, String(count)]);
  process.stdout.write(`${textTable(['what happened', 'times'], rows)}\n\n`);
  for (const { seed, message, replay } of failures.slice(0, FAILURES_SHOWN)) {
    process.stdout.write(`VIOLATION with seed ${seed}: ${message}\n  again: ${replay}\n\n`);
  }
  const seconds = (elapsedMs / 1_000).toFixed(1);
  process.stdout.write(`${seeds} seeds in ${seconds} s, ${failures.length} with violations\n`);
  if (!asJson) return;
  const machine = { cpus: cpus().length, node: process.versions.node };
  const figures = { seeds, violations: failures.length, ...counts };
  process.stdout.write(`${JSON.stringify({ name, machine, figures, targets: [], failures })}\n`);
}

function list(): number {
  for (const file of Object.values(SIMULATIONS)) {
    const simulation = load(file);
    process.stdout.write(`${simulation.name.padEnd(14)} ${simulation.description}\n`);
  }
  return 0;
}

function usage(): number {
  process.stderr.write(`${USAGE}\nsimulations: ${Object.keys(SIMULATIONS).join(', ')}\n`);
  return 2;
}

void main().then((code) => process.exit(code));
