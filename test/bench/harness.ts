import { cpus } from 'node:os';
import { textTable } from '../../src/cli/shared/text-table';

/** A figure to reach; missed ones are printed as missed, they do not fail the run. */
export interface Target {
  readonly name: string;
  readonly value: number;
  readonly op: '>=' | '<=';
  readonly target: number;
  readonly ok: boolean;
}

export interface BenchTable {
  readonly title: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface BenchResult {
  readonly figures: Readonly<Record<string, number>>;
  readonly targets: readonly Target[];
  readonly tables: readonly BenchTable[];
}

/**
 * Amount of work of a benchmark. `full`: for published figures. `quick`: ends within about 45 s. `smoke`: the minimum that runs
 * all of the code, so that CI checks every result; its figures are meaningless.
 */
export type BenchSize = 'full' | 'quick' | 'smoke';

/** Bigtables that benchmarks can run on: Tidemark's own server, and Google's emulator. */
export const STORES = ['embedded', 'emulator'] as const;
export type StoreName = (typeof STORES)[number];

export interface BenchOptions {
  readonly size: BenchSize;
  /** Bigtable to run on. Default: `embedded`. Only benchmarks with `hasStores` have another one. */
  readonly store: StoreName;
  /** Progress, for people; goes to stderr. */
  readonly progress: (line: string) => void;
}

export interface Benchmark {
  readonly name: string;
  readonly description: string;
  /** Whether `--store` selects the Bigtable. Default: false. */
  readonly hasStores?: boolean;
  /** Compares the contestants' answers before it times any; throws WrongAnswer. */
  run(options: BenchOptions): Promise<BenchResult>;
}

/** Contestants disagree, or a figure is impossible: the only things, besides a crash, that fail a benchmark. */
export class WrongAnswer extends Error {
  override readonly name = 'WrongAnswer';
}

export function target(name: string, value: number, op: '>=' | '<=', limit: number): Target {
  const ok = op === '>=' ? value >= limit : value <= limit;
  return { name, value: rounded(value), op, target: limit, ok };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? NaN;
  return Number.isInteger(middle) ? (upper + (sorted[middle - 1] ?? NaN)) / 2 : upper;
}

/** Three significant digits, whole from 1,000 on. */
export function rounded(value: number): number {
  return Math.abs(value) >= 1_000 ? Math.round(value) : Number(value.toPrecision(3));
}

/** Throws WrongAnswer where a figure is missing, not finite or negative: then it was computed from nothing, or miscounted. */
export function checkResult({ figures, targets }: BenchResult): void {
  const entries = Object.entries(figures);
  if (entries.length === 0) throw new WrongAnswer('there are no figures');
  for (const [name, value] of entries) {
    if (!Number.isFinite(value) || value < 0) throw new WrongAnswer(`figure "${name}" is ${value}`);
  }
  // A target may be a difference, which noise can make negative.
  for (const { name, value } of targets) {
    if (!Number.isFinite(value)) throw new WrongAnswer(`the value of target "${name}" is ${value}`);
  }
}

/** Returns tables and targets as text. Each table names the version of Node that it is of. */
export function resultText(result: BenchResult): string {
  const out: string[] = result.tables.map(
    ({ title, header, rows }) =>
      `${withNode(title)}\n\n${textTable(header, rows, { align: 'numbers-right' })}\n`,
  );
  const verdicts = result.targets.map((one) => [
    one.ok ? 'reached' : 'MISSED',
    one.name,
    `${one.value}`,
    `${one.op} ${one.target}`,
  ]);
  if (verdicts.length > 0)
    out.push(
      `Targets\n\n${textTable(['', 'target', 'measured', 'wanted'], verdicts, { align: 'numbers-right' })}\n`,
    );
  return `${out.join('\n')}\n`;
}

/** Adds the version to the first line. */
function withNode(title: string): string {
  const [first, ...more] = title.split('\n');
  return [`${first}; Node ${process.version}`, ...more].join('\n');
}

/** Returns the line that `--json` prints. */
export function resultJson(name: string, size: BenchSize, { figures, targets }: BenchResult): string {
  const machine = { cpus: cpus().length, node: process.versions.node };
  return `${JSON.stringify({ name, size, machine, figures, targets })}\n`;
}
