import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import { Presets, SingleBar } from 'cli-progress';
import { runScript, scriptCommand } from '../bench/script';
import { textTable } from '../../src/cli/shared/text-table';
import { type Asked, simulationCommand } from './command';
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
  residency: './residency',
  erasure: './erasure',
};

const FAILURES_SHOWN = 5;
const FAILURES_LISTED = 100;

const requireHere = createRequire(__filename);

function load(file: string): Simulation {
  return (requireHere(file) as { readonly simulation: Simulation }).simulation;
}

const ABOUT =
  'Random lives of parts of the product, on simulated time. A seed leads to the same life always; without one there are new ' +
  'ones each time.';

async function simulate(simulation: Simulation, { seeds, flags, asJson }: Asked): Promise<void> {
  const startedMs = performance.now();
  const report = await withProgress(simulation, seeds, flags);
  const verdict = verdictOf(simulation, report, flags);
  const elapsedMs = performance.now() - startedMs;
  process.exitCode = verdict.ok ? 0 : 1;
  print(simulation, report, { asJson, elapsedMs, verdict, flags });
}

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
  // With --json standard output is the JSON object alone.
  const out = asJson ? process.stderr : process.stdout;
  out.write(`${textTable(['what happened', 'times'], rows, { align: 'numbers-right' })}\n\n`);
  const targets = simulation.targets?.(report, printing.flags) ?? [];
  printFigures(report, targets, out);
  for (const { seed, message, replay } of failures.slice(0, FAILURES_SHOWN)) {
    out.write(`VIOLATION with seed ${seed}: ${message}\n  again: ${replay}\n\n`);
  }
  const seconds = (elapsedMs / 1_000).toFixed(1);
  out.write(`${seeds} seeds in ${seconds} s, ${failures.length} with violations: ${verdict.text}\n`);
  if (!asJson) return;
  const machine = { cpus: cpus().length, node: process.versions.node };
  const listed = failures.slice(0, FAILURES_LISTED);
  const figures = { seeds, violations, seedsWithViolations: failures.length, ...counts, ...report.figures };
  process.stdout.write(
    `${JSON.stringify({ name, machine, flags, figures, targets, verdict, failures: listed })}\n`,
  );
}

function printFigures(
  { figures }: SimulationReport,
  targets: readonly Target[],
  out: NodeJS.WritableStream,
): void {
  const rows = Object.entries(figures).map(([what, { mean, min, max }]) => [
    what,
    ...[mean, min, max].map((value) => value.toFixed(2)),
  ]);
  if (rows.length > 0)
    out.write(
      `${textTable(['figure', 'mean of seeds', 'least', 'most'], rows, { align: 'numbers-right' })}\n\n`,
    );
  const verdicts = targets.map(({ name, value, op, target, ok }) => [
    name,
    String(value),
    `${op} ${target}`,
    ok ? 'reached' : 'MISSED',
  ]);
  if (verdicts.length > 0)
    out.write(`${textTable(['target', 'value', 'to reach', ''], verdicts, { align: 'numbers-right' })}\n\n`);
}

function list(): void {
  for (const file of Object.values(SIMULATIONS)) {
    const { name, description } = load(file);
    process.stdout.write(`${name.padEnd(14)} ${description}\n`);
  }
}

const words = process.argv.slice(2);
const script = { name: 'sim', description: ABOUT, files: SIMULATIONS };
const command = scriptCommand(words, script, (file) => {
  const simulation = load(file);
  return simulationCommand(simulation, (asked) => simulate(simulation, asked));
});
void runScript(command, words, list);
